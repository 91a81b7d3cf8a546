"""Commands that accept other spellings, and answer other words with the command that was meant.

That command is parsed before it is named, so that no advice ends in another usage error.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from nonosat.cli.other_words import COMMANDS, hint_for
from nonosat.errors import UsageError

MARKED = "hint steps why conflict solve"
"""Commands whose second file may be the marks of a player."""
ONE_FILE = ("FILE", "[FILE]", "PHOTO")
"""Arguments of commands that take one file."""
READ = ("FILE", "[FILE]", "PATH...", "[PATH...]", "FILE...")
"""Arguments that are files to read."""
CELL = r"\0(?:--cell\0)?\(?-{0,2}(?:r(?:ow)?)?[\0 =]?(\d+)(?:[\0 ,:x]+-{0,2}(?:c(?:ol(?:umn)?)?)?[\0 =]?|c)(\d+)\)?(?=\0)"
"""A pattern of a cell as people type it for ``why``: ``3 4``, ``r3c4``, ``--row 3 --col 4``, "row 3 column 4"."""


class Command(TyperCommand):
    """A command that understands other spellings, and names the command that was meant."""

    def __init__(self, *args: Any, help: str | None = None, **settings: Any) -> None:
        # Each paragraph is one line, to be wrapped as wide as the terminal is.
        super().__init__(*args, help=re.sub(r"(?<=\S)\n(?=\S)", " ", help or ""), **settings)

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as typer does.

        Raises:
            UsageError: the words are not those of the command; typer would print them in a box.
        """
        words = _respelled(str(self.name), args, self.params)
        try:
            return super().parse_args(ctx, list(words))
        except UsageError:
            raise
        except Exception as err:
            if (words_of := getattr(err, "format_message", None)) is None:
                raise
            raise UsageError(self._meant(ctx, words) or self._said(ctx, err, words_of)) from err

    def make_parser(self, ctx: Any) -> Any:
        """Make the parser of typer, which then refuses two values of an option that takes one."""
        parser: Any = super().make_parser(ctx)
        parse = parser.parse_args

        def parse_args(args: list[str]) -> Any:
            words = list(args)
            parsed = parse(args)
            for option in {one for one in parsed[2] if not getattr(one, "multiple", True)}:
                if parsed[2].count(option) > 1:
                    _refuse_two_values(option, words)
            return parsed

        parser.parse_args = parse_args
        return parser

    def _named(self, option: str) -> Any:
        return next((param for param in self.params if option in param.opts), None)

    def _said(self, ctx: Any, err: Exception, words_of: Any) -> str:
        """Return the words of an error of typer's."""
        kind, param = type(err).__name__, getattr(err, "param", None)
        if kind == "MissingParameter" and param is not None:
            name = param.opts[0] if param.opts[0].startswith("-") else param.metavar
            return f"{name} is missing. {param.help}"
        option = self._named(str(getattr(err, "option_name", "")))
        if kind == "BadOptionUsage" and option is not None:
            name = str(getattr(err, "option_name", ""))
            return f"{name} needs a value: {option.make_metavar(ctx)}. {option.help}"
        return str(words_of()).rstrip(".")

    def _meant(self, ctx: Any, words: list[str]) -> str:
        """Say which word is wrong, and name the command that was meant; "" if no word is wrong."""
        path = str(ctx.command_path)
        ours = {opt for param in self.params for opt in param.opts}
        wrong, reasons = "", dict[str, None]()
        for _ in words:  # each turn mends one
            try:
                _, rest, _ = self.make_parser(ctx).parse_args(list(words))
            except Exception as err:
                if type(err).__name__ != "NoSuchOption":
                    break
                option = str(getattr(err, "option_name", "")).partition("=")[0]
                wrong = wrong or f"no option {option}"
                at = [word.partition("=")[0] for word in words].index(option)
                hint, why = hint_for(option, path.split()[1], ours) or (_near(option, ours), "")
                why = _filled(why, words[:at] + words[at + 1 :])
                if "`" in hint:
                    other = _filled(hint, words[:at] + words[at + 1 :])
                    if wrong == f"no option {option}":
                        return f"{wrong}: {'; '.join(filter(None, [other, why]))}"
                    hint, why = "", other
                    value = words[at + 1 : at + 2]
                    if value and value[0][0] != "-" and not os.path.exists(value[0]):
                        del words[at + 1]
                if not hint and not why:
                    return f"{wrong}; `{path} --help` lists all"
                words, reasons = (
                    self._replaced(words, at, hint),
                    reasons | dict.fromkeys([why] if why else []),
                )
                continue
            if not rest:
                break
            what, mended = self._without(words, rest, ours)
            wrong = wrong or what
            if mended is None:
                return wrong
            words = mended
        output = self._named("-o")
        if output is not None and output.required and "-o" not in words:
            name = "{}.pdf" if self.name == "book" else "{}-proofs"
            words = [*words, "-o", _filled(name, words)]
        meant = f"`{shlex.join([*path.split(), *words])}`"
        return f"{wrong}: {'; '.join([meant, *reasons])}" if wrong else ""

    def _replaced(self, words: list[str], at: int, hint: str) -> list[str]:
        """Return the words with an option as it is spelled here."""
        equals, value = words[at].partition("=")[1:]
        before, after = words[:at], words[at + 1 :]
        spelled, _, output = hint.partition(" -o ")
        ours, _, usual = spelled.partition(" ")
        param = self._named(ours)
        takes = ours == "FILE" or (param is not None and not param.is_flag)
        if not equals and after and not after[0].startswith("-"):
            free = takes or re.fullmatch(r"[\w%-]+", after[0])
            if (takes and not usual) or (free and not os.path.exists(after[0])):
                value = after.pop(0)
        if "VALUE" in usual:
            value = usual.replace("VALUE", value)
        middle = [ours] if ours not in ("", "FILE") else []
        if takes:
            middle.append(value or usual or str(param.metavar if param else "FILE"))
        if output and "-o" not in words:
            middle += ["-o", output]
        return [*before, *(_filled(word, before + after) for word in middle), *after]

    def _without(
        self, words: list[str], rest: list[str], ours: set[str]
    ) -> tuple[str, list[str] | None]:
        """Say what is wrong with words that have no place; return what was meant, if that is known."""
        word = rest[0]
        others = [one for one in words if one not in rest]
        if any(param.metavar in ONE_FILE for param in self.params) and os.path.exists(word):
            several = _filled("`nonosat check FILE` takes several", words)
            return f"one file at a time, so not {word}; {several}", None
        said = f"no place for {' '.join(rest)}"
        if re.search(r"\.[a-z]+$", word) and "-o" in ours:
            return f"to write {word}", [*others, "-o", word]
        if self.name == "line" and all(map(str.isdecimal, words)):
            return said, [" ".join(words[:-1]), words[-1]]
        names = [name for name in ("--size", "-n", "--port") if name in ours]
        if word.isdecimal() and len(rest) == 1 and names:
            return f"{word} belongs to an option", [*others, names[0], word]
        if self.name == "why":
            return f"{said}; `nonosat why --help` shows what it takes", None
        return said, others


