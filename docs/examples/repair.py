"""Change the fewest cells of a picture until its puzzle has one solution."""

import sys

import nonosat


def mended(picture: nonosat.Grid, seconds: float = 10) -> nonosat.Grid:
    """The picture with the fewest changes; the picture itself if nothing helps in time."""
    found = nonosat.fewest_changes(picture, limits=seconds)
    print(found, file=sys.stderr)
    return found.proposals[0] if found.proposals else picture


if __name__ == "__main__":
    rows = nonosat.Grid.of(sys.stdin.read())
    better = mended(rows)
    print(better)
    assert nonosat.check(nonosat.Puzzle.from_picture(better)).is_unique
