"""Words that people type instead of ours: what stands for them here, and spellings that are accepted."""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Container, Iterable
from itertools import pairwise
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from nonosat.errors import UsageError

MANY = "check rate count backbone conflict"
ROWS = {MANY: "-o NAME.csv writes one row per puzzle"}
MADE = "`nonosat bench report results.jsonl -o table.{}` makes it from the saved runs"
PAPER = "--page A5 is the paper; the suffix of -o FILE is the format"
FILE = {"show book": "-o FILE.{}", "solve steps": "`nonosat show FILE --solution -o FILE.{}`"}
PHOTO = "`nonosat image PHOTO --size 30 -o drawing.non`, then `nonosat repair drawing.non`"
MARKED = "hint steps why conflict solve"
"""Commands whose second file may be the marks of a player."""
WRITTEN = ("-o", "--output", "--copy-to", "--report")
"""Options whose value is a file to write."""
ONE_FILE = ("FILE", "[FILE]", "PHOTO")
"""Arguments of commands that take one file."""
COMMANDS = {
    "solve": "solution answer",
    "check": "validate test unique uniqueness is-unique lint batch",
    "repair": "fix mend",
    "show": "print draw render view display export-pdf info inspect cat list ls",
    "rate": "difficulty grade score stars",
    "convert": "export import transform encode",
    "steps": "explain walkthrough trace",
    "hint": "next tip",
    "image": "photo digitize picture img",
    "generate": "create make new random gen",
    "bench": "benchmark",
    "book": "pdf booklet",
    "web": "play open serve server gui edit",
    "count": "enumerate solutions",
    "conflict": "typo debug errors mistakes contradiction",
    "blot": "hide mask",
    "verify": "proof",
    "backends": "solvers engines",
    "certify": "prove certificate",
    "check PATH --report report.html": "report",
    "rate PATH --sort": "sort",
    "convert FILE... -o all.jsonl": "merge join combine",
    "convert FILE --title TITLE -o NEW.non": "title rename",
    "show FILE --page A2 -o poster.pdf": "poster",
    "show FILE -o picture.png": "png svg",
    "convert FILE --to link": "share link",
    "site PATH -o FOLDER": "website publish html",
    "steps FILE -o steps.svg": "animate gif",
    "--version": "version -v",
}
"""Ours -> theirs. One word of ours takes the place of theirs; several are an example."""
OPTIONS: dict[str, dict[str, str]] = {
    "--csv": {"bench": MADE.format("csv"), "convert solve": "--to csv", **ROWS},
    "--xlsx --excel": {"convert": "-o NAME.xlsx", **ROWS},
    "--html": {
        "check": "--report FILE.html",
        "bench": MADE.format("html"),
        **{names: words.format("html") for names, words in FILE.items()},
    },
    "--pdf --print": {names: words.format("pdf") for names, words in FILE.items()},
    "--svg": {names: words.format("svg") for names, words in FILE.items() if "book" not in names},
    "--png": {names: words.format("png") for names, words in FILE.items() if "book" not in names},
    "--latex --tex": {"bench": MADE.format("tex")},
    "--plot --plots": {
        "bench": "`nonosat bench report results.jsonl --plots FOLDER` draws the saved runs"
    },
    "--format --output-format --type": {
        "check": "the suffix of -o FILE chooses the format; --json prints JSON lines; docs/install.md "
        "shows the GitHub action",
        "rate count backbone conflict": "-o NAME.csv or NAME.jsonl; --json prints JSON lines",
        "bench": MADE.format("csv"),
        "show book": PAPER,
        "": "--from FORMAT to read, --to FORMAT or the suffix of -o FILE to write",
    },
    "--input-format": {"": "--from FORMAT"},
    "--only --unique --multiple --ambiguous --failed": {
        "check": "--filter VERDICT --copy-to FILE keeps these puzzles; -o NAME.csv has all verdicts",
        "image": "`nonosat repair PICTURE` changes few cells for one solution",
    },
    "--sort --sort-by --order-by": {
        "book": "--order difficulty",
        "check": "`nonosat rate PATH --sort` prints the easiest first",
        "rate": "--sort",
        "count backbone conflict": "-o NAME.csv writes one row per puzzle, to be sorted by a spreadsheet",
    },
    "--strict": {"check": "the exit code is 0 only if every puzzle is unique"},
    "--width --height --rows --cols --columns --dimensions --resize -s": {
        "image generate": "--size WIDTHxHEIGHT, or --size 30 for the longer side"
    },
    "--size": {"show book": PAPER, "repair": PHOTO},
    "--timeout --time --time-limit --max-time --seconds --max-seconds": {"": "--limit SECONDS"},
    "--threads --workers --processes --parallel --cores --cpus --n-jobs --jobs -j": {
        "bench": "--cores 0 measures on one processor, --cores 0,1 on two",
        "": "--jobs N",
    },
    "--memory --max-memory": {
        f"{MANY} solve": "`ulimit -v` or a container bounds the memory",
    },
    "--repeat --runs --repetitions --iterations": {"bench": "--repeats N"},
    "--warmup": {"bench": "--warm-up N"},
    "--backends": {"bench": "-b NAME, once for each backend", "": "-b NAME"},
    "--solver --solvers": {"bench": "--external NAME='COMMAND {file}'", "": "-b NAME"},
    "--program --command --cmd": {"bench": "--external NAME='COMMAND {file}'"},
    "--engine --algorithm": {"": "-b NAME"},
    "--method --mode --strategy": {"repair": "--only thicker, changed or given"},
    "--group": {"bench": "`nonosat bench report results.jsonl --by size` groups the saved runs"},
    "--all": {
        "solve line repair": "-n all",
        "count": "count counts all solutions",
        "check": "it checks all and shows each; -q shows only those that are not unique",
        "hint": "`nonosat steps FILE` shows all steps",
    },
    "--max --max-solutions --solutions --number --num --amount --hide -n": {
        "count": "count counts all; `nonosat solve FILE -n 1000` stops at 1000",
        "generate solve line repair blot": "-n N",
        "hint": "a hint is one step; `nonosat steps FILE` shows all",
    },
    "--approx": {"count": "at --limit, count says how many there are at least"},
    "--verbose -v --stats --statistics --timing --debug": {
        "solve check": "--json has the counters, seconds and backend"
    },
    "--progress": {
        "hint steps why": "--known FILE",
        f"{MANY} solve": "progress is shown after a second, if stderr is a terminal",
    },
    "--row --col --column --position --at": {
        "why": "--cell ROW,COLUMN",
        "hint steps": "`nonosat why FILE ROW COLUMN` explains a cell, `nonosat line CLUE CELLS` a line",
    },
    "--grid --partial --state --start --marks": {"": "--known FILE"},
    "--explain --steps": {"solve check rate": "`nonosat steps FILE`"},
    "--difficulty --level --easy --medium --hard --stars --score --rate": {
        "generate": "--stars 3; 1 is easy, 5 is hard",
        "book": "--order difficulty",
        "check": "`nonosat rate PATH`",
    },
    "--symmetric --symmetry": {"generate": "`nonosat generate symmetric`"},
    "--output-dir --outdir --out-dir --folder": {"generate convert site certify": "-o FOLDER/"},
    "--out --save --outfile --out-file --output-file --export --write": {"": "-o FILE"},
    "--overwrite --replace --yes -y": {"": "--force"},
    "--input --file -i -f": {
        f"{MANY} solve show convert repair steps hint blot": "name the file without an option"
    },
    "--recursive -r": {
        "why": "--cell ROW,COLUMN",
        f"{MANY} show book convert": "folders are always searched with their subfolders",
    },
    "--checkpoint --continue": {MANY: "-o FILE --resume"},
    "--dpi --scale --cell-size --zoom": {"show": "--cell SIZE"},
    "--paper --page-size --paper-size": {"show book": "--page A4"},
    "--landscape --orientation": {"show book": "--page 297x210mm is A4 on its side"},
    "--margin --binding --spine": {"book": "--gutter MM"},
    "--toc --index": {"book": "--contents"},
    "--cover-image --picture --image": {"book": "--cover-picture FILE"},
    "--no-cover --no-titles": {"book": "--cover none, --titles none"},
    "--lang --language --locale": {
        "book": "--words FILE.toml",
        "web site show": "the page is in English; `nonosat book FILE --words FILE.toml` takes other words",
    },
    "--large-print --one-per-page": {"show book": "--per-page 1"},
    "--name --heading": {"show book convert image generate": "--title TEXT"},
    "--grayscale --greyscale --bw --monochrome": {"book": "--gray", "show": "--letters"},
    "--palette --inks": {"image": "--colors K"},
    "--photo --colors": {"repair": PHOTO},
    "--to": {"steps": "`nonosat solve FILE -o NAME` saves the solution"},
    "--negative --inverse": {"image": "--invert"},
    "--preview --samples": {"image": "--try"},
    "--play": {"show": "-o play.html"},
    "--link": {
        "show": "`nonosat convert FILE --to link` makes links, for behind the address of a page"
    },
    "--animate --animation --gif": {"steps": "-o FILE.svg"},
    "--fix --apply --correct": {"conflict": "--copy-to FILE", "check": "`nonosat repair FILE`"},
    "--proof --certificate --certify": {"check": "`nonosat certify PATH -o FOLDER`"},
    "--cubes": {
        "certify": "a proof is made in one piece, which is quicker; --jobs N makes several at once"
    },
    "--max-changes --percent --most": {
        "repair": "--only changed finds the fewest; -o saves few cells only",
    },
    "--summary": {"check": "-q", "steps": "`nonosat rate FILE` sums them up"},
    "--list": {"check": "-q prints those that are not unique"},
    "--why": {
        "check": "`nonosat conflict FILE` names the likely typo",
        "hint": "`nonosat why FILE`",
    },
    "--easiest-first --easiest": {"rate": "--sort"},
    "--booklet": {"book": "--page A5; docs/book.md says how to fold it"},
    "--solved --answer": {"show": "--solution"},
    "--blank --unsolved": {"show": "nothing: solutions are drawn only with --solution"},
    "--sheet": {f"{MANY} show solve convert": "FILE#TITLE or FILE#2 is one puzzle of a file"},
    "--duplicates --doubles": {"check": "check names doubled pictures at its end"},
    "--length": {"line": "the length follows the clue: `nonosat line '3 1' 8`"},
    "--one": {"steps": "`nonosat hint FILE` shows the next one"},
    "--count": {"hint": "`nonosat steps FILE` shows all"},
    "--no-spoilers --spoiler": {"hint": "a hint shows one line only"},
    "--each": {f"{MANY}": "--limit is for each puzzle"},
    "--scatter": {"bench": "`nonosat bench report results.jsonl --plots FOLDER` draws it"},
    "--dask --scheduler": {"check": "--cluster ADDRESS"},
    "--cross-check --compare": {
        "check": "`nonosat bench run PATH -b line -b sat` compares backends"
    },
    "--fast --quick": {"check": "check is as fast as it can; --limit SECONDS bounds it"},
    "--no-open --headless": {"web": "--no-browser"},
    "--no-color": {f"{MANY} solve show steps hint": "NO_COLOR=1 in the environment does that"},
    "--quiet -q": {f"{MANY} solve": ">/dev/null hides what is printed"},
}
"""Theirs -> what to type here, by commands; "" is every other command that has the options named."""