def _refuse_two_values(option: Any, words: Sequence[str]) -> None:
    plain = [part for word in words for part in re.split(r"(?<=[a-z])=", word, maxsplit=1)]
    values = {value for name, value in pairwise(plain) if name in option.opts}
    values |= {
        word[2:] for word in plain if word[1:2] != "-" and word[2:] and word[:2] in option.opts
    }
    if len(values) > 1 and not option.is_flag:
        raise UsageError(f"{option.opts[-1]} is given twice; it takes one value")


def _near(word: str, ours: Iterable[str]) -> str:
    """Return the word of ours that was meant; "" where none is near."""
    import difflib  # only mistakes need it

    near = difflib.get_close_matches(word, sorted(ours), 1, 0.8)
    return near[0] if near and abs(len(near[0]) - len(word)) < 2 else ""


def _filled(text: str, words: Sequence[str]) -> str:
    """Fill in the files that words name for FILE, and for {} the name of the first without suffix."""
    sides = ("--rows", "--cols")
    files = [
        word
        for before, word in pairwise(["", *words])
        if {before, word} & {*sides}
        or (before not in ("-o", "--output") and os.path.exists(word.partition("#")[0]))
    ]
    first = next((Path(word).absolute().stem for word in files if word not in sides), "puzzle")
    stem = "puzzle" if "--rows" in files else first
    return re.sub(r"\bFILE\b", lambda _: shlex.join(files) or "FILE", text.replace("{}", stem))


def _names_results(words: Iterable[str]) -> bool:
    from nonosat.bench.rows import holds_results  # only mistakes need it

    return any(map(holds_results, words))


