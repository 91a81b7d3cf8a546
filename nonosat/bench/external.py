"""Outside programs: how to call them, and how to read their output.

A program is a command with ``{file}`` in it. The puzzle is written in the format that it reads. Regular
expressions find the verdict in its output; they are tried in the order of `OUTCOMES`. ``^`` and ``$`` are
the ends of a line. The output is stdout, then stderr; an expression that speaks of the ``exit code`` sees a
line ``exit code N`` behind it. If no expression matches, the run has failed. The usual expressions are only
words, so they do not count in a question, nor if they match two verdicts.
"""

import math
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from nonosat.bench.status_lines import OUTCOMES, SOLVED, STOPPED, pattern
from nonosat.errors import UsageError
from nonosat.formats import make_format
from nonosat.formats.base import Holds
from nonosat.platforms.processes import split_command

NO_PICTURE = "none"
_USUAL_STOPPED = (
    r"(?i)^[^\w\n]*(?:s |(?:status|result|verdict):? )?(?:unknown|indeterminate|gave up|time ?out|timed out|"
    r"interrupted|stopped on time)[^\w\n]*$|\btime limit (?:reached|exceeded)\b"
)


@dataclass(frozen=True, slots=True)
class External:
    """An outside program."""

    name: str
    command: str
    """With ``{file}`` for the puzzle, or a name of `MODELS` such as ``{cnf}`` for a model of it; optionally
    ``{folder}`` (scratch), ``{seconds}`` (the limit, rounded up), ``{milliseconds}`` (one second more),
    ``{solutions}`` (how many to look for, 1 or 2) and ``{seed}``."""
    format: str = "non"
    """The format of the puzzle file."""
    multiple: str = (
        r"(?i)\b(?:multiple|not (?:an? )?unique|no unique|non-?unique|several|[2-9] solutions)\b"
    )
    none: str = r"(?i)\b(?:no solutions?|none|unsolvable|unsat\w*|contradict\w*|impossible)\b"
    unique: str = r"(?i)\bunique\b"
    solved: str = r"(?i)\bsolved\b"
    """Pattern for a solution that may not be the only one."""
    stopped: str = _USUAL_STOPPED
    """Pattern for the end of a program that stopped by itself, without an answer."""
    picture: str = ""
    """The characters that it prints for ink and for blank, such as ``#.``; "" if they are not known;
    `NO_PICTURE` if what it prints must not be judged."""
    is_nonosat: bool = False
    """True for a nonosat, which answers with a line of JSON."""

    def argv(self, file: Path, seconds: float, solutions: int, seed: int = 0) -> list[str]:
        """Return the words of the command for a puzzle file."""
        given = {
            "{file}": str(file),
            **dict.fromkeys((f"{{{name}}}" for name in MODELS), str(file)),
            "{folder}": str(file.parent),
            "{seconds}": str(math.ceil(seconds)),
            "{milliseconds}": str(1000 * math.ceil(seconds) + 1000),
            "{solutions}": str(solutions),
            "{seed}": str(seed),
        }
        return [
            re.sub(r"\{\w+\}", lambda match: given.get(match[0], match[0]), word)
            for word in split_command(self.command)
        ]

    def outcome(self, text: str, code: int | None = None) -> tuple[str, str]:
        """Return the one of `OUTCOMES` that an output states, or "" and why it states none.

        Beside `STOPPED` are the words that say it.
        """
        found: dict[str, bool] = {}
        words = ""
        for outcome in OUTCOMES:
            pattern = getattr(self, outcome)
            end = f"\nexit code {code}\n" if code is not None and "exit code" in pattern else ""
            matches = list(re.finditer(pattern, text + end, re.MULTILINE)) if pattern else []
            if not matches:
                continue
            found[outcome] = usual = pattern == getattr(_USUAL, outcome)
            asked = next((m[0] for m in matches if _QUESTION.match(text, m.end())), None)
            if outcome == STOPPED:
                words = matches[-1][0].strip()
            elif usual and asked is not None:
                return "", f"no answer: {asked!r} is in a question"
            # "not unique" does not say "unique", too
            text = re.sub(pattern, " ", text, flags=re.MULTILINE)
        usual = found.pop(STOPPED, None)
        if usual is False or (usual and all(found.values())):
            return STOPPED, words
        said = [outcome for outcome in found if outcome != SOLVED]
        if len(said) > 1 and any(found[outcome] for outcome in said):
            return "", f"no answer: its output says {' and '.join(said)}"
        return next(iter(found), ""), ""


def _model(name: str, command: str, model: str, format: str = "") -> External:
    """Return a program that gets a model; `status_lines` says how to read it."""
    says: dict[str, Any] = {outcome: pattern(model, outcome) for outcome in OUTCOMES}
    return External(name, command, format or model, **says)


