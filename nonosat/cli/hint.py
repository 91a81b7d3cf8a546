"""``nonosat hint``."""

from __future__ import annotations

from nonosat.cli import options
from nonosat.cli.colored import color_console, print_segments
from nonosat.cli.exit_codes import code_of
from nonosat.cli.output import print_title, report_errors, say, say_json
from nonosat.cli.puzzles import read_puzzles
from nonosat.explain.events import Guessed, Solved
from nonosat.explain.hints import hint as next_step
from nonosat.explain.screen import screen, strip
from nonosat.explain.steps import Replay, explain_step
from nonosat.limits import Limits
from nonosat.model import Named
from nonosat.result import Verdict


def hint(
    file: options.File = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    limit: options.Limit = None,
    known: options.Known = None,
    clues_only: options.CluesOnly = False,
    as_json: options.Json = False,
    from_: options.From = None,
) -> list[int]:
    """Show the simplest next step from the --known cells.

    Without FILE and clues it asks for them on a terminal. Without --known it shows the first step.

    Examples:

      nonosat hint puzzle.non --known begun.txt

      nonosat hint --rows "1r 2k;3k" --cols "1r 1k;2k;2k" --json
    """
    with report_errors(lambda: False):
        puzzles = read_puzzles(file, rows, cols, from_, clues_only)
        return [_print_hint(it, known, limit, as_json) for it in puzzles]


def _print_hint(it: Named, known_file: str | None, limit: float | None, as_json: bool) -> int:
    """Show the hint for one puzzle; returns the exit code."""
    puzzle = it.sheet.puzzle
    known = options.known_option(known_file, puzzle)
    if not as_json:
        print_title(it)
    found = next_step(puzzle, known=known, limits=Limits(limit))
    step, lost = found.step, found.verdict is Verdict.NONE
    code = code_of(Verdict.NONE) if lost else 0
    if as_json:
        say_json(it.facts | found.to_dict())
        return code
    say(found.text())
    if explain_step(step, puzzle) and not lost:
        say(f"({explain_step(step, puzzle)})")
    if not isinstance(step, Guessed | Solved):
        replay = Replay(puzzle, known)
        for one in (*found.before, step):
            replay.apply(one)
        console = color_console()
        if console is None:
            print_segments(strip(puzzle, replay, step))
        else:
            print_segments(*screen(puzzle, replay, step, console.width, console.height))
    return code
