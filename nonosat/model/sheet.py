"""A puzzle, and what its file says about it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonosat.advice import Advice, Remark
from nonosat.errors import UsageError, check_kind, check_whole
from nonosat.model.colors import Palette
from nonosat.model.domains import Domains
from nonosat.model.forms import Drawn
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from PIL.Image import Image

AnyPicture: TypeAlias = "Sheet | Grid | Image | Iterable[str | Iterable[int]]"
"""A finished picture: a sheet with one, a grid, a Pillow image, or rows as in `Grid.of`."""


ROWS_FIRST = Remark(
    "the file does not say which side comes first: read as rows, then columns",
    Advice("columns first"),
)
_TEXTS = ("title", "author", "copyright", "license", "source", "id")


@dataclass(frozen=True, slots=True, repr=False)
class Sheet(Drawn):
    """A puzzle, and what its file says about it. The goals have the puzzle's palette."""

    puzzle: Puzzle
    goals: tuple[Grid, ...] = ()
    """Finished pictures that the file gives as solutions."""
    saved: Domains | None = None
    """An unfinished game. It is not part of the puzzle, unlike `Clues.givens`."""
    title: str = ""
    author: str = ""
    copyright: str = ""
    license: str = ""
    source: str = ""
    """Origin of the puzzle according to its file (a credit, not the file's name)."""
    id: str = ""
    notes: tuple[tuple[str, str], ...] = ()
    """Anything else, as (name, text)."""
    guesses: tuple[str, ...] = field(default=(), compare=False)
    """Sentences, such as `Remark`, about what the reader guessed; the author may have meant something else."""
    side: int = field(default=1, compare=False)
    """Side of each cell in pixels, if read from an enlarged picture; else 1."""
    file: str = field(default="", compare=False)
    """Name of the file that `nonosat.load` read it from."""
    position: int | None = field(default=None, compare=False)
    """Number of the puzzle in that file, from 1."""

    def __post_init__(self) -> None:
        check_kind(self.puzzle, "puzzle", Puzzle)
        check_kind(self.saved, "saved", Domains, type(None))
        for name in _TEXTS:
            if type(text := getattr(self, name)) is not str:
                check_kind(text, name, str)
        for name in ("goals", "notes", "guesses"):
            check_kind(getattr(self, name), name, tuple)
        check_whole(self.side, "side")
        for note in self.notes:
            if type(note) is not tuple or [*map(type, note)] != [str, str]:
                raise UsageError("notes must be pairs of str")
        if self.goals:
            for goal in self.goals:
                check_kind(goal, "a goal", Grid)
            palette = self.puzzle.palette
            goals = tuple([goal.in_colors(palette) for goal in self.goals])
            object.__setattr__(self, "goals", goals)

    def __repr__(self) -> str:
        title = f" {self.title[:40]!r}" if self.title else ""
        return f"<Sheet{title} {self.puzzle.width}x{self.puzzle.height}>"

    @property
    def _drawn_cells(self) -> int:
        return self.puzzle.height * self.puzzle.width

    @classmethod
    def of(cls, value: "Sheet | Puzzle") -> "Sheet":
        """Make a sheet of a bare puzzle, or return a sheet unchanged.

        Raises:
            UsageError: `value` is neither.
        """
        if isinstance(value, Puzzle):
            return cls(value)
        if not isinstance(value, Sheet):
            kind = type(value).__name__
            source = "nonosat.load returns a list of sheets"
            if isinstance(value, str | tuple):
                source = "Puzzle.of(rows, columns) makes a puzzle of clues"
            raise UsageError(f"expected a Puzzle or a Sheet, got {kind}; {source}")
        return value

    @property
    def remarks(self) -> tuple[str, ...]:
        """Sentences about what the user should check before using the puzzle."""
        turned = self.puzzle.transpose() if ROWS_FIRST in self.guesses else None
        remarks = [one for one in self.guesses if one != ROWS_FIRST or turned != self.puzzle]
        if self.side > 1:
            what = f"read cell by cell, each of {self.side}x{self.side} pixels"
            remarks.append(Remark(what, Advice("pixels")))
        if (two := self.puzzle.palette.look_alikes) is not None:
            one, other = two
            remarks.append(
                f"{one.name} ({one.char}) and {other.name} ({other.char}) are both {one.rgb}: only "
                "their letters tell them apart"
            )
        return tuple(remarks)

    def clues_only(self) -> "Sheet":
        """Return the same sheet without given cells and finished pictures."""
        return replace(self, puzzle=self.puzzle.clues_only(), goals=())

    @property
    def shown(self) -> Domains | None:
        """Cells to show in an unsolved puzzle: the given ones, and a saved game if it fits them."""
        both = self.puzzle.within(self.saved)
        return both if both is None or both.contradiction() is None else self.puzzle.givens


TYPED = "<typed>"
"""The source of a puzzle that does not come from a file."""


def puzzle_name(source: str, position: int, several: bool = False) -> str:
    """A puzzle's name in messages: its file, and its number if the file has several."""
    return f"{source}#{position}" if several or position > 1 else source


class SourcedSheet(NamedTuple):
    """A puzzle, and where it comes from."""

    sheet: Sheet
    source: str
    """Name of its file, `TYPED`, or ``<stdin>``."""
    position: int = 1
    """Number of the puzzle in the file, from 1."""
    several: bool = False
    """True if the file is known to hold more than one puzzle."""

    @property
    def name(self) -> str:
        return puzzle_name(self.source, self.position, self.several)

    @property
    def facts(self) -> dict[str, Any]:
        """The first entries of the puzzle's JSON object."""
        return {
            "source": self.source,
            "position": self.position,
            "title": self.sheet.title or None,
            "remarks": [*self.sheet.remarks],
        }

    def titled(self) -> "SourcedSheet":
        """Return it with a title: its own, or else the name of its file, and the number in it."""
        file = PurePath(self.source.removesuffix(".gz"))
        if self.sheet.title or not file.suffix:
            return self
        title = file.stem.replace("_", " ") + self.name.removeprefix(self.source).replace("#", " ")
        return self._replace(sheet=replace(self.sheet, title=title))

    def clues_only(self) -> "SourcedSheet":
        """Return the same puzzle without given cells and finished pictures."""
        return self._replace(sheet=self.sheet.clues_only())


def puzzle_of(value: Puzzle | Sheet) -> Puzzle:
    """Return the puzzle of a sheet, or a puzzle unchanged."""
    return value if isinstance(value, Puzzle) else Sheet.of(value).puzzle


def check_numbers(sheet: Sheet) -> None:
    """Refuse hidden numbers, before new clues are made from a picture."""
    if not sheet.puzzle.is_complete:
        raise UsageError(
            "some numbers of this puzzle are hidden; a picture is repaired for all numbers of its "
            "clues",
            advice=Advice("blot"),
        )


def picture_of(value: AnyPicture, palette: Palette | None = None) -> Grid:
    """Return the first finished picture of a sheet, or make a grid as `Grid.of_picture` does.

    Raises:
        UsageError: `value` is a puzzle, or a sheet without a picture or with hidden numbers.
        PuzzleError: see `Grid.of_picture`.
    """
    if isinstance(value, Sheet):
        check_numbers(value)
    if isinstance(value, Sheet | Puzzle):
        value = finished_picture(value)
    return Grid.of_picture(value, palette)


def finished_picture(value: Puzzle | Sheet) -> Grid:
    """Return the first finished picture of a sheet; refuse what has none."""
    if isinstance(value, Sheet) and value.goals:
        return value.goals[0]
    raise UsageError(f"{value!r} has no finished picture; nonosat.solve finds one")
