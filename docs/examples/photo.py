"""The smallest puzzle of a photo that has one solution and is fun for people."""

import sys

import nonosat


def smallest(photo: bytes, colors: int = 1) -> nonosat.Sheet | None:
    """Try sizes from 10 to 40 cells; None if no size gives a puzzle that line logic solves."""
    for side in range(10, 41, 5):
        sheet = nonosat.digitize(photo, side, colors=colors)
        result = nonosat.check(sheet, limits=5)
        if result.is_unique and result.line_solvable:
            return sheet
    return None


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:
        found = smallest(file.read())
    print("no size fits" if found is None else found.goals[0])