def hint_for(option: str, command: str, ours: Container[str]) -> str:
    """Return what to type in a command in place of an option; "" if that is not known.

    Args:
        ours: the options of the command.

    >>> hint_for("--timeout", "solve", ["--limit"]), hint_for("--latex", "solve", ["--limit"])
    ('--limit SECONDS', '')
    """
    said = next((hints for names, hints in OPTIONS.items() if option in names.split()), {})
    hint = next((item for names, item in said.items() if command in names.split()), None)
    if hint is None:
        hint = said.get("", "")
        if not all(name in ours for name in options_in(hint)):
            return ""
    return hint


def options_in(text: str) -> list[str]:
    """The options that a text names, without those of commands in backticks."""
    return re.findall(r"(?<![\w/-])--?[a-z][a-z-]*", re.sub("`[^`]*`", "", text))


class Command(TyperCommand):
    """A command that understands other spellings, and answers other options with a hint."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse as typer does.

        Raises:
            UsageError: the words are not those of the command; typer would print them in a box.
        """
        ours = {name for param in self.params for name in param.opts}
        words = _respelled(str(ctx.info_name), args, ours)
        try:
            _, _, given = self.make_parser(ctx).parse_args(list(words))
            for one in self.params:
                if given.count(one) > 1 and not getattr(one, "multiple", True):
                    plain = [
                        part
                        for word in words
                        for part in re.split(r"(?<=[a-z])=", word, maxsplit=1)
                    ]
                    if len({b for a, b in pairwise(plain) if a in one.opts}) == 1:
                        continue  # the same value again
                    raise UsageError(f"{one.opts[-1]} is given twice; it takes one value")
            return super().parse_args(ctx, words)
        except UsageError:
            raise
        except Exception as err:
            kind = type(err).__name__
            if kind == "MissingParameter" and (param := getattr(err, "param", None)) is not None:
                name = param.opts[0] if param.opts[0].startswith("-") else param.metavar
                raise UsageError(f"{name} is missing. {param.help}") from err
            if kind == "BadOptionUsage":
                name = str(getattr(err, "option_name", ""))
                for param in self.params:
                    if name in param.opts:
                        values = f"{name} needs a value: {param.make_metavar(ctx)}. "
                        raise UsageError(values + getattr(param, "help", "")) from err
            if kind == "NoSuchOption":
                option = str(getattr(err, "option_name", "")).partition("=")[0]
                path = str(ctx.command_path)
                if hint := hint_for(option, [*path.split(), ""][1], ours):
                    raise UsageError(f"no option {option}: {hint}") from err
                raise UsageError(f"no option {option}; {_nearest(option, ours, path)}") from err
            if (words_of := getattr(err, "format_message", None)) is not None:
                said = str(words_of()).rstrip(".")
                extra = re.fullmatch(r"Got unexpected extra argument\S* \((.*)\)", said)
                if extra is None:
                    raise UsageError(said) from err
                takes_files = any(param.metavar in ONE_FILE for param in self.params)
                what = _left_over(extra[1], ours, str(ctx.command_path), takes_files)
                raise UsageError(what) from err
            raise


