"""Shared by all formats: their type, numbered lines, validation with line numbers.

A format maps text or bytes to sheets and back. It never opens files, prints, or exits.
"""

import enum
import re
from collections.abc import Callable, Iterable, Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any, NamedTuple, NoReturn, Self, TypeAlias

from nonosat.advice import Advice, Remark
from nonosat.errors import CannotHold, ParseError, PuzzleError, SomeUnread, TooLarge, Unsure
from nonosat.model import (
    BLACK_AND_WHITE,
    MAX_SIDE,
    Clue,
    Clues,
    Grid,
    Palette,
    Puzzle,
    Sheet,
    check_count,
    check_size,
)
from nonosat.model.color_words import color_words

MAX_BYTES = 32 * 1024 * 1024
"""Maximum bytes read at once: a file, or one record of a record format."""
MAX_LINES = 1_000_000
"""Maximum lines read at once: far beyond any puzzle, and read in seconds."""
MAX_PUZZLE_LINES = 4 * MAX_SIDE
"""Lines of the largest puzzle, half of them blank; tables of numbers have more."""
MAX_PUZZLES = 100_000
"""Maximum puzzles read at once, in formats with several."""
FREE_CELLS = 250_000
"""Maximum cells that a text of any length may declare."""
CREDITS = ("title", "author", "copyright", "license", "source", "id")
"""The text fields of a sheet."""
_NUMBER = re.compile(r"[0-9]{1,6}\Z")


