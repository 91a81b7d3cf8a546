"""``nonosat image``."""

import shlex
from typing import TYPE_CHECKING, Annotated

import typer

from nonosat.ask.all_solutions.windows import look_around
from nonosat.cli import options
from nonosat.cli.advice import shows_puzzle
from nonosat.cli.colored import print_picture
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain, say
from nonosat.cli.progress import Watch
from nonosat.cli.writing import complain_of_losses, how_to_draw, output_format, save, with_credits
from nonosat.draw.drawings import DOCUMENTS, kind_of_file
from nonosat.draw.terminal import with_open
from nonosat.errors import NonosatError, Unsupported, UsageError
from nonosat.files import first_sheets, read_bytes, stream_bytes
from nonosat.limits import Limits
from nonosat.solving.api import check
from nonosat.solving.result import Result, Verdict
from nonosat.words import how_many_vary

if TYPE_CHECKING:
    from nonosat.pictures.digitize import Digitized
    from nonosat.pictures.pixels import Photo


def image(
    photo: Annotated[str, typer.Argument(metavar="PHOTO", help="A picture file, or - for stdin.")],
    size: Annotated[str | None, options.SIZE] = None,
    colors: Annotated[int, options.COLORS] = 1,
    threshold: Annotated[
        float | None,
        typer.Option(metavar="0..255", help="Darker than this is ink; chosen by default."),
    ] = None,
    invert: Annotated[bool, typer.Option("--invert", help="Take the light parts as ink.")] = False,
    crop: options.Crop = None,
    fit: Annotated[
        bool,
        typer.Option("--fit", help="Keep all of it, with a margin, instead of cutting it."),
    ] = False,
    limit: options.Limit = options.CHECK_SECONDS,
    output: Annotated[
        str | None,
        options.output("Save the puzzle, with the picture where the format keeps one."),
    ] = None,
    force: options.Force = False,
    title: options.Title = None,
    author: options.Author = None,
    copyright: options.Copyright = None,
    to: options.To = None,
) -> list[int]:
    """Make a puzzle out of a photo or drawing, and say whether it has one solution.

    Any raster picture is taken: transparent parts are white, photos are turned upright, and of
    animations the first frame counts. Nothing is distorted: where the proportions differ, the
    picture is cut, or padded with --fit. A picture drawn in cells, as sprites are, is taken cell
    for cell if the size is its own or a whole multiple of that. Dark is ink. With --colors the background is the color of
    most of the border. Without --size, a picture drawn in cells keeps its own size, and of others the
    longer side has 25 cells. Cells that are not the same in all solutions are shown as ?. The exit code
    is 0 for one solution, 10 for several, and 30 when the limit came first; the puzzle is saved
    all the same.

    Examples:

      nonosat image photo.jpg --size 20x20

      nonosat image photo.jpg --size 30 --threshold 90 --crop 100,50,900,850

      nonosat image logo.png --size 40x25 --colors 4 -o logo.non
    """
    if output is not None and to is None and kind_of_file(output) in ("svg", *DOCUMENTS):
        how = how_to_draw(output, ["puzzle.non"])
        raise UsageError(f"{output} would be a drawing; save the puzzle with -o puzzle.non; {how}")
    name = output_format(output, to, "non", inputs=[photo], force=force)
    data, source = read_bytes(photo)
    pixels = _open_photo(data, source)
    if crop is not None:
        pixels = pixels.part(crop)
    from nonosat.pictures.digitize import cells_across, to_cells

    if size is None:
        if shows_puzzle(photo):
            complain(
                f"{source} looks like a printed puzzle; `nonosat scan {photo}` reads its clues"
            )
        height, width = _propose_size(pixels)
    else:
        height, width = cells_across(size, pixels, "--size")
    found = to_cells(
        pixels,
        (height, width),
        threshold=threshold,
        invert=invert,
        fit=fit,
        colors=colors,
    )
    _complain_of_cut(found, pixels, source)
    sheet = with_credits(found.sheet, title, author, copyright)
    if not any(found.grid.cells):
        tries = "more colors or a larger --size" if colors > 1 else "--threshold or --invert"
        complain(f"every cell is blank: try {tries}")
    with Watch() as watch:
        watch.at(source)
        result = look_around(check(sheet, limits=Limits(limit)))
    verdict = _verdict_words(found, result, None if output == "-" else output)
    if output == "-":
        complain(verdict)
    else:
        if output is None:
            print_picture(sheet.puzzle, with_open(found.grid, result.varies))
        say(verdict)
    if output is not None:
        save([sheet], output, name, force)
        complain_of_losses(name, [sheet])
    return [code_of(result.verdict)]


def _propose_size(pixels: "Photo") -> tuple[int, int]:
    """Return a height and width for a picture, and say so."""
    from nonosat.pictures.digitize import size_with_side

    height, width = size_with_side(None, pixels)
    drawn = pixels.cells or (height, width) == pixels.size[::-1]
    why = "as the picture was drawn" if drawn else "and `nonosat web` shows others as you choose"
    complain(f"no --size was given: {width}x{height} is taken, {why}")
    return height, width


def _complain_of_cut(found: "Digitized", pixels: "Photo", source: str) -> None:
    """Say so where a part is cut off, or cells do not stay what they are."""

    height, width = found.grid.height, found.grid.width
    drawn = None if found.times else pixels.cells
    if drawn and 2 * max(height, width) > max(drawn.size):  # else it was meant to shrink
        wide, high = drawn.size
        complain(
            f"{source} was drawn in {wide}x{high} cells, and is drawn anew in "
            f"{width}x{height}: --size {max(wide, high)} takes it cell for cell"
        )
    elif found.cut:
        left, top, right, bottom = found.box
        from_left, from_top, to_right, to_bottom = found.whole
        complain(
            f"{source} is cut to fill {width}x{height} cells: {right - left}x{bottom - top} of "
            f"{to_right - from_left}x{to_bottom - from_top} pixels are taken; --fit keeps them all"
        )


def _open_photo(data: bytes, source: str) -> "Photo":
    """The pixels of a file; if it is a puzzle instead, the error says so."""
    from nonosat.pictures.pixels import Photo

    try:
        return Photo(data, source)
    except Unsupported as err:
        try:
            first_sheets(stream_bytes(data, source), 1)
        except NonosatError:
            raise err from None
        what = "this is a puzzle file, no photo: `nonosat show` draws it, `nonosat check` checks it"
        raise Unsupported(what, source) from err


def _verdict_words(found: "Digitized", result: Result, saved: str | None) -> str:
    """Return the size, the verdict and the time, and how the cells were taken."""
    words = result.verdict.words + (f": {result.error}" if result.error else "")
    if result.verdict is Verdict.UNIQUE and result.line_solvable:
        words += ", can be solved without guessing"
    if result.verdict is Verdict.MULTIPLE:
        vary = how_many_vary(len(result.varies), result.most_varying)
        mend = shlex.join(["nonosat", "repair", saved or "FILE"])
        words += f"; {vary}, marked ?; {'' if saved else '-o FILE, then '}`{mend}` mends it"
    size = f"{result.puzzle.width}x{result.puzzle.height}"
    exact = "; taken cell for cell" if found.times else ""
    if found.times and found.times > 1:
        exact += f", each as {found.times}x{found.times}"
    return f"{size}: {words}, {result.seconds:.3f} s{exact}"
