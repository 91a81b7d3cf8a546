"""Objects of JSON in the form that nonosat writes, and in those of a few collections.

Names match without regard to case, ``_`` and ``-``. The clues are lists of lists under ``rows`` and
``columns``, or other words for them; a block is a length, ``"?"``, or a pair of it and a color. A picture is under
``goal``, ``solution``, ``grid`` or ``matrix``. Other entries become notes. Objects in
other forms are searched, as programs are.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, TypeAlias

from nonosat.errors import PuzzleError
from nonosat.formats.base import Doubt, Record, Size, Stated, off_by_one_line, words
from nonosat.formats.data.colors import BLACK, Inks, declared_inks, inks_of_tokens, shown
from nonosat.formats.lines import (
    CLUE,
    TOPICS,
    Inked,
    Side,
    TextBlock,
    plain_name,
    role_of,
    size_of,
    subwords,
)
from nonosat.formats.said.clue import Odd, text_clue
from nonosat.formats.said.grid import read_picture
from nonosat.formats.said.harmless import says_way
from nonosat.model import (
    AXES,
    ROWS_FIRST,
    UNKNOWN,
    Block,
    Clue,
    Domains,
    Grid,
    Line,
    MissizedClues,
    Palette,
    Puzzle,
    Sheet,
)

PICTURES = ("goal", "solution", "grid", "matrix", "picture")
"""Names of a finished picture, which may be in colors."""
_CREDITS = {
    "title": ("title", "name"),
    "author": ("author", "by"),
    "copyright": ("copyright",),
    "license": ("license", "licence"),
    "source": ("source",),
    "id": ("id",),
}
OF_COLORS = ("colors", "colornames", "solutionchars")
"""Names of what is said of colors; their letters may be those of sides."""
_WORDS = TOPICS | words(
    "pattern patterns input inputs puzzle nonogram header headers sequence sequences condition conditions"
)
"""Words beside that for a side which do not change what it means."""
MAX_DEPTH = 16
"""Lists and objects around a value."""
Sides: TypeAlias = Sequence[Sequence[Sequence[TextBlock]]]
"""The clues of the rows, and those of the columns."""


class OtherForm(Exception):
    """An object is not in this form; the walk may still read it. The text says why, if it is a mistake."""


class Fields:
    """The entries of an object under their plain names; remembers which were taken."""

    def __init__(self, value: dict[str, object]) -> None:
        self._entries: dict[str, tuple[str, object]] = {}
        self.sides: list[tuple[Side, str]] = []
        """The values that may be clues: their sides and names."""
        self._loose = 0
        """The names of sides that mean the other side to some."""
        self.way: str = ""
        """The key of a side with other words, which may say another way."""
        for key, item in value.items():
            key = key[:100]  # names are cached
            name = plain_name(key)
            if name not in self._entries:
                self._entries[name] = key, item
                side, rest, loose = role_of(key)
                if side and _may_be_clues(item):
                    self.sides.append((side, name))
                    self._loose += bool(loose)
                    if says_way(key) or any(not (w in _WORDS or w.isdecimal()) for w in rest):
                        self.way = key

    def get(self, name: str, kind: type | tuple[type, ...] = object) -> Any:
        """The value of a name, if it is of a `kind`; else None."""
        value = self._entries.get(name, ("", None))[1]
        return value if isinstance(value, kind) else None

    def take(self, *names: str, kind: type | tuple[type, ...] = object) -> Any:
        """Take away the first of some names that has a value of a `kind`; None if none has."""
        for name in names:
            if (value := self.get(name, kind)) is not None:
                del self._entries[name]
                return value
        return None

    def rest(self) -> Iterable[tuple[str, object]]:
        """The entries that were not taken, with their keys as written."""
        return self._entries.values()

    @property
    def is_loose(self) -> bool:
        """True if the names of both sides mean the other side to some."""
        return self._loose > 1

    @property
    def is_form(self) -> bool:
        """True for one list for each side, or a picture under the names above and no clues."""
        if self.sides:
            is_pair = len(self.sides) == 2 and len(dict(self.sides)) == 2
            return is_pair and all(_listed(self.get(name)) for _, name in self.sides)
        if any(inner_sides(key, item) for key, item in self.rest()):
            return False
        pictures = [self.get(name, (list, str)) for name in ("goals", *PICTURES)]
        return any(isinstance(one, list) or "\n" in one for one in pictures if one)


def inner_sides(key: str, value: object) -> set[Side | None]:
    """Return the sides that an inner object seems to have clues of; letters of colors name none."""
    if not isinstance(value, dict) or plain_name(key[:100]) in OF_COLORS:
        return set()
    return {role_of(key[:100]).side for key, item in value.items() if _may_be_clues(item)} - {None}


def inner_key(value: dict[str, Any]) -> str | None:
    """The key of the only object in another that has clues of both sides."""
    found = [key for key, item in value.items() if len(inner_sides(key, item)) == 2]
    return found[0] if len(found) == 1 else None


def _may_be_clues(item: object) -> bool:
    return bool(item) and (
        isinstance(item, (list, dict)) or (isinstance(item, str) and bool(CLUE.match(item)))
    )


def read_form(record: Record, fields: Fields) -> Sheet:
    """Read an object that `is_form`.

    Raises:
        OtherForm: its clues or sizes are in another form, or there is a mistake in plain clues.
        PuzzleError, ParseError: there is another mistake.
    """
    if fields.way:
        raise OtherForm(f"{fields.way!r} may say that the clues are meant otherwise")
    names = sorted(fields.sides, key=lambda one: one[0] is Side.COLUMN)
    lists = [_listed(fields.take(name)) for _, name in names]
    if int in (kinds := {*map(type, chain(*lists))}):
        if len(kinds) == 1:
            raise OtherForm("a number for each line may be a count of its cells")
        lists = [[[one] if type(one) is int else one for one in side] for side in lists]
    rows, cols = lists or (None, None)
    width, height = size = fields.take("width", "columns", "cols"), fields.take("height", "rows")
    stated = [(key, value) for key, value in fields.rest() if size_of(key)]
    for side in size:
        if type(side) not in (int, type(None)):
            raise PuzzleError(f"the size says {shown(side)}, which is not a number of cells")
    record.check_size(height or 1, width or 1)
    for key, _ in stated:
        fields.take(plain_name(key))
    if rows is None or cols is None:
        sheet = _pictured(record, fields)
    else:
        record.check_size(len(rows), len(cols))
        if width not in (None, len(cols)) or height not in (None, len(rows)):
            said = f"{width} columns" if width not in (None, len(cols)) else f"{height} rows"
            what = f"{said} is stated here, but the puzzle is {len(cols)}x{len(rows)}"
            declared = height or len(rows), width or len(cols)
            raise OtherForm(what) from _missized(rows, cols, declared)
        sides = [_clues(rows, "row"), _clues(cols, "column")]
        is_plain = sides[0] is rows and sides[1] is cols
        sheet = _sheet_of_clues(record, fields, sides, is_plain)
    have = sheet.puzzle.width, sheet.puzzle.height
    for key, value in stated:
        if not _states(size_of(key), value, have[1], have[0]):
            what = f"{shown(value)} is stated under {key!r}, but the puzzle is {have[0]}x{have[1]}"
            raise OtherForm(what) if rows is not None else PuzzleError(what)
    if width not in (None, have[0]) or height not in (None, have[1]):
        said = f"{width or have[0]}x{height or have[1]}"
        raise PuzzleError(f"the size says {said}, the picture is {have[0]}x{have[1]}")
    return sheet


def _missized(rows: list[Any], cols: list[Any], size: tuple[int, int]) -> PuzzleError | None:
    """The error with the clues, which `conflict` needs, if they are lengths and the size is a slip."""
    clues = [*rows, *cols]
    if {*map(type, clues)} != {list} or not off_by_one_line((len(rows), len(cols)), size):
        return None
    if any(type(one) is not int or one < 1 for one in chain.from_iterable(clues)):
        return None
    err = PuzzleError("the size is another")
    row_clues, col_clues = (tuple(Clue(map(Block, clue)) for clue in side) for side in (rows, cols))
    err.clues = MissizedClues(row_clues, col_clues, size=size)
    return err


def _states(which: Size | None, value: object, height: int, width: int) -> bool:
    """True if a value states the size of a puzzle."""
    if isinstance(value, dict) and which is Size.BOTH:
        return all(
            size_of(key) and _states(size_of(key), one, height, width) for key, one in value.items()
        )
    if isinstance(value, str) and re.fullmatch(r"\d{1,5}\s*[xX\xd7]\s*\d{1,5}", value):
        value = [int(one) for one in re.findall(r"\d+", value)]
    numbers: list[Any] = value if isinstance(value, list) else [value]
    if which is None or not numbers or not all(type(one) is int for one in numbers):
        return False
    return not Stated(which, numbers).wrong(height, width)


def _listed(value: object) -> Any:
    """A side as a list: the lines of a text, or the values of an object that counts."""
    if isinstance(value, str) and "\n" in value:
        lines = [line.strip() for line in value.removesuffix("\n").split("\n")]
        return lines if lines[0] and lines[-1] else None  # a blank line may be a clue
    if isinstance(value, dict) and {*value} in (
        {*map(str, range(start, start + len(value)))} for start in (0, 1)
    ):
        return [value[key] for key in sorted(value, key=int)]
    return value if isinstance(value, list) else None


def _clues(clues: list[Any], axis: str) -> Sequence[Sequence[TextBlock]]:
    """The clues of a side, themselves if they are lengths alone.

    Raises:
        OtherForm: they are other things than lists of blocks.
    """
    if {*map(type, clues)} == {str}:
        try:
            return [text_clue(text, 0).blocks for text in clues]
        except Odd as odd:
            raise OtherForm(f"{odd.what}") from odd
    if {*map(type, clues)} != {list}:
        raise OtherForm("")
    if {*map(type, chain.from_iterable(clues))} <= {int}:
        return clues
    return [[_block(block, axis, index) for block in clue] for index, clue in enumerate(clues)]


def _block(value: Any, axis: str, index: int) -> TextBlock:
    """A block such as 2, ``[2, "k"]``, ``"2k"`` or ``{"count": 2, "color": "k"}``."""
    if type(value) is int:
        return value
    length, ink = value if type(value) is list and len(value) == 2 else (value, "")
    if type(length) is int and type(ink) is str:
        return Inked(length, ink)
    if isinstance(value, dict):
        fields = Fields(value)
        length, ink = fields.take("n", "count", "length"), fields.take("color", "colour") or ""
    elif isinstance(value, str) and (match := re.fullmatch(r"(\d{1,6}|\?)([^\W\d]\w*)?", value)):
        length, ink = match[1], match[2] or ""
        length = length if length == UNKNOWN else int(length)
    elif isinstance(length, str) and length != UNKNOWN:
        length, ink = ink, length
    if not isinstance(ink, str) or (length != UNKNOWN and type(length) is not int):
        raise OtherForm(f"{Line(axis, index)}: {shown(value)} is not a block")
    return Inked(None if length == UNKNOWN else length, ink)


def _sheet_of_clues(record: Record, fields: Fields, sides: Sides, is_plain: bool) -> Sheet:
    """The sheet of the clues of two sides, with all else that an object says.

    Args:
        is_plain: the blocks are lengths alone.

    Raises:
        OtherForm: there is a mistake in clues without colors, or in their picture.
    """
    inks = _declared(fields)
    if inks is None and is_plain:
        try:
            puzzle, inks = Puzzle.of_lengths(*sides), BLACK  # type: ignore[arg-type]  # all are int
        except PuzzleError as err:
            raise OtherForm(str(err)) from err
    else:
        inks = inks or _inks_of_clues(chain(*sides))
        made = {
            block: _inked(block, inks, sides) for block in {*chain.from_iterable(chain(*sides))}
        }
        rows, cols = (
            tuple(Clue(map(made.__getitem__, clue)) if [*clue] != [0] else Clue() for clue in side)
            for side in sides
        )
        puzzle = Puzzle(rows, cols, inks.palette)
    is_ours = any(fields.get(name) for name in ("goals", "goal"))
    pictures = _pictures(fields)
    is_bare = len(inks.palette.colors) == 2 and all(map(_is_numeric, pictures))
    if is_bare and not is_ours:
        pictures = [*map(_filled, pictures)]
    try:
        goals = [_picture(picture, inks)[0] for picture in pictures]
    except PuzzleError as err:
        if is_ours:
            raise
        sheet = _finished(record, fields, puzzle, inks, [])
        return replace(sheet, guesses=(Doubt(f"the solution is left out: {err}"),))
    if is_bare:
        goals = [_fitting(puzzle, goal) for goal in goals]
    guesses: tuple[str, ...] = ()
    if fields.is_loose and puzzle.rows != puzzle.cols:
        turned = Puzzle(puzzle.cols, puzzle.rows, puzzle.palette)
        if goals and not puzzle.accepts(goals[0]) and turned.accepts(goals[0]):
            puzzle = turned
        elif not goals or not puzzle.accepts(goals[0]):
            guesses = (ROWS_FIRST,)
    sheet = _finished(record, fields, puzzle, inks, goals)
    return replace(sheet, guesses=guesses + sheet.guesses) if guesses else sheet


def _is_numeric(picture: object) -> bool:
    return isinstance(picture, list) and all(
        isinstance(row, list) and all(isinstance(cell, int) for cell in row) for row in picture
    )


def _filled(picture: list[Any]) -> list[Any]:
    """A picture of two numbers as one of 0 and 1; some files have 1 for a blank and 2 for a filled cell."""
    values = {cell for row in picture for cell in row}
    if len(values) != 2:
        return picture
    return [[int(cell == max(values)) for cell in row] for row in picture]


def _fitting(puzzle: Puzzle, goal: Grid) -> Grid:
    """The goal, or its negative if only that fits: some files have 0 for a filled cell."""
    negative = replace(goal, cells=bytes(1 - cell for cell in goal.cells))
    return negative if not puzzle.accepts(goal) and puzzle.accepts(negative) else goal


def _inked(block: TextBlock, inks: Inks, sides: Sides) -> Block:
    """A block with its color: black, or the only ink, if it does not say one."""
    length, ink = block if isinstance(block, Inked) else (block, "")
    if ink:
        color = inks.find(ink)
    elif inks.palette.is_black_and_white:
        color = 1
    else:
        color = next(filter(None, map(inks.find, ("#", "black", "k"))), None)
    if color:
        return Block(length, color)
    what = f"{'unknown' if color is None else 'background'} color {ink[:20]!r}"
    if not ink:
        what = f"block {UNKNOWN if length is None else length} does not say its color"
    lines = (
        Line(axis, at)
        for axis, side in zip(AXES, sides, strict=True)
        for at, clue in enumerate(side)
        if block in clue
    )
    raise PuzzleError(f"{next(lines)}: {what}")


def _inks_of_clues(clues: Iterable[Sequence[TextBlock]]) -> Inks:
    inks = [block.ink if isinstance(block, Inked) else "" for clue in clues for block in clue]
    named = [ink for ink in inks if ink]
    if named and len(named) < len(inks) and not {"k", "black"} & {*named}:
        named = ["black", *named]
    return inks_of_tokens(named)


def _pictured(record: Record, fields: Fields) -> Sheet:
    """The sheet of an object without clues."""
    inks, pictures = _declared(fields), _pictures(fields)
    if not pictures:
        raise OtherForm("")
    grid, palette = _picture(pictures[0], inks or _inks_of_picture(pictures[0]))
    # Letters without a declaration may mean other colors in a second picture.
    inks = inks or Inks(palette, {c.char: i for i, c in enumerate(palette.colors)})
    goals = [_picture(picture, inks)[0] for picture in pictures]
    return _finished(record, fields, Puzzle.of_grid(grid, palette), inks, goals)


def _finished(
    record: Record, fields: Fields, puzzle: Puzzle, inks: Inks, goals: Sequence[Grid]
) -> Sheet:
    """The sheet of a puzzle with givens, saved game, credits and notes."""
    known: list[Domains | None] = []
    for key in ("givens", "saved"):
        rows = fields.take(key, kind=list)
        known.append(Domains.of(rows, inks.palette) if rows else None)
        size = puzzle.height, puzzle.width
        if (found := known[-1]) and (found.height, found.width) != size:
            raise PuzzleError(f"{key} are not {puzzle.width}x{puzzle.height} cells")
    puzzle = replace(puzzle, givens=known[0]) if known[0] else puzzle
    fitting, guesses = record.fitting_goals(puzzle, [(goal, record.line) for goal in goals])
    credits: dict[str, Any] = {
        field: _text(fields.take(*names)) for field, names in _CREDITS.items()
    }
    # Notes come last: they are all entries that were not taken.
    if fields.get("format") != "nonogram":
        size = puzzle.height, puzzle.width
        place = f"{record.source}:{record.line}: "  # the doubt is named with it, too
        doubts = [Doubt(guess.removeprefix(place)) for guess in guesses]
        guesses = (*doubts, *_doubts(fields.rest(), size))
    return Sheet(puzzle, fitting, known[1], **credits, notes=_notes(fields), guesses=guesses)


_ANY_TEXT = words(
    "title name author authors by designer creator copyright license source id url link"
)
"""Words of names whose texts may say anything."""
_STATES = words("state states cells board grid saved progress marks given givens")
"""Names of a picture or a game of the size of the puzzle."""
_ORDER = words("order sort sorting sorted direction color colors colour colours ink inks palette")
_COLORS = words("color colors colour colours ink inks")
"""Words of names that may change what clues mean."""


def doubtful(key: str, value: object, size: tuple[int, int]) -> bool:
    """True for an entry that may change the puzzle beside it; `size` is its height and width."""
    parts = {*subwords(key[:100])}
    if _says_side(key) or parts & _ORDER:
        return value not in (None, "", [], {})
    if isinstance(value, str):
        return not parts & _ANY_TEXT and (
            says_way(value) or (len(value) < 40 and _says_side(value))
        )
    if isinstance(value, dict):
        return not parts & _STATES and any(doubtful(name, one, size) for name, one in value.items())
    if not isinstance(value, list):
        return False
    if parts & _STATES and {*map(type, value)} <= {list, str} and len(value) == size[0]:
        return {*map(len, value)} != {size[1]}
    return len(value) in size or any(doubtful("", one, size) for one in value)


def _says_side(text: str) -> bool:
    words = subwords(text[:100])
    return says_way(text) or any(role_of(word).side and len(word) > 1 for word in words)


def _doubts(entries: Iterable[tuple[str, object]], size: tuple[int, int]) -> Iterable[Doubt]:
    for key, value in entries:
        parts = {*subwords(key[:100])}
        if isinstance(value, list) and parts & _COLORS and any(role_of(one).side for one in parts):
            raise PuzzleError(f"{plain(key)[:40]!r} has the colors of clues; write [length, color]")
        if doubtful(key, value, size):
            yield Doubt(f"{plain(key)[:40]!r} beside the clues is not understood")


def _declared(fields: Fields) -> Inks | None:
    """The inks that an object declares, if it does."""
    colors = fields.take("colors", "colours")
    if colors is None:
        return None
    names, chars = fields.take("colornames"), fields.take("solutionchars")
    return declared_inks(colors, names, fields.take("background", "backgroundcolor"), chars)


def _pictures(fields: Fields) -> list[Any]:
    """The pictures of an object, none of them empty."""
    several = fields.take("goals", kind=list)
    if several is None:
        is_file = "\n" not in (fields.get("picture", str) or "\n")
        kinds: Any = list if is_file else (list, str)
        several = [fields.take(*PICTURES, kind=kinds)]
    return [picture for picture in several if picture]


def _inks_of_picture(picture: object) -> Inks | None:
    """The inks of a picture that declares none; None if its characters show them."""
    cells = [cell for row in _rows(picture) for cell in row]
    if all(isinstance(cell, str) for cell in cells):
        plain = {str(cell) for cell in cells}
        return None if {*map(len, plain)} == {1} else inks_of_tokens(sorted(plain - {"", "."}))
    highest = max((c for c in cells if isinstance(c, int) and c < 256), default=1)
    if highest > 1:
        raise PuzzleError(f"{highest} is a cell of the picture, and no color is declared for it")
    return BLACK


def _rows(picture: object) -> Sequence[Sequence[object]]:
    """A picture as rows of cells, each what the text says of it."""
    rows = picture.split("\n") if isinstance(picture, str) else picture
    if not isinstance(rows, list):
        raise PuzzleError(f"{shown(picture)} is not a picture")
    if {*map(type, rows)} <= {str, list} and {*map(len, rows)} == {len(rows[0]) or -1}:
        return rows
    for index, row in enumerate(rows):
        if not isinstance(row, (str, list)):
            raise PuzzleError(f"row {index + 1} of the picture is {shown(row)}")
        if not row or len(row) != len(rows[0]):
            have = f"{len(row)} cells, the first has {len(rows[0])}"
            raise PuzzleError(f"row {index + 1} of the picture has {have}")
    return rows


def _picture(picture: object, inks: Inks | None) -> tuple[Grid, Palette]:
    rows = _rows(picture)
    if inks is None:
        return read_picture(["".join(map(str, row)) for row in rows])
    try:
        text = "".join(rows)  # type: ignore[arg-type]  # if all are texts
        drawn = text.translate({ord(char): inks.cell(char) for char in {*text}})
        return Grid(len(rows), len(rows[0]), drawn.encode("latin-1")), inks.palette
    except (TypeError, PuzzleError):
        pass  # cell by cell, to name the row
    cells = bytearray()
    for index, row in enumerate(rows):
        try:
            cells += bytes(map(inks.cell, row))
        except PuzzleError as err:
            raise PuzzleError(f"row {index + 1} of the picture: {err}") from err
    return Grid(len(rows), len(rows[0]), bytes(cells)), inks.palette


def _notes(fields: Fields) -> tuple[tuple[str, str], ...]:
    notes = fields.take("notes", "note")
    if fields.get("format") == "nonogram":
        fields.take("format")
        fields.take("version")
    pairs: list[tuple[str, object]] = []
    for note in notes if isinstance(notes, list) else [] if notes is None else [notes]:
        is_pair = isinstance(note, list) and len(note) == 2
        pairs.append((_text(note[0]), note[1]) if is_pair else ("note", note))
    pairs += fields.rest()
    return tuple((plain(key), _text(value)) for key, value in pairs)


def _text(value: object) -> str:
    """A credit or note as text; what is not a text is kept as JSON."""
    if value is None:
        return ""
    if isinstance(value, str):
        return plain(value)
    if depth_exceeds(value, MAX_DEPTH):
        raise PuzzleError(f"nested deeper than {MAX_DEPTH}")
    return plain(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def plain(text: str) -> str:
    """The text without lone surrogates, which JSON can spell but no file can hold."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def depth_exceeds(value: object, cap: int) -> bool:
    """True if lists and objects are nested deeper than `cap`."""
    if not isinstance(value, (list, dict)):
        return False
    inner: Iterable[object] = value.values() if isinstance(value, dict) else value
    return cap == 0 or any(depth_exceeds(item, cap - 1) for item in inner)
