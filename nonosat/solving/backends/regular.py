"""A puzzle as clauses: the automaton of each line, unrolled over its cells.

For each state that can be reached after i cells, and each step that a cell can take from there, there
is a Boolean. A state needs a step into it and one out of it, a color needs a step that reads it, and a
step fixes the color and both states. Unit propagation then finds all that a line implies by itself:
Quimper and Walsh, "Decomposing global grammar constraints", and Bacchus, "GAC via unit propagation",
both CP 2007. Foote and Krizanc study nonograms with clauses from regular expressions, "Nonogram:
complexity of inference and phase transition behavior", arXiv 2507.07283, 2025.
"""

from nonosat.model import Clue
from nonosat.solving.backends.encoding import ClueEncoding


class RegularEncoding(ClueEncoding):
    """See the module: about five times as many clauses as those of `Encoding`."""

    def _least(self, clue: Clue, starts: list[int]) -> int:
        # Each cell of a block is a state wherever it may be, with a step into it.
        return sum(
            3 * block.least * bits.bit_count() for block, bits in zip(clue, starts, strict=True)
        )

    def _encode_line(self, clue: Clue, starts: list[int], cells: list[dict[int, int]]) -> None:
        states, final = clue.automaton()
        # The fewest cells from a state to the end. More will always do: final states have a loop.
        needs = [0] * len(states)
        for state in reversed(range(len(states))):
            if state not in final:
                needs[state] = 1 + min(needs[to] for to in states[state].values() if to != state)
        here = {0: self._new()}
        self.clauses.append([here[0]])
        for at, options in enumerate(cells, 1):
            self._check_limits()
            then: dict[int, int] = {}
            into: dict[int, list[int]] = {}
            reading: dict[int, list[int]] = {color: [] for color in options}
            for state, literal in here.items():
                out = []
                for color, to in states[state].items():
                    if needs[to] <= len(cells) - at:
                        if to not in then:
                            then[to], into[to] = self._new(), []
                        step = self._new()
                        for implied in (literal, options[color], then[to]):
                            self.clauses.append((-step, implied))
                        out.append(step)
                        into[to].append(step)
                        reading[color].append(step)
                self.clauses.append((-literal, *out))
            for to, steps in into.items():
                self.clauses.append((-then[to], *steps))
            for color, steps in reading.items():
                self.clauses.append((-options[color], *steps))
            here = then
