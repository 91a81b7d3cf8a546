"""xcsp3: a puzzle as an XCSP3 instance, with one automaton a line.

Only the comment is read; see `clue_comments`. XCSP3 is specified by Boussemart, Lecoutre, Audemard and
Piette, "XCSP3: An Integrated Format for Benchmarking Combinatorial Constrained Problems", 2016.
"""

from nonosat.formats.models import clue_comments
from nonosat.model import Puzzle


def _model(puzzle: Puzzle, comments: list[str]) -> str:
    text = [
        *comments,
        "cell[r][c] is the color of the cell in row r and column c (both from 0): 0 blank, n ink n",
        "-->",
        '<instance format="XCSP3" type="CSP">',
        "<variables>",
        f'<array id="cell" size="[{puzzle.height}][{puzzle.width}]">'
        f" 0..{len(puzzle.palette.inks)} </array>",
        "</variables>",
        "<constraints>",
    ]
    lists = [f"cell[{r}][]" for r in range(puzzle.height)]
    lists += [f"cell[][{c}]" for c in range(puzzle.width)]
    for cells, clue in zip(lists, puzzle.clues, strict=True):
        states, final = clue.automaton()
        steps = (
            f"(s{at},{color},s{to})"
            for at, state in enumerate(states)
            for color, to in sorted(state.items())
        )
        text += [
            f"<regular> <list> {cells} </list>",
            f"<transitions> {''.join(steps)} </transitions>",
            f"<start> s0 </start> <final> {' '.join(f's{at}' for at in final)} </final> </regular>",
        ]
    return "\n".join([*text, "</constraints>", "</instance>", ""])


TITLE = "<!-- nonosat-xcsp3 1: the solutions of this instance are the pictures of a nonogram"
XCSP3 = clue_comments.model_format(TITLE, "", _model)
