"""Checks that all answers to a puzzle agree, before their speeds are compared.

Some facts are certain: a picture that the judge accepted is a solution, and two different ones are two
solutions; a verdict proved by a certificate is right. A solver that claims a solution without a
picture still contradicts the verdict "none".
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from nonosat.batch.journal import Row
from nonosat.bench.one_run import WRONG
from nonosat.render.words import plural
from nonosat.result import Verdict

STATED = "the file"
"""Source of a verdict stated in the puzzle's file, as messages name it."""
PROVED = "its certificate"
"""Source of a verdict proved by a certificate."""
EXPECTED = "--expect"
"""Source of a verdict expected by the user."""
_CLAIMS = {Verdict.UNIQUE.value, Verdict.MULTIPLE.value, Verdict.NONE.value}


def disagreements(rows: Iterable[Row]) -> list[str]:
    """Return one line for each wrong picture and for verdicts that contradict each other."""
    complaints: dict[str, None] = {}
    puzzles: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["kind"] != "run":
            continue
        puzzles[row["key"]].append(row)
        if row["status"] == WRONG:
            complaints[f"{row['title']}: {row['backend']}: {row['error']}"] = None
    for runs in puzzles.values():
        for text in _of_puzzle([row for row in runs if row["status"] != WRONG]):
            complaints[text] = None
    return list(complaints)


def _of_puzzle(runs: list[Row]) -> Iterable[str]:
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
    if not runs:
        return
    name = runs[0]["title"]
    claimed = "; ".join(f"{claim} say {', '.join(who)}" for claim, who in claims.items() if who)
    if sum(bool(who) for who in claims.values()) > 1:
        proof = "; the certificate is right" if runs[0]["proved"] else ""
        yield f"{name}: the verdicts differ: {claimed}{proof}"
    elif claims["none"] and solvers:
        yield f"{name}: {claimed}, but {', '.join(solvers)} found a solution"
    elif claims["unique"] and len(finders) > 1:
        yield f"{name}: {claimed}, but there are {len(finders)} different solutions, found by {', '.join(dict.fromkeys(finders.values()))}"


def _known(row: Row) -> tuple[tuple[str | None, str], ...]:
    """Return the verdicts from other sources than the run, each with its source."""
    return (row["proved"], PROVED), (row["stated"], STATED), (row["expected"], EXPECTED)


def agreement_line(rows: Sequence[Row], complaints: Sequence[str]) -> str:
    """Return the outcome of the check, in one sentence."""
    runs = [row for row in rows if row["kind"] == "run"]
    if complaints:
        return f"DISAGREEMENT: {len(complaints)} (see above); do not trust any figure here"
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


def _compared(definite: Sequence[Row]) -> int:
    """Return the number of verdicts that could be compared with a picture or a second answer."""
    voices: dict[str, set[str]] = defaultdict(set)
    for row in definite:
        voices[row["key"]].add(row["backend"])
        for claim, who in _known(row):
            if claim in _CLAIMS:
                voices[row["key"]].add(who)
    return sum(bool(row["pictures"]) or len(voices[row["key"]]) > 1 for row in definite)
