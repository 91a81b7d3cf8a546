"""The steps of a puzzle as an animated SVG.

It needs no scripts. A program that does not animate SVG shows the finished picture. Each frame shows
a step, or several steps if there are very many.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nonosat.ask.explain.events import Change, Step, TakenBack
from nonosat.ask.explain.steps import Replay
from nonosat.draw.elements import PAPER, decimal, document, rect, text_element
from nonosat.draw.svg import DrawingLayout, body, layout
from nonosat.draw.terminal import LOOKED_AT
from nonosat.errors import CannotHold
from nonosat.model import OPEN, Cell, Domains, Line, Palette, Puzzle
from nonosat.model.colors import mix

MAX_ANIMATED_CELLS = 40_000
MAX_FRAMES = 600
SECONDS = 60.0
"""The most seconds of an animation; with few steps each takes `PACE` seconds."""
PACE = 0.8
CELL = 20
"""Pixels."""
HOLD = 4.0
"""Seconds for which the last frame is shown."""
UNKNOWN = "#d9d9d9"
GUESS, NEW = "#1c7ed6", "#d6249f"
"""Mixed into colors that rest on a guess, and that a step has just found."""


class Frame(NamedTuple):
    """The change from one frame to the next."""

    fills: dict[Cell, str]
    """The cells that look different from before, with their ``#rrggbb``."""
    line: Line | None
    """The line that it is about."""
    caption: str


class Animation(NamedTuple):
    """All frames; `first` is how the cells look before."""

    puzzle: Puzzle
    first: dict[Cell, str]
    frames: list[Frame]

    @property
    def pace(self) -> float:
        """Seconds for which each frame is shown."""
        return min(PACE, SECONDS / max(1, len(self.frames)))


def check_animation_size(puzzle: Puzzle) -> None:
    """Refuse puzzles that are too large to be shown moving."""
    if puzzle.height * puzzle.width > MAX_ANIMATED_CELLS:
        raise CannotHold(
            f"{puzzle.width}x{puzzle.height} is too large for an animation: at most {MAX_ANIMATED_CELLS} cells"
        )


