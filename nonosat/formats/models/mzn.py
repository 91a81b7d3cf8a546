"""mzn: a puzzle as a complete MiniZinc model, with one automaton a line.

Colors count from 1, as not every solver's ``regular`` knows 0. A picture is printed in the characters
of nonosat. Only the comments are read; see `clue_comments`. For data without a model, see dzn.
"""

from nonosat.formats.models import clue_comments
from nonosat.model import Clue, Puzzle


def _model(puzzle: Puzzle, comments: list[str]) -> str:
    colors = len(puzzle.palette.colors)
    signs = ", ".join(f'"{color.char}"' for color in puzzle.palette.colors)
    text = [
        *comments,
        "% cell[r, c] is the color of the cell in row r and column c: 1 blank, n + 1 ink n",
        'include "regular.mzn";',
        f"array[1..{puzzle.height}, 1..{puzzle.width}] of var 1..{colors}: cell;",
    ]
    for axis, clues in (("row", puzzle.rows), ("col", puzzle.cols)):
        for index, clue in enumerate(clues, 1):
            text.append(f"constraint regular({axis}(cell, {index}), {_automaton(clue, colors)});")
    text += [
        "solve :: int_search(array1d(cell), first_fail, indomain_max) satisfy;",
        f"array[1..{colors}] of string: sign = [{signs}];",
        f'output [sign[fix(cell[r, c])] ++ if c == {puzzle.width} then "\\n" else "" endif',
        f"        | r in 1..{puzzle.height}, c in 1..{puzzle.width}];",
        "",
    ]
    return "\n".join(text)


def _automaton(clue: Clue, colors: int) -> str:
    """Return number of states, colors, transitions (0 for none), first and accepting states."""
    states, final = clue.automaton()
    table = (
        ",".join(str(state[color] + 1) if color in state else "0" for color in range(colors))
        for state in states
    )
    accepting = ", ".join(str(state + 1) for state in final)
    return f"{len(states)}, {colors}, [|{'|'.join(table)}|], 1, {{{accepting}}}"


TITLE = "% nonosat-mzn 1: the solutions of this model are the pictures of a nonogram"
MZN = clue_comments.model_format(TITLE, "% ", _model)
