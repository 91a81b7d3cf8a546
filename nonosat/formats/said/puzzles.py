"""The puzzles of the sides, sizes and pictures that a text says; all of them are used, or the text is `Odd`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nonosat.advice import Advice
from nonosat.formats.base import Size, Stated
from nonosat.formats.lines import Inked, Side, TextClue, are_short, ink_totals, least_cells
from nonosat.formats.said.clue import Odd, SaidClue, Wrong, lengths, text_clue
from nonosat.formats.said.reader import SaidSide, TextReader

_Pair = tuple[list[SaidClue], list[SaidClue]]


@dataclass
class SaidPuzzle:
    """One puzzle as a text says it: its clues, its picture, or both."""

    rows: list[SaidClue] = field(default_factory=list)
    cols: list[SaidClue] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    is_named: bool = True
    """The text says which side is which."""
    is_alone: bool = False
    """No line has two blocks, in sides of one line each."""
    title: str = ""
    author: str = ""
    line: int = 0


def puzzles_of(text: TextReader) -> list[SaidPuzzle]:
    """Return the puzzles of a text that was read.

    Raises:
        Odd: something in it is not used. Wrong: it contradicts itself.
    """
    named = [one for one in text.sides if one.side]
    if not text.sides:
        return [*_drawn(text)]
    if not named:
        if text.numbered:
            raise Odd("a number beside groups without names", text.numbered[0])
        return [_of_groups(text)]
    if text.sides[0].side is None and len(text.sides[0].clues) == 1:
        first = text.sides.pop(0)
        size = lengths(first.clues[0].blocks)
        if len(size) != 2:
            raise Odd("a line of numbers above the headings", first.line)
        text.sizes.append(Stated(Size.BOTH, size, first.line))
    if bare := [one for one in text.sides if one.side is None]:
        raise Odd("numbers below no heading", bare[0].line)
    sides = _joined(text.sides)
    is_alone = _part([one for one in sides if one.raw])
    sides = [one for one in sides if not _is_count(text, one, sides)]
    order = [one.side for one in sides]
    if len({*order}) < 2:
        missing = (order[0].other if order and order[0] else Side.ROW).value
        raise Wrong(f"there are no clues of {missing}s", sides[0].line if sides else named[0].line)
    if len(order) % 2 or order != order[:2] * (len(order) // 2):
        twice = next(one for at, one in enumerate(sides) if one.side in order[:at])
        raise Odd(f"a second list of {twice.side.value if twice.side else ''}s", twice.line)
    if len(order) > 2 and text.pictures:
        raise Odd("a picture beside several puzzles", text.pictures[0][1])
    return [*_pairs(text, sides, is_alone)]


def _pairs(text: TextReader, sides: Sequence[SaidSide], is_alone: bool) -> Iterator[SaidPuzzle]:
    """Yield the puzzle of each two sides; what is above them belongs to it."""
    last = 0
    starts = []
    for one, two in zip(sides[::2], sides[1::2], strict=True):
        end = max([two.line, *(clue.line for clue in two.clues)])
        stated = [size for size in text.sizes if last < size.line <= end]
        title = text.title
        if len(sides) > 2:
            above = [name for at, name in text.titles if last < at <= one.line]
            title = above[-1] if above else ""
        _check_words(text, last, one.line, end)
        rows, cols = (one, two) if one.side is Side.ROW else (two, one)
        is_named = not (one.is_loose and two.is_loose)
        if not is_named:
            rows, cols = one, two
        yield _checked(text, rows, cols, stated, is_named, is_alone, title)
        starts.append((last, one.line))
        last = end
    for at in text.numbered:
        if not any(low < at <= high for low, high in starts):
            raise Odd("a number behind clues", at)
    if any(size.line > last for size in text.sizes):
        raise Odd("a size behind the last puzzle", last)


def _check_words(text: TextReader, last: int, start: int, end: int) -> None:
    """Refuse words among the clues of a puzzle, and above it titles that may be those of empty ones."""
    if among := [at for at in range(start, end) if text.kinds.get(at) in ("words", "comment")]:
        raise Odd("words among the clues of a puzzle", among[0])
    names: list[str] = []
    for at, name in text.titles:
        if last < at <= start and text.kinds.get(at) in ("words", "comment"):
            first = name.split()[0] if at in text.numbered else ""
            if first in names or (last and names and text.kinds[at] == "words"):
                raise Odd(f"{name[:30]!r} is a second title, and the first may have no clues", at)
            names.append(first or name)


def _drawn(text: TextReader) -> Iterator[SaidPuzzle]:
    """Yield the pictures of a text without clues, each with the title and the size above it."""
    last = 0
    for rows, line in text.pictures:
        if min(len(rows), len(rows[0])) < 2:
            raise Odd("a picture of one line", line)
        for size in text.sizes:
            if last < size.line <= line and (what := size.wrong(len(rows), len(rows[0]))):
                raise Wrong(what, size.line)
        above = [name for at, name in text.titles if last < at <= line]
        signs = {*"".join(rows)}
        if rule := [
            at for at, one in text.lines if text.kinds.get(at) == "rule" and signs & {*one}
        ]:
            raise Odd("a rule that may be a row of the picture", rule[0])
        if last and (not above or len({text.kinds[at] for at, _ in text.titles}) > 1):
            raise Odd("a picture without a title may be a part of that above", line)
        _check_words(text, last, line, line)
        yield SaidPuzzle(cells=rows, title=above[-1] if above else "", line=line)
        last = line
    if not last or any(at > last for at in (*text.numbered, *(size.line for size in text.sizes))):
        raise Odd("there are no clues", text.lines[0][0])


def _is_count(text: TextReader, side: SaidSide, sides: Sequence[SaidSide]) -> bool:
    """True for ``Rows: 5`` beside the rows, which is a size."""
    if side.clues or side.count is None:
        return False
    if not any(one.side is side.side and one.clues for one in sides):
        raise Odd("a number that is a size or the only clue", side.line)
    size = Size.HEIGHT if side.side is Side.ROW else Size.WIDTH
    text.sizes.append(Stated(size, [side.count], side.line))
    return True


def _joined(sides: Sequence[SaidSide]) -> list[SaidSide]:
    """Join sides whose lines have a heading each, and headings right above another of the same side."""
    found: list[SaidSide] = []
    for one in sides:
        last = found[-1] if found else None
        if last and last.side is one.side and not (last.clues or last.raw) and last.count is None:
            found.pop()
            last = found[-1] if found else None
        if not one.is_each:
            found.append(one)
        elif last is not None and last.is_each and last.side is one.side:
            if one.index != (last.index or 0) + 1:
                raise Odd(f"{one.index} is not the number of this line", one.line)
            last.clues += one.clues
            last.index = one.index
        elif one.index not in (0, 1):
            raise Odd(f"the first line is number {one.index}", one.line)
        else:
            found.append(one)
    return found


def _part(sides: Sequence[SaidSide]) -> bool:
    """Part the clues of sides that are one line each, all by the same sign; True if that is a lone comma."""
    raws = [re.sub(r"\s+", " ", one.raw.strip("\"'")) for one in sides]
    if not raws:
        return False
    line, is_alone = sides[0].line, False
    signs = [sign for sign in ";|/" if any(sign in raw for raw in raws)]
    if len(signs) > 1 or (signs and not all(signs[0] in raw for raw in raws)):
        raise Odd("clues parted by several signs", line)
    if not signs:
        is_alone = not any(re.search(r"\d \d", raw) for raw in raws)
        single = all(re.fullmatch(r"\d{1,6}(?:, \d{1,6})+", raw) for raw in raws)
        if not all("," in raw for raw in raws) or (is_alone and not single):
            raise Odd("nothing shows where a clue ends", line)
    for side, raw in zip(sides, raws, strict=True):
        pieces = raw.split(signs[0] if signs else ",")
        if not pieces[-1].strip():
            raise Odd(
                "a sign at the end: it ends the last clue, or an empty one follows", side.line
            )
        side.clues += [text_clue(piece.strip(" `"), side.line) for piece in pieces]
    return is_alone


def _checked(
    text: TextReader,
    rows: SaidSide,
    cols: SaidSide,
    stated: Sequence[Stated],
    is_named: bool,
    is_alone: bool,
    title: str,
) -> SaidPuzzle:
    """The puzzle of two sides, if all that is said of it agrees."""
    pair = rows.clues, cols.clues
    if not all(pair):
        raise Odd("a heading without clues", rows.line if cols.clues else cols.line)
    if not stated:
        _check_first(rows, cols)
    size = len(rows.clues), len(cols.clues)
    counts = [(rows, Size.HEIGHT), (cols, Size.WIDTH)]
    sizes = [*stated, *(Stated(which, [one.count], one.line) for one, which in counts if one.count)]
    for one in sizes:
        if what := one.wrong(*size):
            raise Wrong(what, one.line, pair, _known(one, sizes, size))
    known = {one.size for one in sizes}
    for side, which in counts:
        if side.inner and side.style == "plain" and not known & {which, Size.BOTH}:
            raise Odd("blank lines between clues, which may be empty lines", side.inner)
        if len(signs := {one.sign for one in side.clues} - {""}) > 1:
            raise Odd(f"{' and '.join(sorted(signs))} for an empty line", side.line)
    fences = [[at for at, one in enumerate(side) if one.sign == "-"] for side in pair]
    if all(
        fence and fence == [*range(5, len(side), 6)]
        for fence, side in zip(fences, pair, strict=True)
    ):
        raise Odd("a dash behind each fifth clue may part them", rows.line)
    unknown = [one.line for one in (*rows.clues, *cols.clues) if one.blocks == (Inked(None, ""),)]
    if unknown and not stated:
        raise Odd("a line of ? may be empty, or a block of unknown length", unknown[0])
    made = SaidPuzzle(*pair, is_named=is_named, is_alone=is_alone, title=title)
    made.line = min(rows.line, cols.line)
    made.author = text.author if len(text.sides) == 2 else ""
    if text.pictures:
        if len(text.pictures) > 1:
            raise Odd("several pictures beside the clues", text.pictures[1][1])
        made.cells = text.pictures[0][0]
    return made


def _check_first(rows: SaidSide, cols: SaidSide) -> None:
    """Refuse a number above both sides that may be a size or their first clue."""
    if rows.first and cols.first:
        others = [[SaidClue((one.first,), one.line), *one.clues] for one in (rows, cols)]
    elif all(
        (one.style, one.count) == ("plain", None)
        and len(one.clues) > 2
        and lengths(one.clues[0].blocks) == [len(one.clues) - 1]
        for one in (rows, cols)
    ):
        others = [one.clues[1:] for one in (rows, cols)]
    else:
        return
    if _fits(others[0], others[1]):
        raise Odd("a number that is a size or the first clue", rows.line)


def _known(
    stated: Stated, sizes: Sequence[Stated], size: tuple[int, int]
) -> tuple[int, int] | None:
    """The height and width that sizes state together; None if they do not say both."""
    said = {one.size: one.numbers[0] for one in sizes}
    both = said.get(Size.HEIGHT), said.get(Size.WIDTH)
    numbers = stated.numbers
    if stated.size is Size.BOTH and len(numbers) == 2:
        is_height = numbers[0] == size[0] or numbers[1] == size[1]
        both = (numbers[0], numbers[1]) if is_height else (numbers[1], numbers[0])
    return (both[0], both[1]) if both[0] and both[1] else None


# Groups without names


def _of_groups(text: TextReader) -> SaidPuzzle:
    """The puzzle of two groups without names, or of lines behind their size."""
    sides, start = text.sides, text.sides[0].line
    if len(sides) > 3:
        raise Odd("more than two groups of clues without names", start)
    if any(one.gaps > 1 for one in sides[:-1]):
        raise Odd("blank lines that may be empty lines", start)
    sides = _below_size(text, sides)
    is_alone = _part([one for one in sides if one.raw])
    lines = [clue for side in sides for clue in side.clues]
    ways: list[_Pair] = []
    is_styled = any(one.style for one in sides)
    if text.sizes and len(sides) == 1:
        ways += _by_size(lines, text.sizes[0].numbers)
    elif len(sides) == 2 and (is_styled or min(len(one.clues) for one in sides) > 1):
        if not text.lines[0][1].strip() and not is_styled and not text.sizes:
            raise Odd("blank lines that may be empty lines", start)
        ways.append((sides[0].clues, sides[1].clues))
    if not is_styled and not text.sizes:
        ways += _led_by_size(sides, lines)
    fitting = [way for way in ways if _fits(*way)]
    if not fitting and len(sides) == 2:
        ways = ways or [(sides[0].clues, sides[1].clues)]
    if not fitting:
        is_sized = bool(text.sizes) or len(lines) > sum(map(len, ways[0] if ways else ()))
        close = (way for way in ways if not _fits(*way) and _are_close(*way, is_sized))
        fitting = [*close][:1]  # its sums will be named
    if not ways and (wrong := _count_wrong(text, sides, lines)):
        raise wrong
    if len({frozenset(_key(side) for side in way) for way in fitting}) != 1:
        what = "several puzzles fit these lines" if fitting else "these are not two groups of clues"
        raise Odd(what, start)
    rows, cols = fitting[0]
    filled = [one.blocks for one in (*rows, *cols) if one.blocks]
    if all(blocks[0] == len(blocks) - 1 for blocks in filled):
        raise Odd("each line may begin with the count of its numbers", start)
    if all(len(one.blocks) < 2 for one in (*rows, *cols)):
        if any(_is_counting(side) for side in (rows, cols)):
            raise Odd("each line is one number, and they count up", start)
        if _fits(rows, cols) and min(len(rows), len(cols)) < 2:
            raise Odd("there are too few clues", start)
    first, second = (SaidSide(None, start, side) for side in (rows, cols))
    return _checked(text, first, second, text.sizes, False, is_alone, text.title)


def _below_size(text: TextReader, sides: list[SaidSide]) -> list[SaidSide]:
    """Take one or two numbers above two lists as their size."""
    heads = [clue.blocks for side in sides[:-2] for clue in side.clues]
    numbers = lengths([one for clue in heads for one in clue])
    if len(sides) < 3 or not all(one.style for one in sides[-2:]) or len(numbers) != 2:
        return sides
    text.sizes.append(Stated(Size.BOTH, numbers, sides[0].line))
    return sides[-2:]


def _count_wrong(
    text: TextReader, sides: Sequence[SaidSide], lines: Sequence[SaidClue]
) -> Wrong | None:
    """The mistake of lines below a size that are a line too many or too few."""
    head, lead = lengths(lines[0].blocks) if lines else [], 1
    if text.sizes:
        head, lead = [*text.sizes[0].numbers], 0
    count = len(lines) - lead
    if len(head) != 2 or min(head) < 2 or not 0 < abs(sum(head) - count) < 3:
        return None
    what = f"{head[0]}x{head[1]} takes {sum(head)} clues, here are {count}"
    return Wrong(what, sides[0].line, advice=Advice("zeros"))


def _led_by_size(sides: Sequence[SaidSide], lines: Sequence[SaidClue]) -> Iterator[_Pair]:
    """Yield the sides behind a first line of two numbers, or two lines of one number each."""
    head, lead = lengths(lines[0].blocks), 1
    if len(head) == 1 and len(lines) > 1 and len(lines[1].blocks) == 1:
        head, lead = [*head, *lengths(lines[1].blocks)], 2
    ends: list[int] = []
    for side in sides[:-1]:
        ends.append(len(side.clues) + (ends[-1] if ends else 0))
    for rows, cols in _by_size(lines[lead:], head):
        if {*ends} <= {lead, lead + len(rows)}:
            yield rows, cols


def _by_size(lines: Sequence[SaidClue], size: Sequence[int]) -> list[_Pair]:
    if len(size) != 2 or sum(size) != len(lines):
        return []
    return [([*lines[:cut]], [*lines[cut:]]) for cut in dict.fromkeys(size[::-1])]


def _key(side: Sequence[SaidClue]) -> tuple[TextClue, ...]:
    return tuple(one.blocks for one in side)


def _is_counting(side: Sequence[SaidClue]) -> bool:
    numbers = [one.blocks[0] if one.blocks else 0 for one in side]
    return len(numbers) > 2 and numbers == [*range(1, len(numbers) + 1)]


def _fits(rows: Sequence[SaidClue], cols: Sequence[SaidClue]) -> bool:
    one, two = _key(rows), _key(cols)
    return are_short(one, two) and ink_totals(one) == ink_totals(two) != {}


def _are_close(rows: Sequence[SaidClue], cols: Sequence[SaidClue], is_sized: bool) -> bool:
    """True if two sides could belong to one puzzle, apart from a mistake or two; tables and logs are numbers, too."""
    sums = [sum(ink_totals(_key(side)).values()) for side in (rows, cols)]
    large = sum(least_cells(clue) > len(cols) for clue in _key(rows))
    large += sum(least_cells(clue) > len(rows) for clue in _key(cols))
    if large > 1 or abs(sums[0] - sums[1]) > max(2, sum(sums) // 20):
        return False
    lines = (*rows, *cols)
    return is_sized or len(lines) < 5 or len({len(one.blocks) for one in lines}) > 1