class Record(NamedTuple):
    """Content to read: a whole file, or one record of a file that is a stream of records."""

    content: str | bytes
    """Text whose line ends are ``\\n``; for a binary format, the bytes as they are."""
    source: str = "<string>"
    line: int = 1
    """Number of its first line within the file."""
    named: bool = True
    """True if the user or the suffix names the format. If False, it was recognized by its content,
    and the reader lists in `Sheet.guesses` what another reading would change."""
    is_asked: bool = False
    """True if the user asked for what is found by searching; see `checked_doubts`."""
    format: str = ""
    """The name of its format, if it is known."""
    position: int = 1
    """Number of its first puzzle in the file, from 1."""
    given: bool = True
    """True for a file that the user named, or that is known to be a puzzle file. False for a file
    found in a folder or archive, which is skipped if it is not a puzzle."""

    @property
    def text(self) -> str:
        """The content for a text format."""
        if not isinstance(self.content, str):
            self.fail("this format is a text, not bytes")
        return self.content

    @property
    def data(self) -> bytes:
        """The content for a binary format."""
        if not isinstance(self.content, bytes):
            self.fail("this format is bytes, not a text", 0)
        return self.content

    def lines(self) -> "list[TextLine]":
        """The lines with their numbers in the file; a final newline does not start another line."""
        if self.text.count("\n") > MAX_LINES:
            self.fail(f"more than {MAX_LINES} lines", 0, TooLarge)
        texts = self.text.split("\n")
        if texts[-1] == "":
            texts.pop()
        return list(map(TextLine, texts, count(self.line)))

    def at(self, line: int) -> "Record":
        """Return the same record for errors about another line of the file."""
        return self._replace(line=line)

    def fail(
        self,
        what: str,
        line: int | None = None,
        kind: type[ParseError] = ParseError,
        advice: Advice | None = None,
    ) -> NoReturn:
        """Raise an error at a line of the file: by default that of this record, in binary files none."""
        if line is None:
            line = self.line if isinstance(self.content, str) else 0
        raise kind(what, self.source, line, advice=advice)

    @contextmanager
    def errors_at(
        self, line: int | None = None, kind: type[ParseError] = ParseError
    ) -> Iterator[None]:
        """Raise a PuzzleError of the block again as an error at a line of the file."""
        try:
            yield
        except PuzzleError as err:
            at = self.line if line is None else line
            raise kind(str(err), self.source, at, advice=err.advice) from err

    def number(self, text: str, line: int | None = None, what: str = "number") -> int:
        """Read a plain decimal number of at most six ASCII digits."""
        if not _NUMBER.match(text):
            shown = text.split("\n", 1)[0][:20]
            self.fail(f"{shown!r} is not a {what}", line)
        return int(text)

    def check_size(self, height: int, width: int, line: int | None = None) -> None:
        """Refuse a declared size beyond the caps, before anything of that size is allocated."""
        try:  # faster than `errors_at`
            check_size(height, width)
        except PuzzleError as err:
            raise TooLarge(str(err), self.source, self.line if line is None else line) from err

    def check_stated(self, sizes: "Iterable[Stated]", puzzle: Puzzle) -> None:
        """Refuse a puzzle of another size than is stated."""
        for size in sizes:
            if what := size.wrong(puzzle.height, puzzle.width):
                self.fail(what, size.line)

    def check_packed_size(self, height: int, width: int, line: int | None = None) -> None:
        """Refuse a size as `check_size` does, but for texts that may leave out empty parts.

        A large puzzle needs at least a character per line; otherwise a link of 40 characters could
        declare a board of millions of cells.
        """
        self.check_size(height, width, line)
        if height * width > FREE_CELLS and height + width > len(self.content):
            what = f"{width}x{height} is too large for {len(self.content)} characters"
            self.fail(what, line, TooLarge)

    def check_count(self, puzzles: Sized, line: int | None = None) -> None:
        """Refuse one more puzzle than `MAX_PUZZLES`."""
        if len(puzzles) >= MAX_PUZZLES:
            self.fail(f"more than {MAX_PUZZLES} puzzles", line, TooLarge)

    def puzzle(
        self,
        rows: "Sequence[ClueLine]",
        cols: "Sequence[ClueLine]",
        palette: Palette = BLACK_AND_WHITE,
    ) -> Puzzle:
        """Make a puzzle of clues; errors name the line of the clue."""
        try:
            return Puzzle(
                tuple([clue for clue, _ in rows]), tuple([clue for clue, _ in cols]), palette
            )
        except PuzzleError as err:
            guilty = {"row": rows, "column": cols}.get(err.axis)
            line = guilty[err.index].line if guilty else self.line
            raise ParseError(str(err), self.source, line) from err

    def picture(self, grid: Grid, palette: Palette = BLACK_AND_WHITE, **more: Any) -> Sheet:
        """Make a sheet of a finished picture: derive the clues, and keep the picture as the goal.

        `more` are other fields of the sheet.
        """
        with self.errors_at():
            return Sheet(Puzzle.of_grid(grid, palette), goals=(grid,), **more)

    def fitting_goals(
        self, puzzle: Puzzle, goals: Iterable[tuple[Grid, int]]
    ) -> tuple[tuple[Grid, ...], tuple[str, ...]]:
        """Return the goals that fit the clues, and a sentence about each goal that does not.

        `goals` come with their line numbers.
        """
        fitting, left_out = [], []
        for goal, line in goals:
            wrong: object = (
                f"it is {goal.width}x{goal.height}, the puzzle is {puzzle.width}x{puzzle.height}"
            )
            if (goal.height, goal.width) == (puzzle.height, puzzle.width):
                wrong = puzzle.violation(goal)
            if wrong:
                where = f"{self.source}:{line}" if line else self.source
                left_out.append(
                    f"{where}: the goal is left out, since it does not fit the clues: {wrong}"
                )
            else:
                fitting.append(goal)
        return tuple(fitting), tuple(left_out)


class Doubt(Remark):
    """A remark about something that may make a puzzle another: it is read only if the user asked."""

    line: int
    """The line of the file to blame; 0 if it is not known."""
    where: Sequence[int]
    """The lines of the puzzles, if they were found by searching."""

    def __new__(cls, why: str, line: int = 0, where: Sequence[int] = ()) -> Self:
        doubt = super().__new__(cls, f"not sure: {why.removeprefix('not sure: ')}")
        doubt.line, doubt.where = line, where
        return doubt

    @property
    def remark(self) -> Remark:
        """The remark on a puzzle that the user asked for."""
        return Remark(f"{self} (line {self.line})" if self.line else self)


