"""A table of the difficulty of puzzles with pandas, as in a notebook."""

import sys

import pandas as pd

import nonosat


def table(path: str) -> pd.DataFrame:
    """One row for each puzzle: the facts of its check, and its rating."""
    sheets = nonosat.load(path)
    facts = pd.DataFrame([nonosat.check(sheet, limits=10).to_dict() for sheet in sheets])
    facts["stars"] = [nonosat.rate(sheet, limits=10).stars for sheet in sheets]
    return facts[["title", "height", "width", "verdict", "stars", "left"]]


if __name__ == "__main__":
    print(table(sys.argv[1]).sort_values("stars").to_string(index=False))
