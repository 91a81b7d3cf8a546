"""scp: models of the Glasgow Constraint Solver, whose chain of proofs is verified down to the clues.

Each cell is a variable whose value is its color. Each line is a ``regular`` constraint: the cells, the
number of states, the transitions ``(color next-state)`` of each state, the accepting states. State 0
is the start. As all solutions are enumerated, a proof for it says how many there are.

Only models in these words are read. There is no specification but the solver's own reader and
documentation; written files were not run by it.
"""

import re
from collections.abc import Sequence
from itertools import count, pairwise, zip_longest

from nonosat.formats.base import ClueLine, Format, Holds, Record
from nonosat.model import MAX_INKS, Block, Clue, Sheet, default_palette

_TOKEN = re.compile(r"[()]|[^\s()]+")
_CELL = re.compile(r"r([1-9][0-9]{0,4})c([1-9][0-9]{0,4})\Z")
_STATE = r"\( (?:\( [0-9]{1,6} [0-9]{1,6} \) )*\) "
_REGULAR = re.compile(rf"regular \( [^()]*\) \S+ \( ((?:{_STATE})*)\)")
_STEP = re.compile("([0-9]+) ([0-9]+)")


def read(record: Record) -> list[Sheet]:
    """Read a model: what `write` makes of its clues must be the same."""
    words, lines = [], []
    for line in record.lines():
        found = _TOKEN.findall(line.text)
        words += found
        lines += [line.number] * len(found)
    cells = [(cell, at) for at, word in enumerate(words) if (cell := _CELL.match(word))]
    if not cells:
        record.fail("there are no variables such as (r1c1 0 1)")
    height, width = (max(int(cell[axis]) for cell, _ in cells) for axis in (1, 2))
    first = cells[0][1]
    record.check_size(height, width, lines[first])
    inks = record.number(" ".join(words[first + 2 : first + 3]), lines[first], "number of inks")
    automata = _REGULAR.findall(" ".join(words))
    if not 0 < inks <= MAX_INKS:
        record.fail(f"expected 1 to {MAX_INKS} inks, got {inks}", lines[first])
    if height * width > len(cells) or len(automata) != height + width:
        what = (
            f"{width}x{height} cells need an automaton of a clue for each line, got {len(automata)}"
        )
        record.fail(what, lines[first])
    clues = [*map(_spelled, automata)]
    places = [line for word, line in zip(words, lines, strict=True) if word == "regular"]
    names = count(1)  # a constraint may have any name
    words = [f"_{next(names)}" if two == "regular" else one for one, two in pairwise([*words, ""])]
    due = _TOKEN.findall(_model(height, width, inks, clues))
    for want, word, at in zip_longest(due, words, lines):
        if word != want:
            what = f"this is not the model of a nonogram: expected {want or 'the end'!r}, got {word or 'the end'!r}"
            record.fail(what, at or lines[-1])
    sides = [*map(ClueLine, clues, places)]
    return [Sheet(record.puzzle(sides[:height], sides[height:], default_palette(inks)))]


def _spelled(automaton: str) -> Clue:
    """Return the clue of an automaton; any clue if it is not the automaton of one."""
    states = re.findall(_STATE, automaton)
    found = [{int(color): int(to) for color, to in _STEP.findall(state)} for state in states]
    # The shortest line with the clue goes through all states in order, so they spell it out.
    word = [
        next((c for c, to in state.items() if to == at), 0) for at, state in enumerate(found, 1)
    ]
    spelled = bytes(color if color <= MAX_INKS else 0 for color in word[:-1])
    # A block of unknown length has one of them, and the state behind it leads to itself by its ink.
    loops = [found[at].get(color) == at for at, color in enumerate(spelled, 1)]
    begins = [i for i, color in enumerate(spelled) if color and (i == 0 or spelled[i - 1] != color)]
    blocks = zip(Clue.of_cells(spelled), begins, strict=True)
    return Clue(Block(None, block.color) if loops[i] else block for block, i in blocks)


def write(sheets: Sequence[Sheet]) -> str:
    puzzle = sheets[0].puzzle
    return _model(puzzle.height, puzzle.width, len(puzzle.palette.inks), puzzle.clues)


def _model(height: int, width: int, inks: int, clues: Sequence[Clue]) -> str:
    rows = [[f"r{r}c{c}" for c in range(1, width + 1)] for r in range(1, height + 1)]
    text = ["(", "  (version 1)", "  (variables"]
    for row in rows:
        text.append("    " + " ".join(f"({name} 0 {inks})" for name in row))
    text += ["  )", "  (constraints"]
    for index, (clue, cells) in enumerate(
        zip(clues, [*rows, *zip(*rows, strict=True)], strict=True), 1
    ):
        states, final = clue.automaton()
        table = " ".join(
            "(" + " ".join(f"({color} {to})" for color, to in sorted(state.items())) + ")"
            for state in states
        )
        text.append(
            f"    (_{index} regular ({' '.join(cells)}) {len(states)} ({table}) "
            f"({' '.join(map(str, final))}))"
        )
    text += ["  )", "  (prob_type enumerate)", ")", ""]
    return "\n".join(text)


SCP = Format(Holds.CLUES | Holds.COLORS | Holds.OBLONG | Holds.BLOTS, read, write)