_USUAL = External("", "")
_QUESTION = re.compile(r"[^.!?\n]*\?")
"""The rest of a sentence that is a question."""
PRESETS = (
    External("pbnsolve", "pbnsolve -u -b {file}", "webpbn", multiple=r"\bmultiple\b", none=r"\bcontradiction\b", unique=r"\bunique\b", solved=r"\bsolvable\b"),
    External("nonogrid", "nonogrid -m 2 {file}", "webpbn", multiple="Diff with previous", none="(?i)unsatisfied|contradiction", unique=r"(?s)\A\s*\S.*\nexit code 0\n\Z", solved=""),
    External("nonosolve", "nonosolve -q --timeout {seconds} {file}", "nin", multiple=r"\bMULTIPLE\b", none=r"\bNONE\b", unique=r"\bUNIQUE\b", solved="", stopped=r"\bTIMEOUT\b"),
    External("hugi", "hugi {file} --ascii", "nin", multiple="NOT unique", none="(?i)no solution", unique="unique solution", solved="", picture="#."),
    External("grid", "grid -total 2 -xpm 0 -out 0 -log 1 {file}", "g", multiple="-total 2 reached", none=r"number of solutions is 0\b", unique=r"number of solutions is 1\b", solved=""),
    External("copris", "copris-nonogram {file}", "cwd", multiple="Multiple solutions", none="No solution", unique="Unique solution", solved="", picture="#."),
    _model("minizinc", "minizinc --solver gecode --time-limit {milliseconds} -n {solutions} {file}", "mzn"),
    External("nonogram-solver", "nonogram-solver -r 3 -o {folder} {file}", "json", multiple="", none="Puzzle is unsolvable", unique="", solved="Puzzle solved", stopped="Could not solve"),
)  # fmt: skip
"""Known programs; `benchmarks/peers.md` says where they come from and what was tried."""

MODELS = {
    name: _model("", f"{{{name}}}", name, format)
    for name, format in (("cnf", "cnf"), ("opb", "opb"), ("mzn", "mzn"), ("xcsp3", "xcsp3"), ("lp", "cplex"))
}  # fmt: skip
"""Name in the command -> how to read the output of a program that gets such a model."""
MODEL_FORMATS = {model.format for model in MODELS.values()}


def externals(
    wanted: Sequence[str], formats: Sequence[str] = (), patterns: Sequence[str] = ()
) -> list[External]:
    """Return the programs that the options of the command line name.

    Args:
        wanted: ``NAME=COMMAND {file}``, the name of a preset, or ``all`` presets that are on PATH.
        formats: ``NAME=FORMAT``.
        patterns: ``NAME:OUTCOME=REGEX``, ``NAME:picture=#.`` or ``NAME:picture=none``.
    """
    programs: dict[str, External] = {}
    for text in wanted:
        programs |= {program.name: program for program in _named(text)}
    for text in formats:
        name, _, format = text.partition("=")
        if not format or name not in programs:
            raise UsageError(
                f"--external-format {text!r}: expected NAME=FORMAT; {_known(programs)}"
            )
        if Holds.CLUES not in make_format(format).holds:
            raise UsageError(f"--external-format {text!r}: that format holds no clues")
        programs[name] = replace(programs[name], format=format)
    for text in patterns:
        name, what = _pattern(text, programs)
        programs[name] = replace(programs[name], **what)
    for program in programs.values():
        if not _found(program):
            raise UsageError(f"{program.name}: the command {_program(program)!r} not found")
    return list(programs.values())


def _named(text: str) -> list[External]:
    """Return the programs that one ``--external`` names."""
    presets = {preset.name: preset for preset in PRESETS}
    name, equals, command = text.partition("=")
    name = name.strip()
    if text == "all":
        return [preset for preset in PRESETS if _found(preset)]
    if not equals:
        if name in presets:
            return [presets[name]]
        raise UsageError(
            f"--external {text!r}: give NAME=COMMAND {{file}}, all, or one of: {', '.join(presets)}"
        )
    wants = [model for model in MODELS if f"{{{model}}}" in command]
    if not wants and "{file}" not in command:
        models = ", ".join(f"{{{model}}}" for model in MODELS)
        raise UsageError(
            f"--external {text!r}: the command needs {{file}} in it, or one of {models}"
        )
    like = MODELS[wants[0]] if wants else presets.get(name, External(name, ""))
    return [replace(like, name=name, command=command.strip())]


def _pattern(text: str, programs: dict[str, External]) -> tuple[str, dict[str, Any]]:
    """Return the name of the program in an ``--external-pattern``, and the field to change."""
    head, _, regex = text.partition("=")
    name, _, outcome = head.partition(":")
    if outcome not in (*OUTCOMES, "picture") or name not in programs:
        known = f"outcomes: {', '.join(OUTCOMES)}, picture; {_known(programs)}"
        raise UsageError(f"--external-pattern {text!r}: expected NAME:OUTCOME=REGEX; {known}")
    if outcome == "picture" and len(regex) != 2 and regex != NO_PICTURE:
        raise UsageError(
            f"--external-pattern {text!r}: expected two characters, for ink and blank, or {NO_PICTURE}"
        )
    try:
        re.compile(regex if outcome != "picture" else "")
    except re.error as err:
        raise UsageError(f"--external-pattern {text!r}: {err}") from err
    return name, {outcome: regex}


def _known(programs: dict[str, External]) -> str:
    return f"programs: {', '.join(programs) or 'none, see --external'}"


def _program(external: External) -> str:
    try:
        words = split_command(external.command)
    except ValueError as err:
        raise UsageError(f"{external.name}: {err} in {external.command!r}") from err
    return words[0] if words else ""


def _found(external: External) -> bool:
    return shutil.which(_program(external)) is not None
