"""``nonosat hint``."""

from __future__ import annotations

from nonosat.cli.asked import Asked, ColsOption, FileArgument, RowsOption, asked_puzzles
from nonosat.cli.options import FromOption, JsonOption, KnownOption, LimitOption
from nonosat.cli.output import color_console, exit_with, reported, say, say_json, say_segments
from nonosat.explain.events import Contradicted, Guessed, Solved
from nonosat.explain.hints import Hint
from nonosat.explain.hints import hint as next_step
from nonosat.explain.screen import screen, strip
from nonosat.explain.steps import Replay, about, describe, to_dict
from nonosat.model import Domains, Puzzle
from nonosat.result import Deadline, Verdict


def hint(
    file: FileArgument = None,
    rows: RowsOption = None,
    cols: ColsOption = None,
    limit: LimitOption = None,
    known: KnownOption = None,
    as_json: JsonOption = False,
    from_: FromOption = None,
) -> None:
    """Show the simplest next step from the --known cells.

    Without FILE and clues it asks for them on a terminal. Without --known it shows the first step.

    Examples:

      nonosat hint puzzle.non --known begun.txt

      nonosat hint --rows "1r 2k;3k" --cols "1r 1k;2k;2k" --json
    """
    with reported():
        exit_with(
            [_hint(it, limit, as_json) for it in asked_puzzles(file, rows, cols, from_, known)]
        )


def _hint(it: Asked, limit: float | None, as_json: bool) -> int:
    """Show the hint for one puzzle; returns the exit code."""
    puzzle, known = it.sheet.puzzle, it.known_cells()
    if not as_json:
        it.announce()
    found = next_step(puzzle, known, Deadline(limit))
    step, lost = found.step, found.verdict is Verdict.NONE
    words = _words(found, puzzle, known)
    if as_json:
        facts = it.facts | to_dict(step, puzzle) | {"verdict": found.verdict.value, "text": words}
        if isinstance(step, Guessed) or lost:  # nothing follows from the clues
            facts |= {"decided": [], "excluded": []}
        say_json(facts)
        return Verdict.NONE.exit_code if lost else 0
    say(words)
    if about(step) and not lost:
        say(f"({about(step)})")
    if not isinstance(step, Guessed | Solved):
        replay = Replay(puzzle, known)
        replay.apply(step)
        console = color_console()
        if console is None:
            say_segments(strip(puzzle, replay, step))
        else:
            say_segments(*screen(puzzle, replay, step, console.width, console.height))
    return Verdict.NONE.exit_code if lost else 0


def _words(found: Hint, puzzle: Puzzle, known: Domains | None) -> str:
    """The hint in a sentence."""
    words = describe(found.step, puzzle)
    if isinstance(found.step, Contradicted):
        return f"{words}: {'the known cells are wrong' if known else 'there is no solution'}"
    if found.verdict is Verdict.NONE:
        return "no solution agrees with the clues and the known cells"
    if isinstance(found.step, Guessed):
        words = "neither a line nor the trial of a single cell decides anything: it takes guessing"
        if found.verdict is Verdict.MULTIPLE:
            words += ", and there are several solutions"
    elif isinstance(found.step, Solved):
        words = "every cell is known, and the clues hold"
    return words