def checked_doubts(record: Record, found: Sequence[Any]) -> list[Any]:
    """Return sheets and errors, with a remark for each `Doubt` if the user asked for doubtful puzzles.

    Raises:
        Unsure: there is a doubt, and the user did not ask.
    """
    sheets = [one for one in found if isinstance(one, Sheet)]
    doubts = [one for sheet in sheets for one in sheet.guesses if isinstance(one, Doubt)]
    if not doubts:
        return [*found]
    if not record.is_asked:
        sizes = [f"{sheet.puzzle.width}x{sheet.puzzle.height}" for sheet in sheets]
        more = f" and {len(sizes) - 4} more" if len(sizes) > 4 else ""
        count = "1 puzzle" if len(sizes) == 1 else f"{len(sizes)} puzzles"
        lines = [str(line) for line in doubts[0].where]
        where = f", line{'s' * (len(lines) > 1)} {', '.join(lines[:4])}" if lines else ""
        where += " ..." if len(lines) > 4 else ""
        what = f"{doubts[0]}; {count} may be meant ({', '.join(sizes[:4])}{more}{where})"
        advice = Advice("found", (record.source,))
        record.fail(what, doubts[0].line or None, Unsure, advice)
    return [
        replace(one, guesses=tuple(g.remark if isinstance(g, Doubt) else g for g in one.guesses))
        if isinstance(one, Sheet)
        else one
        for one in found
    ]


class TextLine(NamedTuple):
    """One line of a file and its number in it, from 1."""

    text: str
    number: int


class ClueLine(NamedTuple):
    """A parsed clue, and its line in the file (0 if unknown)."""

    clue: Clue
    line: int


class Size(enum.Enum):
    """The lines that a number counts."""

    HEIGHT = "rows"
    WIDTH = "columns"
    BOTH = "both"


