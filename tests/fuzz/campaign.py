"""What every campaign does: make cases until the time is up, and make the first bad one small."""

import argparse
import random
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

C = TypeVar("C")

SHRINK_SECONDS = 60.0
"""How long a bad case may be made smaller."""


class Fault(NamedTuple):
    """What is wrong with the answers to a case."""

    kind: str
    """A few words; a smaller case counts as the same fault if they are the same."""
    text: str


class Wrong(Exception):
    """Something that must not be, in words; the kind of the fault first, where checks have several."""


class Campaign(ABC, Generic[C]):
    """One kind of cases. The ``repr`` of a case is Python that makes it again."""

    name: str

    @abstractmethod
    def case(self, rng: random.Random) -> C:
        """Make a case; the same for the same random numbers."""

    @abstractmethod
    def fault(self, case: C) -> Fault | None:
        """Try a case."""

    @abstractmethod
    def smaller(self, case: C) -> Iterator[C]:
        """Cases like it that are a little simpler, those that save most first."""

    def close(self) -> None:  # most need nothing
        """End what was started."""


def run(
    campaign: Campaign[C], seconds: float, seed: int, shrink: float = SHRINK_SECONDS
) -> tuple[C, Fault] | None:
    """Try cases for so long; return the first bad one, made small in `shrink` seconds."""
    begin = shown = time.monotonic()
    number = 0
    while number == 0 or time.monotonic() < begin + seconds:
        case = campaign.case(random.Random(f"{seed} {number}"))
        fault = campaign.fault(case)
        if fault is not None:
            say(f"{campaign.name}: case {number} of seed {seed}: {fault.kind}: {fault.text}")
            return shrunk(campaign, case, fault, shrink)
        number += 1
        if time.monotonic() > shown + 10:
            shown = time.monotonic()
            say(f"{campaign.name}: {number} cases in {shown - begin:.0f} s")
    say(f"{campaign.name}: {number} cases in {time.monotonic() - begin:.0f} s, nothing found")
    return None


def shrunk(campaign: Campaign[C], case: C, fault: Fault, seconds: float) -> tuple[C, Fault]:
    """Take simpler cases with the same fault for as long as there are any."""
    end = time.monotonic() + seconds
    while True:
        for simpler in campaign.smaller(case):
            if time.monotonic() > end:
                return case, fault
            now = campaign.fault(simpler)
            if now is not None and now.kind == fault.kind:
                case, fault = simpler, now
                break
        else:
            return case, fault


def row(case: object, fault: Fault) -> str:
    """A line for the table in found.py."""
    return f"    {fault.kind!r}: {case!r},"


def say(text: str) -> None:
    """Tell whoever waits."""
    print(text, file=sys.stderr, flush=True)


def main(campaign: Campaign[C]) -> int:
    """Run a campaign from the command line; 1 when it finds something."""
    parser = argparse.ArgumentParser(description=(sys.modules["__main__"].__doc__ or "").strip())
    parser.add_argument("--seconds", type=float, default=60.0, help="how long to try cases")
    parser.add_argument("--seed", type=int, default=0, help="of the random numbers")
    arguments = parser.parse_args()
    try:
        found = run(campaign, arguments.seconds, arguments.seed)
    finally:
        campaign.close()
    if found is None:
        return 0
    case, fault = found
    say(f"{campaign.name}: {fault.kind}: {fault.text}\nFor the table in tests/fuzz/found.py:")
    print(row(case, fault), flush=True)
    return 1
