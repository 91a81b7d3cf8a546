"""Verdicts that are known before a measurement, read from a file.

The file is CSV or JSON lines. A name is the title or the key of a puzzle in the results, or the path
of a file with one puzzle::

    name,verdict                                 {"name": "hard/domino.non", "verdict": "unique"}
    hard/domino.non,unique                       {"name": "random-30x30-s1-1", "verdict": "none"}
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from nonosat.bench.one_run import OK, WRONG
from nonosat.bench.suites import BenchPuzzle
from nonosat.errors import ParseError, UsageError
from nonosat.files import read_text
from nonosat.run.journal import JsonRow
from nonosat.solving.result import Verdict

VERDICTS = tuple(verdict.value for verdict in Verdict if verdict is not Verdict.UNKNOWN)


def with_expected(cases: Sequence[BenchPuzzle], path: str) -> tuple[list[BenchPuzzle], int]:
    """Add the verdicts that a file expects to puzzles.

    Return the puzzles, and the number of names in the file that match no puzzle.
    """
    verdicts = _read(path)
    alone = Counter(case.named.source for case in cases)
    found, used = [], set()
    for case in cases:
        source = case.named.source
        names = [case.name, case.key, *([source] if alone[source] == 1 else [])]
        name = next((name for name in names if name in verdicts), None)
        if name is not None:
            used.add(name)
        found.append(case if name is None else replace(case, expected=verdicts[name]))
    if not used:
        raise UsageError(f"{path} names none of these puzzles, such as {cases[0].name!r}")
    return found, len(verdicts) - len(used)


def _read(path: str) -> dict[str, str]:
    text = read_text(path)
    read = _json_lines if text.lstrip().startswith("{") else _csv
    verdicts: dict[str, str] = {}
    for line, name, verdict in read(text, path):
        if verdict not in VERDICTS:
            raise ParseError(f"{verdict!r} is not one of {', '.join(VERDICTS)}", path, line)
        if verdicts.setdefault(name, verdict) != verdict:
            raise ParseError(f"{name!r} is {verdict} here, but {verdicts[name]} above", path, line)
    return verdicts


def _csv(text: str, path: str) -> Iterator[tuple[int, str, str]]:
    reader = csv.reader(text.splitlines())
    for fields in reader:
        words = [field.strip() for field in fields]
        if not any(words) or (reader.line_num == 1 and words == ["name", "verdict"]):
            continue
        if len(words) != 2:
            raise ParseError("give NAME,VERDICT on each line", path, reader.line_num)
        yield reader.line_num, words[0], words[1]


def _json_lines(text: str, path: str) -> Iterator[tuple[int, str, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            told = json.loads(line)
            yield number, str(told["name"]), str(told["verdict"])
        except (ValueError, KeyError, TypeError) as err:
            raise ParseError(
                'give {"name": ..., "verdict": ...} on each line', path, number
            ) from err


def check_expected(facts: JsonRow, expected: str) -> JsonRow:
    """Mark a run as wrong if it contradicts the verdict that was expected.

    A run whose pictures disprove the expectation stays right; `agreement` reports that.
    """
    solutions = {Verdict.NONE.value: 0, Verdict.UNIQUE.value: 1}.get(expected, 2)
    said = facts["verdict"]
    if said == Verdict.UNKNOWN.value:
        said = expected if solutions or not facts["found"] else "solvable"
    if (
        not expected
        or facts["status"] != OK
        or said == expected
        or len(facts["pictures"]) > solutions
    ):
        return facts
    return facts | {"status": WRONG, "error": f"expected {expected}, got {said}"}