def animation_of(puzzle: Puzzle, steps: Sequence[Step], known: Domains | None = None) -> Animation:
    """Cut steps into at most `MAX_FRAMES` frames."""
    check_animation_size(puzzle)
    replay = Replay(puzzle, known)
    first = dict(_looks(puzzle, replay, _all_cells(puzzle), set()))
    now = dict(first)
    frames = []
    each = max(1, -(-len(steps) // MAX_FRAMES))
    fresh: set[Cell] = set()
    for start in range(0, len(steps), each):
        touched, fresh = fresh, set()
        for step in steps[start : start + each]:
            replay.apply(step)
            if isinstance(step, TakenBack):
                touched = set(_all_cells(puzzle))
            if isinstance(step, Change):
                fresh |= {(row, col) for row, col, _ in step.decided}
        looks = _looks(puzzle, replay, touched | fresh, fresh)
        fills = {cell: rgb for cell, rgb in looks if now[cell] != rgb}
        now |= fills
        last = min(start + each, len(steps))
        caption = f"{last} of {len(steps)}: {steps[last - 1]}"
        frames.append(Frame(fills, steps[last - 1].line, caption))
    if fresh:
        looks = _looks(puzzle, replay, fresh, set())
        frames.append(Frame({c: rgb for c, rgb in looks if now[c] != rgb}, None, ""))
    return Animation(puzzle, first, frames)


def cell_rgb(palette: Palette, color: int, depth: int, fresh: bool = False) -> str:
    """Return the ``#rrggbb`` of a cell: open, certain, resting on a guess, or new."""
    if color == OPEN:
        return UNKNOWN
    rgb = palette.colors[color].rgb
    if depth:
        rgb = mix(rgb, GUESS, 0.55)
    return mix(rgb, NEW, 0.55) if fresh else rgb


def _all_cells(puzzle: Puzzle) -> Iterator[Cell]:
    return ((row, col) for row in range(puzzle.height) for col in range(puzzle.width))


def _looks(
    puzzle: Puzzle, replay: Replay, cells: Iterable[Cell], fresh: set[Cell]
) -> Iterator[tuple[Cell, str]]:
    for row, col in cells:
        color, depth = replay.cells[row][col], replay.depths[row][col]
        yield (row, col), cell_rgb(puzzle.palette, color, depth, (row, col) in fresh)


def animation_svg(animation: Animation) -> str:
    """Draw an animation as an animated SVG document that repeats for ever."""
    puzzle = animation.puzzle
    place = layout(puzzle, cell=CELL)
    total = len(animation.frames) * animation.pace + HOLD
    caption_height = 1.6 * place.text
    inside = [body(puzzle, cell=CELL), *_bands(animation, place, total)]
    inside += _cells(animation, place, total)
    width = max(place.width, 24 * CELL)
    for at, frame in enumerate(animation.frames):
        if frame.caption:
            inside.append(
                _caption(frame.caption, place, width, at * animation.pace, animation.pace, total)
            )
    height = place.height + caption_height
    paper = rect(0, 0, width, height, PAPER)
    return document(width, height, "\n".join([paper, *inside]), "How the puzzle is solved")


def _cells(animation: Animation, place: DrawingLayout, total: float) -> Iterator[str]:
    """Yield a square for each cell, a little smaller than it: in its last color, after the earlier ones."""
    changes: defaultdict[Cell, list[tuple[float, str]]] = defaultdict(list)
    for at, frame in enumerate(animation.frames):
        for cell, rgb in frame.fills.items():
            changes[cell].append((at * animation.pace, rgb))
    inset = 0.06 * place.cell
    side = decimal(place.cell - 2 * inset)
    for (row, col), rgb in animation.first.items():
        looks = [(0.0, rgb), *changes[row, col]]
        x, y = decimal(place.x(col) + inset), decimal(place.y(row) + inset)
        head = f'<rect x="{x}" y="{y}" width="{side}" height="{side}" fill="{looks[-1][1]}"'
        if len(looks) == 1:
            yield f"{head}/>"
            continue
        yield f"{head}>{_animate('fill', looks, total)}</rect>"


def _bands(animation: Animation, place: DrawingLayout, total: float) -> Iterator[str]:
    """Yield the row or column that a frame is about, from its clue on."""
    for axis, size in (("row", place.width), ("column", place.height)):
        is_row = axis == "row"
        moves: list[tuple[float, str]] = [(0.0, "-9999")]
        for at, frame in enumerate(animation.frames):
            place_of = place.y if is_row else place.x
            lit = frame.line is not None and frame.line.axis == axis
            where = decimal(place_of(frame.line.index)) if lit and frame.line else "-9999"
            if moves[-1][1] != where:
                moves.append((at * animation.pace, where))
        moves.append((len(animation.frames) * animation.pace, "-9999"))
        long, wide = decimal(size), decimal(place.cell)
        shape = f'width="{long}" height="{wide}"' if is_row else f'width="{wide}" height="{long}"'
        name = "y" if is_row else "x"
        yield (
            f'<rect {shape} {name}="-9999" fill="{LOOKED_AT}" fill-opacity="0.6" '
            f'style="mix-blend-mode:multiply">{_animate(name, moves, total)}</rect>'
        )


def _caption(
    words: str, place: DrawingLayout, width: float, begin: float, pace: float, total: float
) -> str:
    """Return the words about a step, below the board; squeezed where they are long."""
    room = width - place.cell / 2
    size = min(place.text, 1.7 * room / max(1, len(words)))
    times = [(0.0, "hidden"), (begin, "visible"), (begin + pace, "hidden")]
    return (
        f'<text x="{decimal(place.cell / 4)}" y="{decimal(place.height + place.text)}" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="{decimal(size)}" '
        f'visibility="hidden">{text_element(words)}{_animate("visibility", times, total)}</text>'
    )


def _animate(attribute: str, looks: list[tuple[float, str]], total: float) -> str:
    """Return an attribute that takes each value from its second on; the first value at second 0."""
    last: dict[float, str] = {}
    for at, value in looks:
        last[at] = value  # what begins at second 0 replaces what was before
    values = ";".join(last.values())
    times = ";".join(f"{at / total:.5f}".rstrip("0").rstrip(".") for at in last)
    return (
        f'<animate attributeName="{attribute}" dur="{decimal(total)}s" repeatCount="indefinite" '
        f'calcMode="discrete" values="{values}" keyTimes="{times}"/>'
    )
