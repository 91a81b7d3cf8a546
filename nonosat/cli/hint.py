"""``nonosat hint``."""

from functools import partial

from nonosat.ask.explain.events import Guessed, Solved
from nonosat.ask.explain.hints import Hint
from nonosat.ask.explain.hints import hint as next_step
from nonosat.ask.explain.steps import Replay, explain_step
from nonosat.cli import options
from nonosat.cli.colored import color_console, draw_if_small, print_segments
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import complain_of_none, print_title, say, say_json
from nonosat.cli.progress import wait_for
from nonosat.cli.puzzles import read_puzzles
from nonosat.draw.strip import fresh_cells, strip
from nonosat.limits import Limits
from nonosat.model import ROWS_FIRST, Domains, Puzzle
from nonosat.solving.result import Verdict


def hint(
    file: options.File = None,
    marks: options.Marks = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
) -> list[int]:
    """Show the simplest next step from what is marked so far.

    Without FILE and clues it opens an editor for them on a terminal. Without MARKS it shows the first step.

    Examples:

      nonosat hint puzzle.non begun.txt

      nonosat hint --rows "1r 2k;3k" --cols "1r 1k;2k;2k" --json
    """
    known = options.known_file(marks, known)
    codes = []
    for item in read_puzzles(file, rows, cols, from_, clues_only, ROWS_FIRST):
        puzzle = item.sheet.puzzle
        start = options.known_option(known, puzzle)
        if not as_json:
            print_title(item)
        step = partial(next_step, puzzle, known=start, limits=Limits(limit))
        found = wait_for(item.name, step, limit)
        lost = found.verdict is Verdict.NONE
        codes.append(code_of(Verdict.NONE) if lost else 0)
        if lost and start is not None:
            complain_of_none(item.name, puzzle, known, start)
        if as_json:
            say_json(item.facts | found.to_dict())
        else:
            _print_hint(found, puzzle, start)
    return codes


def _print_hint(found: Hint, puzzle: Puzzle, start: Domains | None) -> None:
    """Print a hint in words, and its cells."""
    say(str(found))
    step = found.step
    if explain_step(step, puzzle) and found.verdict is not Verdict.NONE:
        say(f"({explain_step(step, puzzle)})")
    if isinstance(step, Guessed | Solved):
        return
    replay = Replay(puzzle, start)
    for one in (*found.before, step):
        replay.apply(one)
    lines = None
    if (console := color_console()) is not None:
        lines = draw_if_small(puzzle, replay.cells, console.height, fresh_cells(step), step.lines)
    filled = [line for line in step.lines if len(step.lines) == 1 or puzzle.clue(line)]
    print_segments(*(lines or [strip(puzzle, replay, step, line) for line in filled]))
