"""``nonosat image``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated

import typer

from nonosat.api import check
from nonosat.cli.options import LimitOption, ToOption, output_format
from nonosat.cli.output import complain, picture, reported, say
from nonosat.cli.progress import Watch
from nonosat.errors import UsageError
from nonosat.files import dump, read_bytes
from nonosat.formats import make_format
from nonosat.formats.base import losses
from nonosat.model import Puzzle, Sheet
from nonosat.render.text import cells_of
from nonosat.result import Limits, Result, Verdict

if TYPE_CHECKING:
    from nonosat.pixels import Box, Photo

PATIENCE = 10.0
"""Seconds for the verdict, unless the user says otherwise."""


def image(
    photo: Annotated[str, typer.Argument(metavar="PHOTO", help="A picture file, or - for stdin.")],
    size: Annotated[
        str,
        typer.Option(
            "--size",
            metavar="WIDTHxHEIGHT",
            help="Cells across and down, as 20x20; one number is the longer side.",
        ),
    ],
    colors: Annotated[
        int, typer.Option("--colors", metavar="K", help="So many inks at most; 1 is black.")
    ] = 1,
    method: Annotated[
        str,
        typer.Option(
            "--method",
            metavar="otsu|adaptive|hsv",
            help="How to tell ink from blank: one threshold for all cells, one for each by its "
            "surroundings, or pixel by pixel by the mean brightness.",
        ),
    ] = "otsu",
    threshold: Annotated[
        float | None,
        typer.Option(
            "--threshold", metavar="0..255", help="Darker than this is ink, instead of a found one."
        ),
    ] = None,
    invert: Annotated[bool, typer.Option("--invert", help="What is light is ink.")] = False,
    crop: Annotated[
        str | None,
        typer.Option(
            "--crop",
            metavar="auto|none|BOX",
            help="The part to take: the subject (the default; none for --method hsv), everything "
            "stretched, or LEFT,TOP,RIGHT,BOTTOM in pixels.",
        ),
    ] = None,
    limit: LimitOption = PATIENCE,
    output: Annotated[
        str | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Save the puzzle, with the picture where the format keeps one, or draw it: .svg, "
            ".pdf, .html.",
        ),
    ] = None,
    to: ToOption = None,
) -> None:
    """Make a puzzle out of a photo or drawing, and say whether it has one solution.

    Any raster picture is taken: transparent parts are white, photos are turned upright, and of
    animations the first frame counts. Dark is ink. With --colors the background is the color of
    most of the border.

    Examples:

      nonosat image photo.jpg --size 20x20

      nonosat image photo.jpg --size 30 --method adaptive --crop 100,50,900,850

      nonosat image logo.png --size 40x25 --colors 4 -o logo.non
    """
    # Loaded here, since no other command needs them.
    from nonosat.cli.drawing import draw
    from nonosat.image import digitize
    from nonosat.pixels import Photo

    with reported():
        drawn = output is not None and _is_drawn(output, to)
        name = None if drawn else output_format(output, to, "non")
        data, source = read_bytes(photo)
        pixels = Photo(data, source)
        box = _box(crop if crop is not None else "none" if method == "hsv" else "auto")
        height, width = _size(size, pixels, box)
        made = digitize(
            pixels,
            height,
            width,
            method=method,
            threshold=threshold,
            invert=invert,
            crop=box,
            colors=colors,
        )
        puzzle = Puzzle.of_grid(made.grid, made.palette)
        sheet = Sheet(puzzle, goals=(made.grid,))
        if output != "-":
            picture(puzzle, cells_of(made.grid))
            if not any(made.grid.cells):
                complain("every cell is blank: try --threshold, --invert or --method adaptive")
            with Watch() as watch:
                watch.at(source)
                verdict = _verdict_line(check(puzzle, limits=Limits(limit)), limit)
            say(verdict)
        if output is None:
            return
        if drawn:
            draw([sheet], source, output, to)
            return
        assert name is not None
        dump([sheet], output, name)
        lost = losses(make_format(name).holds, [sheet])
        if lost:
            complain(f"{name} does not keep: {', '.join(lost)}")


def _is_drawn(output: str, to: str | None) -> bool:
    """Whether a drawing is wanted; a PNG is one pixel a cell here, a puzzle file."""
    from nonosat.cli.drawing import check_drawing, is_drawing

    if to == "png" or (to is None and output.lower().endswith(".png")):
        return False
    if not is_drawing(output, to):
        return False
    check_drawing(output, to, "A4")
    return True


def _size(text: str, photo: Photo, box: Box | str) -> tuple[int, int]:
    """Height and width in cells."""
    from nonosat.image import proportional

    match = re.fullmatch(r"([0-9]{1,5})(?:[xX]([0-9]{1,5}))?", text)
    if match is None or not int(match[1]):
        raise UsageError(f"--size {text!r}: give WIDTHxHEIGHT, as 20x20, or one number")
    if match[2]:
        return int(match[2]), int(match[1])
    return proportional(photo, int(match[1]), box)


def _box(text: str) -> Box | str:
    if text in ("auto", "none"):
        return text
    match = re.fullmatch(r"([0-9]{1,5}),([0-9]{1,5}),([0-9]{1,5}),([0-9]{1,5})", text)
    if match is None:
        raise UsageError(f"--crop {text!r}: give auto, none, or LEFT,TOP,RIGHT,BOTTOM in pixels")
    left, top, right, bottom = map(int, match.groups())
    return left, top, right, bottom


def _verdict_line(result: Result, limit: float | None) -> str:
    size = f"{result.puzzle.width}x{result.puzzle.height}"
    words = {
        Verdict.UNIQUE: "exactly one solution",
        Verdict.MULTIPLE: "several solutions",
        Verdict.UNKNOWN: f"no verdict: {result.error}",
    }
    what = words.get(result.verdict, result.verdict.value)
    if result.verdict is Verdict.UNIQUE and result.line_solvable:
        what += ", line logic suffices"
    if result.verdict is Verdict.MULTIPLE:
        what += f"; {_ambiguous(result, limit)}"
    return f"{size}: {what}, {result.seconds:.3f} s"


def _ambiguous(result: Result, limit: float | None) -> str:
    """How many cells are not the same in all solutions, as far as the rest of the limit allows."""
    from nonosat.backbone import backbone

    left = None if limit is None else max(0.0, limit - result.seconds)
    found = backbone(result.puzzle, limits=Limits(left))
    number = max(found.varying, len(result.differs))
    what = f"{number} of {len(found.cells)} cells are not the same in all of them"
    if found.unsettled:
        what = f"at least {what} ({found.error})"
    return what