class Stated(NamedTuple):
    """A size that is written down: one side, both in any order, or the side of a square."""

    size: Size
    numbers: Sequence[int]
    line: int = 0

    def wrong(self, height: int, width: int) -> str:
        """The complaint about a puzzle of another size; "" if it is this one."""
        have = {Size.HEIGHT: [height], Size.WIDTH: [width]}.get(self.size, sorted((height, width)))
        if sorted([*self.numbers] * (len(have) // len(self.numbers) or 1)) == have:
            return ""
        said = "x".join(map(str, self.numbers))
        said += "" if self.size is Size.BOTH else f" {self.size.value}"
        return f"{said} is stated here, but the puzzle is {width}x{height}"


class Holds(enum.Flag):
    """The things that a format may be able to store."""

    CLUES = 1 << 0
    COLORS = 1 << 1
    """Several inks."""
    RGB = 1 << 2
    """The color value of each ink."""
    NAMES = 1 << 3
    """The name of each ink."""
    GOAL = 1 << 4
    GOALS = 1 << 5
    """More than one goal."""
    GIVENS = 1 << 6
    """Given cells."""
    SAVED = 1 << 7
    """An unfinished game."""
    SEVERAL = 1 << 8
    """Any number of puzzles in a file."""
    OBLONG = 1 << 9
    """Puzzles whose height and width differ."""
    NOTES = 1 << 10
    TITLE = 1 << 11
    AUTHOR = 1 << 12
    COPYRIGHT = 1 << 13
    LICENSE = 1 << 14
    SOURCE = 1 << 15
    ID = 1 << 16
    BLOTS = 1 << 17
    """Blocks of unknown length."""
    CREDITS = TITLE | AUTHOR | COPYRIGHT | LICENSE | SOURCE | ID

    @property
    def words(self) -> list[str]:
        """Return the names of the things for messages, in alphabetical order."""
        return sorted(str(one.name).lower() for one in self)


Split: TypeAlias = Callable[..., Iterator[tuple[int, str]]]
"""A function that splits lines (without newlines), and their source, into (number of first line from 1, text)."""


class Format(NamedTuple):
    """One file format: what it holds, and the functions that read and write it."""

    holds: Holds
    reader: Callable[[Record], list[Sheet]]
    """Read every puzzle of a record, or raise a ParseError that names the line of the file. A `Doubt` among the
    guesses of a sheet says that something may make it another puzzle."""
    write: Callable[[Sequence[Sheet]], str | bytes] | None
    """Write puzzles that passed `check_holds`, or raise CannotHold if one still does not fit.
    None means that nonosat cannot write the format."""
    binary: bool = False
    """True if the format is bytes instead of text."""
    split: Split | None = None
    """Split a file into records; None means that it cannot be read as a stream."""
    suffixes: tuple[str, ...] = ()
    """Of a format of another package: its suffixes, such as ``.mine``."""
    signs: tuple[str, ...] = ()
    """Of a format of another package: patterns that all match in its texts; ``^`` begins a line."""
    may_be_several: Callable[[str], bool] = lambda text: False
    """Return True if a record may hold several puzzles, without reading it; True if in doubt."""

    def read(self, record: Record) -> list[Sheet]:
        """Read every puzzle of a record.

        Raises:
            ParseError: there is none, or a mistake.
            SomeUnread: so it is with some of the puzzles.
            Unsure: one of them is doubtful, and the user did not ask for those.
        """
        try:
            return checked_doubts(record, self.reader(record))
        except SomeUnread as some:
            raise SomeUnread(checked_doubts(record, some.found)) from None


def filled_lines(lines: Iterable[str], source: str = "<string>") -> Iterator[tuple[int, str]]:
    """Split a file of a record per line: each line that is not blank, with its number."""
    return ((number, line) for number, line in enumerate(lines, 1) if line.strip())


def stream_format(
    holds: Holds,
    read_one: Callable[[Record], Sheet],
    write: Callable[[Sequence[Sheet]], str | bytes] | None = None,
    split: Split = filled_lines,
) -> Format:
    """Make the format of a file that is one record after another, each a puzzle."""
    return Format(holds | Holds.SEVERAL, partial(_read_all, split, read_one), write, split=split)


def _read_all(split: Split, read_one: Callable[[Record], Sheet], record: Record) -> list[Sheet]:
    lines = (line.text for line in record.lines())
    sheets = [
        read_one(Record(text, record.source, record.line + at - 1))
        for at, text in split(lines, record.source)
    ]
    if not sheets:
        record.fail("the file is empty")
    return sheets


def check_holds(name: str, holds: Holds, sheets: Sequence[Sheet]) -> None:
    """Refuse puzzles that a format cannot hold, before anything is written.

    Raises:
        CannotHold: there are several puzzles, several inks, given cells or unknown lengths, a
            puzzle is not square, or a picture is missing, and the format cannot hold that.
    """
    if len(sheets) != 1 and Holds.SEVERAL not in holds:
        raise CannotHold(f"{name} holds one puzzle per file, not {len(sheets)}")
    for sheet in sheets:
        puzzle = sheet.puzzle
        if not puzzle.palette.is_black_and_white and Holds.COLORS not in holds:
            raise CannotHold(
                f"{name} has no colors, the puzzle has {len(puzzle.palette.inks)} inks"
            )
        if puzzle.height != puzzle.width and Holds.OBLONG not in holds:
            raise CannotHold(
                f"{name} holds square puzzles only, this one is {puzzle.width}x{puzzle.height}"
            )
        if Holds.CLUES not in holds and not sheet.goals:
            raise CannotHold(f"{name} holds finished pictures only, and the puzzle has none")
        if puzzle.givens is not None and Holds.CLUES in holds and Holds.GIVENS not in holds:
            raise CannotHold(
                f"{name} has no place for given cells; .json and .non have",
                advice=Advice("clues only"),
            )
        if not puzzle.is_complete and Holds.CLUES in holds and Holds.BLOTS not in holds:
            raise CannotHold(
                f"{name} has no place for blocks of unknown length; .json, .non and .xml have"
            )


def lost_fields(holds: Holds, sheets: Sequence[Sheet]) -> list[str]:
    """Return what a format with `holds` cannot keep of `sheets`, for a warning."""
    lost = [
        name
        for name in (*CREDITS, "notes")
        if Holds[name.upper()] not in holds and any(getattr(sheet, name) for sheet in sheets)
    ]
    if not holds & (Holds.GOAL | Holds.GOALS) and any(sheet.goals for sheet in sheets):
        lost.append("goal")
    elif Holds.GOALS not in holds and any(len(sheet.goals) > 1 for sheet in sheets):
        lost.append("goals after the first")
    if Holds.GIVENS not in holds and any(sheet.puzzle.givens for sheet in sheets):
        lost.append("given cells")  # with a finished picture; else `check_holds` refuses
    if not holds & (Holds.CLUES | Holds.BLOTS) and any(
        not sheet.puzzle.is_complete for sheet in sheets
    ):
        lost.append("which numbers are hidden")
    if Holds.SAVED not in holds and any(sheet.saved for sheet in sheets):
        lost.append("the saved game")
    if Holds.RGB not in holds and any(
        [color.rgb for color in sheet.puzzle.palette.colors]
        != [color.rgb for color in BLACK_AND_WHITE.colors]
        for sheet in sheets
    ):
        lost.append("the look of the colors")
    elif Holds.NAMES not in holds and any(
        color.name not in (color.char, color.rgb, color_words(bytes.fromhex(color.rgb[1:]))[0])
        for sheet in sheets
        for color in sheet.puzzle.palette.colors[1:]
    ):
        lost.append("the names of the colors")
    return lost


def some_read(found: Sequence[Sheet | ParseError]) -> list[Sheet]:
    """Return the puzzles of a text.

    Raises:
        ParseError: the first error, if no puzzle was read.
        SomeUnread: some puzzles were read.
    """
    sheets = [one for one in found if isinstance(one, Sheet)]
    if len(sheets) == len(found):
        return sheets
    if sheets:
        raise SomeUnread(found)
    raise next(one for one in found if isinstance(one, ParseError))


def with_doubt(doubt: Doubt, found: Iterable[Sheet | ParseError]) -> list[Sheet | ParseError]:
    """Return puzzles and errors, each puzzle with a doubt more."""
    return [
        replace(one, guesses=(doubt, *one.guesses)) if isinstance(one, Sheet) else one
        for one in found
    ]


def words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


def is_data(record: Record) -> bool:
    """Return True if half of a text is numbers and signs between them; programs rarely have that.

    >>> is_data(Record("rows: 2; 1 1")), is_data(Record("for row in rows: print(row)"))
    (True, False)
    """
    words = "".join(record.text.split())
    return 2 * sum(map(words.count, "0123456789,;:.|#?[](){}")) >= len(words)


def off_by_one_line(found: tuple[int, int], size: tuple[int, int]) -> bool:
    """Return True if a size differs from the declared one only by a slip; then clues are read.

    A slip is one line more or less, or rows and columns exchanged.
    """
    return found == size[::-1] or sum(abs(a - b) for a, b in zip(found, size, strict=True)) == 1


def raise_with_clues(
    error: ParseError,
    rows: Sequence[ClueLine],
    cols: Sequence[ClueLine],
    palette: Palette,
    size: tuple[int, int],
) -> NoReturn:
    """Raise an error about the number of clues again, with the clues added, which `conflict` needs.

    Args:
        size: the height and width that the file declares.
    """
    row_clues, col_clues = (tuple(line.clue for line in lines) for lines in (rows, cols))
    try:
        check_count(Clues(row_clues, col_clues, palette), *size)
    except PuzzleError as err:
        raise error from err
    raise error


def ink_letters(palette: Palette, pool: str) -> list[str]:
    """Return a distinct character from `pool` for each ink: its own, one of its name, or any.

    Raises:
        CannotHold: there are more inks than characters.
    """
    used: set[str] = set()
    letters = []
    for index in palette.inks:
        color = palette.colors[index]
        taken = {palette.colors[later].char for later in range(index + 1, len(palette.colors))}
        wanted = [color.char, *(c for c in color.name.lower() if c not in taken)]
        free = [c for c in (*wanted, *pool) if c in pool and c not in used]
        if not free:
            raise CannotHold(f"the format has {len(pool)} characters for inks, too few for this")
        used.add(free[0])
        letters.append(free[0])
    return letters


_NOT_PRINTABLE = r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]"


def printable(text: str) -> str:
    r"""Remove control characters and non-characters from a text (all formats but JSON).

    Keep tabs and line ends. Replace other control characters that are white space by a space.

    >>> printable("a\x1b[1mb\x0cc\n")
    'a[1mb c\n'
    """
    if text.isprintable():
        return text
    return re.sub(_NOT_PRINTABLE, lambda found: " " if found[0].isspace() else "", text)


def one_line(text: str) -> str:
    """Return printable text on one line, for formats where a newline would end it."""
    return " ".join(printable(text).split())