def _nearest(word: str, ours: Iterable[str], path: str) -> str:
    """Name the word of ours that was meant; where none is near, what lists them all."""
    import difflib  # only mistakes need it

    near = difflib.get_close_matches(word, sorted(ours), 1, 0.8)
    if near and abs(len(near[0]) - len(word)) < 2:
        return f"did you mean {near[0]}?"
    return f"`{path} --help` lists all"


def _left_over(word: str, ours: Container[str], path: str, takes_files: bool) -> str:
    """Say where an argument belongs that a command has no place for."""
    if takes_files and os.path.exists(word):
        return f"one file at a time, so not {word}; `nonosat check` and `nonosat show` take several"
    if re.search(r"\.[a-z]+$", word) and "-o" in ours:
        return f"to write {word}: -o {word}"
    names = ("--size", "-n") if "-o" in ours else ("--port",)
    number = " or ".join(f"{name} {word}" for name in names if name in ours)
    if word.isdecimal() and number:
        return f"{word} belongs to an option: {number}"
    return f"no place for {word}; `{path} --help` shows what it takes"


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
                words = [ours] if ours[0] == "-" or " " in ours else [ours, *args[1:]]
                if ours == "convert" and drawn:
                    words[0] = "show"
                return f"{what}: `nonosat {words[0]}{''.join(f' {shlex.quote(word)}' for word in words[1:])}`"
        later = next((at for at, word in enumerate(args) if word in self.commands), 0)
        if later and (kind == "option" or os.path.exists(word)):
            words = ["nonosat", args.pop(later), *args]
            return f"the command comes first: `{shlex.join(words)}`"
        if os.path.exists(word):
            return f"{what}; `nonosat check {word}` checks what is there"
        return f"{what}; {_nearest(word, self.commands, 'nonosat')}"


