"""One option, one meaning: the table of all options of all commands."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import typer.main
from typer.core import TyperGroup as Group

from nonosat.cli import make_app

EXCEPTIONS = {
    "-o/--output": "puzzles, rows, drawings, books, certificates or measurements",
    "-b/--backend": "bench measures several",
    "--cell": "show: the side of a cell; why: which cell",
    "--size": "scan: both sides, since it is printed",
}
"""Options that need more than one description, and why."""


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


def table() -> dict[str, dict[str, list[str]]]:
    """Option -> its descriptions -> the commands that have it."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for name, command in commands(typer.main.get_command(make_app())):
        for option in command.params:
            if option.param_type_name == "option":
                found["/".join(option.opts)][option.help].append(name)
    return found


def test_each_option_has_one_description() -> None:
    several = {name: dict(told) for name, told in table().items() if len(told) > 1}
    assert several.keys() == EXCEPTIONS.keys(), several


def test_each_option_is_spelled_one_way() -> None:
    """A short name has one long name everywhere, and the other way round."""
    spelled: dict[str, set[str]] = defaultdict(set)
    for names in table():
        for name in names.split("/"):
            spelled[name].add(names)
    assert not [names for names in spelled.values() if len(names) > 1]


def test_options_are_few() -> None:
    """Each is another thing to know, so one that does what a command does goes."""
    assert len({name for names in table() for name in names.split("/") if name[:2] == "--"}) <= 82


def test_there_is_one_way_to_say_repeatable() -> None:
    repeated = {
        (name, option.opts[-1]): option.help
        for name, command in commands(typer.main.get_command(make_app()))
        for option in command.params
        if option.param_type_name == "option" and option.multiple
    }
    assert repeated
    wrong = {place for place, said in repeated.items() if "be repeated" not in said}
    assert not wrong


def test_the_help_of_all_commands_is_that_of_each() -> None:
    """The table spares the first page of help, which has only this, from loading every command."""
    table, loaded = (typer.main.get_command(make_app(words)) for words in (["--help"], None))
    assert isinstance(loaded, Group)
    assert isinstance(table, Group)
    assert {name: command.help for name, command in table.commands.items()} == {
        name: (command.help or "").partition("\n\n")[0] for name, command in loaded.commands.items()
    }
    assert [*table.commands] == [*loaded.commands]
