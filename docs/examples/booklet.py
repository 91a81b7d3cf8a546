"""A booklet of random puzzles, from easy to hard, with the solutions at the end."""

import sys

import nonosat


def puzzles(stars: tuple[int, int], number: int) -> list[nonosat.Sheet]:
    """Puzzles with one solution that are about this hard."""
    return [
        nonosat.generate("random", size=8, seed=seed, unique=True, stars=stars, limits=60)
        for seed in range(number)
    ]


if __name__ == "__main__":
    sheets = [*puzzles((1, 2), 3), *puzzles((3, 5), 3)]
    style = nonosat.BookStyle(title="Six puzzles", per_page=2)
    made = nonosat.book(sheets, sys.argv[1], style)
    print(made.pages, "pages,", len(made.puzzles), "puzzles")
