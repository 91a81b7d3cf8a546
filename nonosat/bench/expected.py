"""Verdicts that are known, read from a file.

The file is CSV or JSON lines. A name is the title or the key of a puzzle in the results, or the path
of a file with one puzzle::

    name,verdict                                 {"name": "hard/domino.non", "verdict": "unique"}
    hard/domino.non,unique                       {"name": "random-30x30-s1-1", "verdict": "none"}
"""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence

from nonosat.bench.one_run import OK, WRONG
from nonosat.bench.suites import cases_of
from nonosat.errors import ParseError, UsageError
from nonosat.files import read_text
from nonosat.run.journal import JsonRow
from nonosat.solving.result import Verdict

VERDICTS = tuple(verdict.value for verdict in Verdict if verdict is not Verdict.UNKNOWN)


def judged(
    rows: Sequence[JsonRow], expect: str | None, certificates: str | None
) -> tuple[list[JsonRow], int]:
    """Judge the runs of results, header first, by a file of verdicts and a folder of certificates.

    Return the rows, and the number of names in the file that match no puzzle.
    """
    header, *runs = rows
    changes: dict[str, JsonRow] = {row["key"]: {} for row in runs}
    unused = 0
    if expect is not None:
        verdicts, unused = _matched(runs, expect)
        for key, verdict in verdicts.items():
            changes[key]["expected"] = verdict
    if certificates is not None:
        proved = {case.key: case.proved for case in cases_of([certificates])[0] if case.proved}
        if not changes.keys() & proved:
            raise UsageError(f"{certificates}: no certificate of one of these puzzles")
        for key in changes.keys() & proved:
            changes[key]["proved"] = proved[key]
    runs = [row | changes[row["key"]] for row in runs]
    return [header, *(check_expected(row, row["expected"] or "") for row in runs)], unused


def _matched(runs: Sequence[JsonRow], path: str) -> tuple[dict[str, str], int]:
    """Return the verdicts that a file expects, by key of the puzzle, and how many names match none.

    A source stands for its only puzzle.
    """
    verdicts = _read(path)
    together = defaultdict(set)
    for row in runs:
        together[row["source"]].add(row["key"])
    found, used = {}, set()
    for row in runs:
        source, key = row["source"], row["key"]
        names = [row["title"], key, *([source] if len(together[source]) == 1 else [])]
        if told := next((name for name in names if name in verdicts), ""):
            found[key] = verdicts[told]
            used.add(told)
    if not used:
        raise UsageError(f"{path} names none of these puzzles, such as {runs[0]['title']!r}")
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