def _respelled(command: str, args: list[str], ours: Container[str]) -> list[str]:
    """Accept ``-limit 5``, ``-o=FILE``, ``why FILE 3 4`` and ``generate random 20x20``."""
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

        pairs = zip(["", *words], words, strict=False)
        files = [word for before, word in pairs if before not in WRITTEN and os.path.isfile(word)]
        if pair := marked(files):
            words[words.index(files[0])], at = pair.file, words.index(files[1])
            words[at : at + 1] = ["--known", pair.marks_file]
    for at in range(len(words)) if command == "why" else ():
        if at >= len(words) or os.path.exists(words[at]):
            continue
        before = words[at - 1] if at else ""
        for end in (at + 1, at + 2):
            cell = re.fullmatch(
                r"\(?(?:r|row )?(\d+)(?:[ ,:x]+(?:column |c)?|c)(\d+)\)?", " ".join(words[at:end])
            )
            if cell and (before == "--cell" or not ("--cell" in words or before.startswith("-"))):
                words[at:end] = ["--cell"] * (before != "--cell") + [f"{cell[1]},{cell[2]}"]
    if "--size" in ours:
        for at, word in enumerate(words):
            size = re.fullmatch(r"(\d+) ?[xX\u00d7*,] ?(\d+)", word)
            before = words[at - 1] if at else ""
            free = not ("--size" in words or before.startswith("-") or os.path.exists(word))
            if size and (before == "--size" or free):
                words[at : at + 1] = ["--size"] * free + [f"{size[1]}x{size[2]}"]
                break
    return words
