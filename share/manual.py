"""Writes the man page, nonosat.1 beside this script, from the help texts of the commands.

python share/manual.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import typer.main

import nonosat
from nonosat.cli import make_app

PAGE = Path(__file__).with_name("nonosat.1")


def main() -> None:
    """Write the page."""
    PAGE.write_text(manual(), encoding="utf-8", newline="\n")


def manual() -> str:
    """The page, for man."""
    program: Any = typer.main.get_command(make_app())
    lines = [
        f'.TH NONOSAT 1 "" "nonosat {nonosat.__version__}" "User Commands"',
        ".SH NAME",
        "nonosat \\- solve nonograms, and prove that they have exactly one solution",
        ".SH SYNOPSIS",
        ".B nonosat",
        ".I COMMAND",
        "[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...",
        ".SH DESCRIPTION",
        *text(program.help),
        *("Each command answers one question. They are told below.", ".SH COMMANDS"),
    ]
    for name, command in commands(program):
        lines += section(name, command)
    lines.append(".SH EXIT STATUS")
    for line in program.epilog.removeprefix("Exit codes: ").removesuffix(".").split(", "):
        code, meaning = line.split(" ", 1)
        lines += [".TP", f".B {code}", escaped(meaning)]
    return "\n".join(lines) + "\n"


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    """Each command with its full name, those of a group behind it."""
    for name, command in group.commands.items():
        yield before + name, command
        yield from commands(command, f"{before}{name} ") if hasattr(command, "commands") else ()


def section(name: str, command: Any) -> Iterator[str]:
    """What one command does, and its options."""
    yield f".SS nonosat {name}"
    yield from text(command.help)
    for parameter in command.params:
        yield ".TP"
        value = f"\\fI{escaped(value_of(parameter))}\\fR"
        if parameter.param_type_name == "argument":
            yield value
        else:
            names = ", ".join(f"\\fB{escaped(option)}\\fR" for option in parameter.opts)
            yield names if parameter.is_flag else f"{names} {value}"
        yield escaped(parameter.help or "")


def value_of(parameter: Any) -> str:
    """The word that stands for the value of an option or argument."""
    if parameter.metavar:
        return str(parameter.metavar)
    choices = getattr(parameter.type, "choices", None)
    return "|".join(map(str, choices)) if choices else parameter.type.name.split()[0].upper()


def text(help_text: str) -> Iterator[str]:
    """Paragraphs; those that are indented are commands to try."""
    for number, paragraph in enumerate(help_text.split("\n\n")):
        if paragraph.startswith("  "):
            yield from (".RS 2", ".nf", escaped(paragraph.strip()), ".fi", ".RE")
        else:
            yield from ([".PP"] if number else [])
            yield escaped(paragraph.strip())


def escaped(plain: str) -> str:
    """A text without anything that roff obeys; hyphens stay those of a keyboard."""
    line = plain.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + line if line.startswith(".") else line


if __name__ == "__main__":
    main()
