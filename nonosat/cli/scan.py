"""``nonosat scan``."""

import re
from typing import TYPE_CHECKING, Annotated

import typer

from nonosat.cli import options
from nonosat.cli.exit_codes import DOUBTS, code_of
from nonosat.cli.output import complain, say
from nonosat.cli.progress import Watch
from nonosat.cli.writing import output_format, report_written
from nonosat.errors import CannotHold, UsageError
from nonosat.files import dump, read_bytes, write_bytes
from nonosat.limits import Limits
from nonosat.model import Sheet
from nonosat.solving.result import Verdict
from nonosat.words import plural

if TYPE_CHECKING:
    from nonosat.scan.decide import Decision, ReadLine


def scan(
    picture: Annotated[
        str, typer.Argument(metavar="PICTURE", help="A picture file, or - for stdin.")
    ],
    output: Annotated[
        str | None, options.output("Save the clues; doubts are remarks in the file.")
    ] = None,
    size: Annotated[
        str | None,
        typer.Option(metavar="WIDTHxHEIGHT", help="The size in cells, if another one is found."),
    ] = None,
    crop: options.Crop = None,
    limit: options.Limit = options.CHECK_SECONDS,
    force: options.Force = False,
) -> list[int]:
    """Read a printed puzzle from a screenshot, a scan or a photo, and check it.

    Prints the clues as read, the size, the totals, and the verdict. A number with ? behind it is in doubt. If
    anything is in doubt there is no verdict, and the exit code is 35: look at the clues first. Else it is
    that of `check`: 0 for one solution, 10 for several, 20 for none, 30 when the limit came first. The
    picture must show printed black-and-white clues above and left of a grid of lines; handwriting, colored
    clues and cells under 12 pixels are not read. If the picture has other grids, their --crop is named.

    Examples:

      nonosat scan screenshot.png

      nonosat scan page.jpg --crop 80,120,900,1100 --size 20x20 -o puzzle.non
    """
    cells = _parse_size(size)
    format = None
    if output is not None:
        format = output_format(output, None, "non", inputs=[picture], force=force)
    from nonosat.pictures.pixels import Photo
    from nonosat.scan.picture import scan as read

    data, source = read_bytes(picture)
    photo = Photo(data, source)
    if crop is not None:
        photo = photo.part(crop)
    with Watch() as watch:
        watch.at(source)
        found = read(photo, source, size=cells, limits=Limits(limit))
    decision = found.decision
    _print(decision, printed=output != "-")
    x, y = crop[:2] if crop is not None else (0, 0)
    for left, top, right, bottom in found.elsewhere:
        part = f"{left + x},{top + y},{right + x},{bottom + y}"
        complain(f"another grid of lines is in the picture: --crop {part}")
    if output is not None and format is not None:
        _save(decision, output, format, source)
    return [DOUBTS if decision.result is None else code_of(decision.result.verdict)]


def _print(decision: "Decision", printed: bool) -> None:
    """Print the clues, the totals, and the verdict or why there is none."""
    tell = say if printed else complain
    for name, lines in (("row", decision.rows), ("column", decision.cols)):
        tell(f"{name}s:")
        for line in lines:
            tell(f"{line.index + 1:4}  {_marked(line)}")
    size = f"{len(decision.cols)}x{len(decision.rows)}"
    rows, cols = decision.totals
    what = f"{size}, {plural(rows, 'cell')} to fill by the rows, {cols} by the columns"
    result = decision.result
    if result is None:
        doubted = sum(bool(line.doubt) for line in (*decision.rows, *decision.cols))
        reasons = [*decision.doubts, *([f"{plural(doubted, 'line')} in doubt"] if doubted else [])]
        tell(f"{what}; no verdict, since the reading is not sure: {', '.join(reasons)}")
        return
    verdict = result.verdict.words + (f": {result.error}" if result.error else "")
    if result.verdict is Verdict.UNIQUE and result.line_solvable:
        verdict += ", no guessing"
    tell(f"{what}; {verdict}, {result.seconds:.3f} s")


def _marked(line: "ReadLine") -> str:
    """Return a clue with its doubts."""
    numbers = [f"{n}?" if at in line.doubtful else str(n) for at, n in enumerate(line.clue)]
    text = " ".join(numbers) or "0"
    if not line.doubt:
        return text
    others = "".join(f", or {_text(other)}" for other in line.others)
    return f"{text if line.doubtful else text + ' ?'}{others} ({line.doubt})"


def _text(clue: tuple[int, ...]) -> str:
    return " ".join(map(str, clue)) or "0"


def _save(decision: "Decision", output: str, format: str, source: str) -> None:
    """Write the clues, with the doubts as remarks; clues whose totals differ are written all the same."""
    remarks = [("doubt", doubt) for doubt in decision.doubts]
    for line in (*decision.rows, *decision.cols):
        if line.doubt:
            remarks.append(("doubt", f"{line.axis} {line.index + 1}: {_marked(line)}"))
    puzzle = decision.puzzle
    with report_written(output):
        if puzzle is not None:
            dump([Sheet(puzzle, notes=tuple(remarks))], output, format)
        elif format == "non":
            lines = [f'{name} "{text}"' for name, text in remarks]
            lines += [f"width {len(decision.cols)}", f"height {len(decision.rows)}", ""]
            for name, side in (("rows", decision.rows), ("columns", decision.cols)):
                lines += [name, *(",".join(map(str, line.clue)) or "0" for line in side), ""]
            write_bytes(output, "\n".join(lines).encode())
        else:
            raise CannotHold(
                f"{output} was not written: row and column totals differ; only .non can store such clues"
            )


def _parse_size(text: str | None) -> tuple[int, int] | None:
    """Return height and width."""
    if text is None:
        return None
    match = re.fullmatch(r"([1-9][0-9]{0,2})[xX]([1-9][0-9]{0,2})", text)
    if match is None:
        raise UsageError(f"--size {text!r}: give WIDTHxHEIGHT, as 20x20")
    return int(match[2]), int(match[1])
