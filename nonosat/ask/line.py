"""One line by itself: what its clue and the known cells say about it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, TypeAlias, cast

from nonosat.ask.all_solutions.counting import roughly
from nonosat.errors import ParseError, PuzzleError, check_whole
from nonosat.model import MAX_SIDE, AnyClue, Clue, Domains, Grid, Palette, clue_of, default_palette
from nonosat.model.forms import Array
from nonosat.solving.backends.one_line import LinePuzzle
from nonosat.words import plural

AnyCells: TypeAlias = str | int | Domains | Array | Sequence[str] | Sequence[int | None]
"""The cells of a line: their number, or what is known of them."""
_OPEN = "?_ "
"""Signs of an unknown cell."""


@dataclass(frozen=True, slots=True, repr=False)
class LinePlacements:
    """The placements of one clue in its line. Iterating yields each as a text of its cells."""

    clue: Clue
    palette: Palette
    known: str
    """One character per cell: ``?`` unknown, ``.`` blank, else the character of an ink."""
    number: int
    """The exact number of placements; 0 means that the clue contradicts the known cells."""
    forced: str | None
    """The cells that all placements share, as in `known`; None without a placement."""
    if_open: int
    """The number of placements if ``.`` were unknown, too; counted only where `number` is 0."""

    def __iter__(self) -> Iterator[str]:
        for cells in _line(self.clue, self.known, self.palette).placements():
            yield Grid(1, len(cells), cells).drawn(self.palette.chars)[0]

    @property
    def cells(self) -> Mapping[str, tuple[int, ...]]:
        """Numbers from 0 of the forced cells, by ``filled`` or the name of an ink, and ``blank``."""
        inks = self.palette.colors[1:]
        names = ["filled"] if self.palette.is_black_and_white else [ink.name for ink in inks]
        chars = dict(zip([*names, "blank"], [ink.char for ink in inks] + ["."], strict=True))
        return {
            name: tuple(at for at, cell in enumerate(self.forced or "") if cell == char)
            for name, char in chars.items()
        }

    def __repr__(self) -> str:
        return f"<LinePlacements {self}>"

    def __str__(self) -> str:
        what = plural(len(self.known), "cell")
        noun = "placement" if self.number == 1 else "placements"
        text = f"{self.clue.text(self.palette)} in {what}: {roughly(self.number)} {noun}"
        if self.if_open:
            text += f"; {roughly(self.if_open)} if . meant unknown: here . is blank, ? is unknown"
        return text

    def to_dict(self, at_most: int | None = 5) -> dict[str, Any]:
        """Return the JSON form with at most `at_most` placements; None means all.

        The forced cells count from 0, and are missing where there is no placement.
        """
        return {
            "clue": self.clue.text(self.palette),
            "cells": self.known,
            "placements": self.number,
            "first": [*islice(self, at_most)],
            "forced": self.forced,
            **({} if self.forced is None else {n: [*at] for n, at in self.cells.items()}),
        }


def line(clue: AnyClue, cells: AnyCells, palette: Palette | None = None) -> LinePlacements:
    """Find all that one clue says about its line, without listing its placements.

    >>> found = line("3 1", "?????#?")
    >>> found.number, found.forced, found.cells["filled"]
    (2, '?##?.#.', (1, 2, 5))
    >>> [*line([1, 1], 3)], line("2", "#.#").number
    (['#.#'], 0)

    Args:
        clue: as `Puzzle.of` takes it: ``"3 1"``, ``[3, 1]``, ``"2k 1r"``; ``?`` is a hidden number.
        cells: the length of the line, or one character per cell: ``#`` or the letter of an ink,
            ``.`` blank; ``?``, ``_`` and a blank are unknown. Also what ``known=`` takes for a
            puzzle of one line: domains, a row in a list, or a color for each cell.
        palette: None means as many default colors as the clue needs.

    Raises:
        ParseError, PuzzleError: the clue or the cells cannot be read, or the clue does not fit.
    """
    blocks = clue_of(clue, palette)
    palette = palette or default_palette(max((color for _, color in blocks), default=1))
    if isinstance(cells, str) and cells.isascii() and cells.isdigit():
        cells = int(cells[:9])
    if not isinstance(cells, str):
        cells = _known(cells, palette)
    if not 0 < len(cells) <= MAX_SIDE:
        raise PuzzleError(f"a line has 1 to {MAX_SIDE} cells")
    if blocks.room > len(cells):
        raise PuzzleError(f"the clue needs {blocks.room} cells, the line has {len(cells)}")
    chars = dict.fromkeys(_OPEN, "?") | {char: char for char in palette.chars}
    for number, char in enumerate(cells, 1):
        if char not in chars:
            raise ParseError(f"cell {number} is {char!r}, not one of {''.join(chars)!r}", "cells")
    known = "".join(map(chars.__getitem__, cells))
    parsed = _line(blocks, known, palette)
    number, shared = parsed.count(), parsed.cells()
    if_open = 0 if number else _line(blocks, known.replace(".", "?"), palette).count()
    char_of = {1 << number: char for number, char in enumerate(palette.chars)}
    forced = None if shared is None else "".join(char_of.get(mask, "?") for mask in shared)
    return LinePlacements(blocks, palette, known, number, forced, if_open)


def _known(cells: int | Domains | Array | Iterable[Any], palette: Palette) -> str:
    """Return one character per cell; `cells` are not a text."""
    if not isinstance(cells, Domains):
        values = cells.tolist() if hasattr(cells, "tolist") else cells
        if not isinstance(values, list | tuple):
            check_whole(values, "cells", 0)
            return "?" * min(cast("int", values), MAX_SIDE + 1)
        is_line = all(
            isinstance(one, int | None) or (isinstance(one, str) and len(one) == 1)
            for one in values
        )
        cells = Domains.of([values] if is_line else values, palette)
    if min(cells.height, cells.width) > 1:
        raise PuzzleError(f"{cells.width}x{cells.height} cells are known, expected one line")
    words = [*chain.from_iterable(cells.words(palette))]
    for number, word in enumerate(words, 1):
        if len(word) > 1:
            raise PuzzleError(f"cell {number} may be {word}; a line takes one color or ?")
    return "".join(words)


def _line(clue: Clue, known: str, palette: Palette) -> LinePuzzle:
    masks = {char: 1 << number for number, char in enumerate(palette.chars)}
    masks["?"] = (1 << len(masks)) - 1
    return LinePuzzle.of(clue, [masks[char] for char in known], len(palette.colors))
