"""Check all puzzles of some files on all processors, and name those that have a fault."""

import sys
from collections import Counter
from collections.abc import Iterator

import nonosat


def faults(sheets: list[nonosat.Sheet]) -> Iterator[str]:
    """A line for each puzzle without exactly one solution, and one for the whole."""
    verdicts = Counter[str]()
    results = nonosat.check_many(sheets, limits=10)
    for number, (sheet, result) in enumerate(zip(sheets, results, strict=True), 1):
        verdicts[result.verdict] += 1
        if not result.is_unique:
            yield f"{sheet.title or number}: {result}"
    yield ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())


if __name__ == "__main__":
    print("\n".join(faults([sheet for path in sys.argv[1:] for sheet in nonosat.load(path)])))
