"""Checks that all answers to a puzzle agree, before their speeds are compared.

Some facts are certain: a picture that the judge accepted is a solution, and two different ones are two
solutions; a verdict proved by a certificate is right. A solver that claims a solution without a
picture still contradicts the verdict "none". `settle_answers` marks runs that a certain fact contradicts as
wrong, and runs that contradict each other as disputed.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonosat.bench.one_run import DISPUTED, WRONG
from nonosat.run.journal import JsonRow
from nonosat.solving.result import Verdict
from nonosat.words import plural

STATED = "the file"
"""Source of a verdict stated in the puzzle's file, as messages name it."""
PROVED = "its certificate"
"""Source of a verdict proved by a certificate."""
EXPECTED = "--expect"
"""Source of a verdict expected by the user."""
_SOLVABLE = "solvable"
"""The claim of a solver that found a solution, and did not look for another."""
_CLAIMS = {Verdict.UNIQUE.value, Verdict.MULTIPLE.value, Verdict.NONE.value}


class Settled(NamedTuple):
    """Rows with the status that the answers of all runs give them."""

    rows: list[JsonRow]
    complaints: list[str]
    """One line for each wrong picture and for verdicts that contradict each other."""


def settle_answers(rows: Sequence[JsonRow]) -> Settled:
    """Mark wrong and disputed runs. Rows that were settled before stay as they are."""
    complaints: dict[str, None] = {}
    puzzles: dict[str, list[JsonRow]] = defaultdict(list)
    marks: dict[int, JsonRow] = {}
    for row in rows:
        if row["kind"] != "run":
            continue
        if row["status"] == WRONG:
            complaints[f"{row['title']}: {row['backend']}: {row['error']}"] = None
        elif row["status"] != DISPUTED:
            puzzles[row["key"]].append(row)
    for runs in puzzles.values():
        for text in _of_puzzle(runs):
            complaints[text] = None
            marks |= _marks(runs, text)
    return Settled([row | marks.get(id(row), {}) for row in rows], list(complaints))


def _marks(runs: Sequence[JsonRow], complaint: str) -> dict[int, JsonRow]:
    """Return what to change in the rows of a puzzle whose answers contradict each other."""
    pictures = len({picture for row in runs for picture in row["pictures"]})
    facts = [(row["proved"], PROVED) for row in runs if row["proved"]]
    facts += [(Verdict.MULTIPLE.value, f"{pictures} judged pictures")] if pictures > 1 else []
    facts += [
        (row["expected"], EXPECTED)
        for row in runs
        if row["expected"] and (row["expected"] != Verdict.NONE.value or not pictures)
    ]
    marks, left = {}, []
    for row in runs:
        claim = row["verdict"] if row["verdict"] in _CLAIMS else _SOLVABLE if row["found"] else ""
        against = [
            who for truth, who in facts[:1]
            if claim and claim != truth and (claim != _SOLVABLE or truth == Verdict.NONE.value)
        ]  # fmt: skip
        if claim == Verdict.NONE.value and pictures and not against:
            against = ["a judged picture"]
        if against:
            marks[id(row)] = {"status": WRONG, "error": f"says {claim}, against {against[0]}"}
        elif claim and not facts:
            left.append((claim, row))
    said = {claim for claim, _ in left} | {row["stated"] for row in runs} & _CLAIMS
    definite = said & _CLAIMS
    if len(definite) > 1 or (Verdict.NONE.value in said and _SOLVABLE in said):
        error = complaint.partition(": ")[2]
        disputed = [row for claim, row in left if claim in _CLAIMS or Verdict.NONE.value in said]
        marks |= {id(row): {"status": DISPUTED, "error": error} for row in disputed}
    return marks


def _of_puzzle(runs: list[JsonRow]) -> Iterable[str]:
    claims: dict[str, list[str]] = defaultdict(list)
    finders: dict[str, str] = {}
    solvers: dict[str, None] = {}
    for row in runs:
        for claim, who in (
            (row["proved"], PROVED),
            (row["verdict"], row["backend"]),
            *_known(row)[1:],
        ):
            if claim in _CLAIMS and who not in claims[claim]:
                claims[claim].append(who)
        for picture in row["pictures"]:
            finders.setdefault(picture, row["backend"])
        if row["found"] or row["pictures"]:
            solvers[row["backend"]] = None
    name = runs[0]["title"]
    claimed = "; ".join(f"{claim} say {', '.join(who)}" for claim, who in claims.items() if who)
    if sum(bool(who) for who in claims.values()) > 1:
        proof = "; the certificate is right" if runs[0]["proved"] else ""
        yield f"{name}: the verdicts differ: {claimed}{proof}"
    elif claims["none"] and solvers:
        yield f"{name}: {claimed}, but {', '.join(solvers)} found a solution"
    elif claims["unique"] and len(finders) > 1:
        yield f"{name}: {claimed}, but there are {len(finders)} different solutions, found by {', '.join(dict.fromkeys(finders.values()))}"


def _known(row: JsonRow) -> tuple[tuple[str | None, str], ...]:
    """Return the verdicts from other sources than the run, each with its source."""
    return (row["proved"], PROVED), (row["stated"], STATED), (row["expected"], EXPECTED)


def agreement_line(rows: Sequence[JsonRow], complaints: Sequence[str]) -> str:
    """Return the outcome of the check, in one sentence."""
    runs = [row for row in rows if row["kind"] == "run"]
    if complaints:
        return f"DISAGREEMENT: {len(complaints)} (see above); wrong and disputed answers are not solved"
    puzzles = len({row["key"] for row in runs})
    proved = len({row["key"] for row in runs if row["proved"]})
    known = f" ({proved} of them with a certificate)" if proved else ""
    count = plural(len(runs), "run")
    definite = [row for row in runs if row["verdict"] in _CLAIMS]
    if not definite:
        return f"agreement: nothing to compare, as none of {count} has a definite verdict"
    lone = len(definite) - _compared(definite)
    alone = f"{plural(lone, 'definite verdict')} of {count} without a second answer or a picture"
    if lone == len(definite):
        return f"agreement: nothing to compare, {alone}"
    which, agree = f"all {len(definite) - lone} definite verdicts", "agree"
    if len(definite) - lone == 1:
        which, agree = "the only definite verdict", "holds"
    rest = f"; nothing to compare for {alone}" if lone else ""
    return (
        f"agreement: {which} of {count} on {plural(puzzles, 'puzzle')}{known} {agree}, "
        f"and no picture was rejected{rest}"
    )


def _compared(definite: Sequence[JsonRow]) -> int:
    """Return the number of verdicts that could be compared with a picture or a second answer."""
    voices: dict[str, set[str]] = defaultdict(set)
    for row in definite:
        voices[row["key"]].add(row["backend"])
        for claim, who in _known(row):
            if claim in _CLAIMS:
                voices[row["key"]].add(who)
    return sum(bool(row["pictures"]) or len(voices[row["key"]]) > 1 for row in definite)
