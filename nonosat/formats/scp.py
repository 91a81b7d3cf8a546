"""scp: models of the Glasgow Constraint Solver, whose chain of proofs is verified down to the clues.

::

    (
      (version 1)
      (variables (r1c1 0 1) (r1c2 0 1))
      (constraints
        (_1 regular (r1c1 r1c2) 2 (((0 0) (1 1)) ((0 1))) (1))
        ...)
      (prob_type enumerate)
    )

Each cell is a variable whose value is its color. Each line is a ``regular`` constraint: the cells, the
number of states, the transitions ``(color next-state)`` of each state, the accepting states. State 0
is the start. As all solutions are enumerated, a proof for it says how many there are.

Only such models are read: those in which every automaton is that of a clue. There is no specification
but the solver's own reader and documentation; written files were not run by it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from nonosat.formats.base import ClueLine, Format, Holds, Record, declared_size, make_puzzle, number
from nonosat.model import MAX_INKS, Block, Clue, Sheet, default_palette

_TOKEN = re.compile(r"[()]|[^\s()]+")
_CELL = re.compile(r"r([1-9][0-9]{0,4})c([1-9][0-9]{0,4})\Z")
MAX_DEPTH = 6


def read(record: Record) -> list[Sheet]:
    """Read a model of the kind that `write` writes."""
    sections = _sections(record)
    names = [section.items[:1] for section in sections]
    if names != [["version"], ["variables"], ["constraints"], ["prob_type"]]:
        record.fail("no scp model of a nonogram: version, variables, constraints, prob_type")
    version, variables, constraints, _ = sections
    if version.items != ["version", "1"]:
        record.fail("only version 1 of scp is known", version.line)
    height, width, inks = _cells(variables, record)
    declared_size(height, width, record, variables.line)
    lines = _lines(height, width)
    found = constraints.lists()
    if len(found) != len(lines):
        record.fail(f"{len(found)} constraints for {len(lines)} lines", constraints.line)
    clues = [
        ClueLine(_clue(constraint, line, record), constraint.line)
        for constraint, line in zip(found, lines, strict=True)
    ]
    puzzle = make_puzzle(record, clues[:height], clues[height:], default_palette(inks))
    return [Sheet(puzzle)]


def write(sheets: Sequence[Sheet]) -> str:
    """Write a variable for each cell, and a constraint for each line."""
    (sheet,) = sheets
    puzzle = sheet.puzzle
    last = len(puzzle.palette.inks)
    lines = _lines(puzzle.height, puzzle.width)
    text = ["(", "  (version 1)", "  (variables"]
    for row in lines[: puzzle.height]:
        text.append("    " + " ".join(f"({name} 0 {last})" for name in row))
    text += ["  )", "  (constraints"]
    for index, (clue, cells) in enumerate(zip(puzzle.clues, lines, strict=True), 1):
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


def _lines(height: int, width: int) -> list[list[str]]:
    """The names of the cells of each line: the rows, then the columns."""
    rows = [[f"r{r}c{c}" for c in range(1, width + 1)] for r in range(1, height + 1)]
    return [*rows, *map(list, zip(*rows, strict=True))]


class _List:
    """A list of words and lists, and the line on which it begins."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.items: list[str | _List] = []

    def lists(self) -> list[_List]:
        return [item for item in self.items if isinstance(item, _List)]

    def words(self) -> list[str]:
        return [item for item in self.items if isinstance(item, str)]


def _sections(record: Record) -> list[_List]:
    """The lists in the one list that the text is."""
    top = _List(record.line)
    stack = [top]
    for line in record.lines():
        for token in _TOKEN.findall(line.text):
            if token == "(":
                if len(stack) > MAX_DEPTH:
                    record.fail("lists are nested too deeply", line.number)
                inner = _List(line.number)
                stack[-1].items.append(inner)
                stack.append(inner)
            elif token != ")":
                stack[-1].items.append(token)
            elif len(stack) == 1:
                record.fail("a ) without its (", line.number)
            else:
                stack.pop()
    if len(stack) > 1:
        record.fail("a ( without its )", stack[-1].line)
    if len(top.items) != 1 or len(top.lists()) != 1:
        record.fail("an scp model is one list")
    return top.lists()[0].lists()


def _cells(variables: _List, record: Record) -> tuple[int, int, int]:
    """Height, width and number of inks; the variables are all the cells, each of all colors."""
    found: dict[tuple[int, int], str] = {}
    for cell in variables.lists():
        words = cell.words()
        match = _CELL.match(words[0]) if len(words) == len(cell.items) == 3 else None
        if match is None or words[1] != "0":
            record.fail("a variable is not a cell such as (r1c1 0 1)", cell.line)
        found[int(match[1]), int(match[2])] = words[2]
    if not found or len(set(found.values())) != 1:
        record.fail("there are no cells, or they differ in their colors", variables.line)
    height, width = (max(place[axis] for place in found) for axis in (0, 1))
    if height * width != len(found) or len(variables.lists()) != len(found):
        record.fail(f"{len(found)} cells do not fill {width}x{height}", variables.line)
    inks = number(next(iter(found.values())), record, variables.line, "number of inks")
    if not 0 < inks <= MAX_INKS:
        record.fail(f"{inks} inks are not supported", variables.line)
    return height, width, inks


def _clue(constraint: _List, cells: list[str], record: Record) -> Clue:
    """The clue whose automaton a constraint has."""
    items = constraint.items
    are_lists = [isinstance(item, _List) for item in items]
    if are_lists != [False, False, True, False, True, True] or items[1] != "regular":
        record.fail(
            "a constraint is not (name regular cells states transitions accepting)", constraint.line
        )
    line, states, accepting = (item for item in items if isinstance(item, _List))
    if line.items != cells:
        record.fail(f"the cells are not {cells[0]} to {cells[-1]}", constraint.line)
    found: list[dict[int, int]] = []
    for state in states.lists():
        steps = [[number(w, record, state.line) for w in step.words()] for step in state.lists()]
        if any(len(step) != 2 for step in steps) or len({step[0] for step in steps}) != len(steps):
            record.fail("not one (color state) for each color", state.line)
        found.append({step[0]: step[1] for step in steps})
    # The shortest line with the clue goes through all states in order, so they spell it out.
    word = [
        next((c for c, to in state.items() if to == at), 0) for at, state in enumerate(found, 1)
    ]
    spelled = bytes(color if color <= MAX_INKS else 0 for color in word[:-1])
    # A block of unknown length has one of them, and the state behind it leads to itself by its ink.
    loops = [found[at].get(color) == at for at, color in enumerate(spelled, 1)]
    begins = [i for i, color in enumerate(spelled) if color and (i == 0 or spelled[i - 1] != color)]
    blocks = zip(Clue.of_cells(spelled), begins, strict=True)
    clue = Clue(Block(None, block.color) if loops[i] else block for block, i in blocks)
    wanted, final = clue.automaton()
    if found != wanted or accepting.items != [*map(str, final)] or items[3] != str(len(found)):
        record.fail("the automaton is not that of a clue", constraint.line)
    return clue


SCP = Format(Holds.CLUES | Holds.COLORS | Holds.OBLONG | Holds.BLOTS, read, write)
