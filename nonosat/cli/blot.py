"""``nonosat blot``."""

import dataclasses

from nonosat.ask.blots import BlotSearch, Blotted
from nonosat.cli import options
from nonosat.cli.exit_codes import INTERRUPTED, code_of
from nonosat.cli.output import print_title, say, say_json
from nonosat.cli.progress import run_search
from nonosat.cli.puzzles import read_puzzles
from nonosat.cli.writing import complain_of_losses, output_format, save_if_all
from nonosat.errors import CannotHold
from nonosat.formats import make_format
from nonosat.formats.base import Holds
from nonosat.formats.said.typed import typed_lines
from nonosat.limits import Limits
from nonosat.solving.result import Verdict


def blot(
    file: options.File = None,
    rows: options.Rows = None,
    cols: options.Cols = None,
    count: options.Count = "all",
    seed: options.Seed = 0,
    limit: options.Limit = options.CHECK_SECONDS,
    output: options.Output = None,
    force: options.Force = False,
    as_json: options.Json = False,
    from_: options.From = None,
    to: options.To = None,
) -> list[int]:
    """Hide as many numbers of a puzzle as possible, so that it keeps its one solution.

    A hidden number is printed as ?: the block is there, but its length is not given. Numbers are
    tried in a random order, and each that can be hidden is; every step is proved. In the end, no
    further number can be hidden. Numbers hidden before the limit or Ctrl-C are kept: they are proved, too.
    Another --seed may hide more; -n 5 hides five numbers at most. -o takes the formats that hold a ?: .json, .non and .xml.
    The exit code is 0 when each number was settled or N are hidden, 10 or 20 when there is not one solution to
    keep, and 30 when a limit came first.

    Examples:

      nonosat blot puzzle.non

      nonosat blot puzzle.non -n 5 --seed 7 -o blotted.non

      nonosat blot --rows "3;1" --cols "2;1;1" --json
    """
    at_most = options.number_of(count)
    if output is not None or to is not None:
        # This complains before the work, not after it.
        to = output_format(output, to, "json", inputs=[file], force=force)
        if Holds.BLOTS not in make_format(to).holds:
            raise CannotHold(
                f"{to} has no place for blocks of unknown length; .json, .non and .xml have"
            )
    puzzles = read_puzzles(file, rows, cols, from_)
    results, codes = list[Blotted](), list[int]()
    for item in puzzles:
        if not as_json and output != "-":
            print_title(item)
        search = BlotSearch(item.sheet.puzzle, at_most=at_most, seed=seed, limits=Limits(limit))
        result, interrupted = run_search(
            search, f"{item.name}:", lambda result: result.verdict is not Verdict.UNKNOWN
        )
        if as_json and output != "-":
            say_json(item.facts | result.to_dict())
        elif output != "-":
            _print_result(result)
        results.append(result)
        codes.append(INTERRUPTED if interrupted else _exit_code(result))
        if interrupted:
            break
    if output is not None:
        made = [
            dataclasses.replace(item.sheet, puzzle=result.puzzle)
            for item, result in zip(puzzles, results, strict=False)
            if result.verdict is Verdict.UNIQUE
        ]
        done = "found to have one solution"
        if save_if_all(made, len(puzzles), output, to, done, force):
            complain_of_losses(to or "", made)
    return codes


def _exit_code(result: Blotted) -> int:
    if result.verdict is not Verdict.UNIQUE:
        return code_of(result.verdict)
    return 0 if result.maximal or result.enough else code_of(Verdict.UNKNOWN)


def _print_result(result: Blotted) -> None:
    if result.verdict is Verdict.UNIQUE:
        # No picture: there a ? means an open cell, too.
        say(*(f"{f'{side}:':<8} {clues}" for side, clues in typed_lines(result.puzzle).items()))
    say(str(result))
