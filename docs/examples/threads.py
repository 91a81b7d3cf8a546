"""Check several puzzles at once in threads: one slow puzzle does not hold up the others."""

import sys
from concurrent.futures import ThreadPoolExecutor

import nonosat


def verdicts(sheets: list[nonosat.Sheet], seconds: float = 10) -> list[nonosat.Verdict]:
    """The verdicts in the order of the sheets."""

    def verdict(sheet: nonosat.Sheet) -> nonosat.Verdict:
        return nonosat.check(sheet, limits=seconds).verdict

    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(verdict, sheets))


if __name__ == "__main__":
    loaded = nonosat.load(sys.argv[1])
    for sheet, verdict in zip(loaded, verdicts(loaded), strict=True):
        print(sheet.title, verdict)