class Group(TyperGroup):
    """The commands; ``nonosat help COMMAND`` prints its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as typer does, and say where an option before the command belongs."""
        try:
            return super().parse_args(ctx, list(args))
        except Exception as err:
            if type(err).__name__ != "NoSuchOption":
                raise
            name = str(getattr(err, "option_name", ""))
            word = next((arg for arg in args if arg.startswith(name)), args[0])
            raise UsageError(self._meant(args, "option", word)) from err

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find a command as typer does.

        Raises:
            UsageError: there is no such command.
        """
        if args[0] == "help" and not self.get_command(ctx, "help"):
            args = [*args[1:], "--help"]
            if len(args) == 1:
                typer.echo(ctx.get_help())
                ctx.exit()
        if self.get_command(ctx, args[0]) is None:
            raise UsageError(self._meant(args, "command", args[0]))
        return super().resolve_command(ctx, args)

    def _meant(self, args: list[str], kind: str, word: str) -> str:
        """Return what to type in place of a word before the command that is not ours."""
        what = f"no {kind} {word}"
        if word == "compare" or (word == "report" and _names_results(args)):
            return f"{what}: `{shlex.join(['nonosat', 'bench', *args])}`"
        drawn = any(re.search(r"\.(pdf|svg|html)$", arg) for arg in args)
        for ours, theirs in COMMANDS.items():
            if word in theirs.split():
                if ours == "convert" and drawn:
                    ours = "show"
                rest = [] if ours[0] == "-" or " " in ours else args[1:]
                return f"{what}: `nonosat {shlex.join([*_filled(ours, args[1:]).split(), *rest])}`"
        later = next((at for at, word in enumerate(args) if word in self.commands), 0)
        if later and (kind == "option" or os.path.exists(word)):
            command = args.pop(later)
            args = [arg for arg in args if arg not in ("-V", "--version")]
            return f"the command comes first: `{shlex.join(['nonosat', command, *args])}`"
        if os.path.exists(word):
            return f"{what}; `nonosat check {shlex.quote(word)}` checks what is there"
        near = _near(word, self.commands)
        return f"{what}; " + (f"did you mean {near}?" if near else "`nonosat --help` lists all")


def _respelled(command: str, args: list[str], params: Sequence[Any]) -> list[str]:
    """Accept ``-limit 5``, ``-o=FILE``, ``why FILE 3 4`` and ``generate random 20x20``."""
    ours = {opt for param in params for opt in param.opts}
    flags = {opt for param in params if getattr(param, "is_flag", False) for opt in param.opts}
    words: list[str] = []
    for at, word in enumerate(args):
        if word == "--":
            return [*words, *args[at:]]
        name, sign, value = word.partition("=")
        if name.startswith("-") and f"-{name}" in ours and (not words or words[-1] not in ours):
            words.append(f"-{word}")
        elif sign and len(name) == 2 and name in ours:
            words += [name, value]
        else:
            words.append(word)
    if command in MARKED.split() and "--known" not in words:
        from nonosat.cli.marks import marked  # only a second file needs it

        pairs = pairwise(["", *words])
        files = [
            word
            for before, word in pairs
            if not (before.startswith("-") and before not in flags) and os.path.isfile(word)
        ]
        if pair := marked(files):
            words[words.index(files[0])], at = pair.file, words.index(files[1])
            words[at : at + 1] = ["--known", pair.marks_file]
    reads = command != "run" and any(one.metavar in READ for one in params)
    for at, (before, word) in enumerate(pairwise(words)) if reads else ():
        what, meant = "", [before]
        if before == "--from" and os.path.isfile(word):
            what, meant = "--from names a format", ["--known", word]
        elif before == "--resume" and re.search(r"\.(jsonl|csv|parquet)$", word):
            what, meant = "--resume continues -o FILE", ["-o", word, before]
        elif before in flags and word.isalpha() and not os.path.exists(word):
            what = f"{before} takes no value"
        if what:
            meant = ["nonosat", command, *words[:at], *meant, *words[at + 2 :]]
            raise UsageError(f"{what}: `{shlex.join(meant)}`")
    if command == "why":

        def spelled(cell: re.Match[str]) -> str:
            before = cell.string[: cell.start()].split("\0")[-1]
            takes = before.startswith("-") and before not in flags
            return cell[0] if takes else f"\0--cell\0{cell[1]},{cell[2]}"

        return re.sub(CELL, spelled, "\0".join(["", *words, ""])).split("\0")[1:-1]
    if "--size" in ours:
        for at, word in enumerate(words):
            size = re.fullmatch(r"(\d+) ?[xX\u00d7*,] ?(\d+)", word)
            before = words[at - 1] if at else ""
            free = not ("--size" in words or before.startswith("-") or os.path.exists(word))
            if size and (before == "--size" or free):
                words[at : at + 1] = ["--size"] * free + [f"{size[1]}x{size[2]}"]
                break
    return words
