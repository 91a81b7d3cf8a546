"""Independent parts of a board, and how many solutions each has.

A *factor* is a language (see languages.py) over some open cells of one line; each open cell lies in
one factor of its row and in one of its column. A *component* is a set of factors that are
connected by shared cells. The solutions of a board are those of its components, in all combinations.

A component is counted by branching on a cell, propagating, and splitting what is left into
components again, as in Bayardo and Pehoushek, "Counting models using connected components", AAAI
2000. Counts are remembered under a form of the component, which keeps its languages and how they
cross, but not where it lies: component caching as in Sang et al., "Combining component caching and
clause learning for effective model counting", SAT 2004. The cells are taken row by row, so that
where propagation decides little the components met are the row profiles of the transfer-matrix
method.
"""

from collections.abc import Generator, Sequence
from typing import NamedTuple

from nonosat.ask.all_solutions.languages import END, Node, Store
from nonosat.errors import LimitReached
from nonosat.kernel import ones


class Factor(NamedTuple):
    """A language, and the cells that its words fill, upwards."""

    node: Node
    cells: tuple[int, ...]


class Numbering(NamedTuple):
    """Numbers for the cells of a component, and one solution of it."""

    pitch: int
    """Cell c of row r is ``r * pitch + c``."""
    guide: dict[int, int]
    """cell -> color. A part that agrees with it is solvable, and is counted first."""


Form = tuple[tuple[Node, ...], tuple[Node, ...], tuple[int, ...]]


class Component:
    """Factors of rows and of columns over the same cells; after `settle` they are connected."""

    __slots__ = ("cells", "col_of", "cols", "row_of", "rows", "view")

    def __init__(self, rows: Sequence[Factor], cols: Sequence[Factor], view: Numbering) -> None:
        self.rows: list[Factor] = sorted(rows, key=lambda factor: factor.cells[0])
        self.cols: list[Factor] = sorted(cols, key=lambda factor: factor.cells[0])
        self.cells: list[int] = [cell for factor in self.rows for cell in factor.cells]
        """In the order of branching: row by row."""
        self.row_of: dict[int, tuple[int, int]] = _places(self.rows, 0)
        self.col_of: dict[int, tuple[int, int]] = _places(self.cols, len(self.rows))
        """cell -> (number of its factor, rows first, then columns; which cell of that it is)"""
        self.view: Numbering = view

    @property
    def height(self) -> int:
        """From its first row to its last."""
        return self.cells[-1] // self.view.pitch - self.cells[0] // self.view.pitch + 1

    def form(self) -> Form:
        """Return a key: components with the same form have the same count, wherever they lie."""
        col_of = self.col_of
        return (
            tuple([factor.node for factor in self.rows]),
            tuple([factor.node for factor in self.cols]),
            tuple([col_of[cell][0] for cell in self.cells]),
        )

    def turned(self) -> "Component":
        """Return the same component with rows and columns exchanged."""
        pitch, guide = self.view
        height = self.cells[-1] // pitch + 1
        new = {cell: cell % pitch * height + cell // pitch for cell in self.cells}
        rows, cols = (
            [Factor(node, tuple([new[cell] for cell in cells])) for node, cells in factors]
            for factors in (self.rows, self.cols)
        )
        return Component(cols, rows, Numbering(height, {new[cell]: guide[cell] for cell in new}))

    def upright(self) -> "Component":
        """Return the same component, turned if that makes its row profiles shorter."""
        return self.turned() if len(self.rows) < len(self.cols) else self


def _places(factors: Sequence[Factor], first: int) -> dict[int, tuple[int, int]]:
    return {
        cell: (number, i)
        for number, factor in enumerate(factors, first)
        for i, cell in enumerate(factor.cells)
    }


def split(rows: Sequence[Factor], cols: Sequence[Factor], view: Numbering) -> list[Component]:
    """Sort factors into components, small ones first."""
    col_of = {cell: c for c, factor in enumerate(cols) for cell in factor.cells}
    row_of = {cell: r for r, factor in enumerate(rows) for cell in factor.cells}
    components = []
    seen_rows = [False] * len(rows)
    seen_cols = [False] * len(cols)
    for first in range(len(rows)):
        if seen_rows[first]:
            continue
        seen_rows[first] = True
        mine, crossing = [first], []
        for r in mine:  # which grows in this loop
            for cell in rows[r].cells:
                c = col_of[cell]
                if not seen_cols[c]:
                    seen_cols[c] = True
                    crossing.append(c)
                    for other in cols[c].cells:
                        o = row_of[other]
                        if not seen_rows[o]:
                            seen_rows[o] = True
                            mine.append(o)
        components.append(Component([rows[r] for r in mine], [cols[c] for c in crossing], view))
    components.sort(key=lambda component: len(component.cells))
    return components


def settle(
    store: Store, component: Component, decided: tuple[int, int] | None = None
) -> list[Component] | None:
    """Propagate to the fixpoint and split; None on contradiction.

    Args:
        decided: the only new (cell, color) of a settled component; None means that the component
            may not be settled.
    """
    store.tick()
    width, every = store.colors, (1 << store.colors) - 1
    factors = [*component.rows, *component.cols]
    row_of, col_of = component.row_of, component.col_of
    height = len(component.rows)
    if decided is None:
        masks = {f: factor.node.support for f, factor in enumerate(factors)}
        for cell, (f, i) in row_of.items():
            g, j = col_of[cell]
            both = (masks[f] >> i * width) & (masks[g] >> j * width) & every
            masks[f] &= ~((every ^ both) << i * width)
            masks[g] &= ~((every ^ both) << j * width)
    else:
        cell, color = decided
        masks = {
            f: factors[f].node.support & ~((every ^ 1 << color) << i * width)
            for f, i in (row_of[cell], col_of[cell])
        }
    todo = dict.fromkeys(masks)
    parts = {}
    while todo:
        f = next(iter(todo))
        del todo[f]
        node, cells = factors[f]
        cut = store.cut(node, masks[f])
        if cut is None:
            return None
        parts[f] = cut.parts
        gone = masks[f] ^ cut.support
        masks[f] = cut.support
        crossing = col_of if f < height else row_of
        for bit in ones(gone):
            i, lost = divmod(bit, width)
            g, j = crossing[cells[i]]
            masks[g] = masks.get(g, factors[g].node.support) & ~(1 << (j * width + lost))
            todo[g] = None
    left: tuple[list[Factor], list[Factor]] = [], []
    for f, factor in enumerate(factors):
        kept = left[f >= height]
        if f in parts:
            cells = factor.cells
            kept += [Factor(node, tuple([cells[i] for i in at])) for node, at in parts[f]]
        else:
            kept.append(factor)
    return split(*left, component.view)


def banded(store: Store, component: Component, height: int) -> list[Component]:
    """Cut a component into independent bands of rows; only solutions that agree with the guide are left.

    A solution agrees if the last row of each band is as in the guide, and each column can continue
    from there in the same ways. The guide agrees, so some solution is left. With a single band, all
    solutions are left.

    Args:
        height: rows per band. Bands of twice the height have fewer cuts, so at least as many
            solutions are left.
    """
    pitch, guide = component.view
    top = component.cells[0] // pitch
    width, every = store.colors, (1 << store.colors) - 1
    pieces = []
    for node, cells in component.cols:
        start, begin, mask = node, 0, -1
        for i, cell in enumerate(cells, 1):
            color = guide[cell]
            node = dict(node.kids)[color]
            band, row = divmod(cell // pitch - top, height)
            if row == height - 1 and cell // pitch - top < component.height - 1:
                mask &= ~((every ^ 1 << color) << (i - 1 - begin) * width)
            if i == len(cells) or (cells[i] // pitch - top) // height != band:
                cut = store.cut(start, mask, node)
                assert cut is not None, "the guide comes this way"
                open_cells: set[int] = set()
                for part, at in cut.parts:
                    pieces.append(Factor(part, tuple([cells[begin + k] for k in at])))
                    open_cells.update(pieces[-1].cells)
                for closed in cells[begin:i]:
                    if closed not in open_cells:
                        pieces.append(Factor(store.node(((guide[closed], END),)), (closed,)))
                start, begin, mask = node, i, -1
    found = settle(store, Component(component.rows, pieces, component.view))
    assert found is not None, "the guide is a solution"
    return [part.upright() for part in found]


class _Stopped(Exception):
    """Counting was cut short; `least` is a lower bound of the count."""

    def __init__(self, least: int) -> None:
        super().__init__(least)
        self.least = least


class Counted(NamedTuple):
    """The count of a component."""

    number: int
    """Exact, or a lower bound >= 1 if it was cut short."""
    cause: BaseException | None = None
    """The LimitReached or KeyboardInterrupt that ended the count early."""


class ComponentCounter:
    """Counts the solutions of components, and remembers what it has counted.

    Args:
        room: the most cells of components that are remembered; then all are forgotten.
    """

    def __init__(self, store: Store, room: int = 10_000_000) -> None:
        self._store = store
        self._known: dict[Form, int] = {}
        self._room = self._left = room

    def count(self, component: Component) -> Counted:
        """Count the solutions of a settled component. The guide is one of them."""
        stack = [self._count(component, True)]
        answer: int | None = None
        stopped = _Stopped(0)
        cause: BaseException | None = None
        while stack:  # of generators, since recursion may go deeper than Python allows
            try:
                if cause is not None:
                    stack[-1].throw(stopped)
                stack.append(self._count(*stack[-1].send(answer)))
                answer = None
            except StopIteration as end:
                stack.pop()
                answer = end.value
            except _Stopped as err:
                stack.pop()
                stopped, cause = err, cause or err.__cause__
            except (LimitReached, KeyboardInterrupt) as err:
                cause = err
        if cause is not None:
            return Counted(max(1, stopped.least), cause)
        assert answer is not None
        return Counted(answer)

    def _count(
        self, component: Component, guided: bool
    ) -> Generator[tuple[Component, bool], int | None, int]:
        """Ask for the counts of smaller components; return the count of this one.

        Args:
            guided: the guide is known to be a solution of it.
        """
        rows, cols, guide = component.rows, component.cols, component.view.guide
        if len(rows) == 1 or len(cols) == 1:  # the others are single cells that may be anything
            return (rows if len(rows) == 1 else cols)[0].node.number()
        form = component.form()
        known = self._known.get(form)
        if known is not None:
            return known
        cell = component.cells[0]
        colors = [color for color, _ in rows[0].node.kids]
        colors.sort(key=lambda color: color != guide[cell])
        total = 0
        for color in colors:
            agrees = guided and color == guide[cell]
            product = 1
            left = 0
            try:
                parts = settle(self._store, component, (cell, color))
                left = 0 if parts is None else len(parts)
                for part in parts or ():
                    number = yield part, agrees
                    assert number is not None
                    product *= number
                    left -= 1
                    if not product:
                        break
            except (_Stopped, LimitReached, KeyboardInterrupt) as err:
                least = err.least if isinstance(err, _Stopped) else 0
                # Nothing is known about the parts still to come, unless the guide solves them.
                least = max(least, 1) if agrees else least * (left <= 1)
                raise _Stopped(total + product * least) from err
            if parts is not None:
                total += product
        self._left -= len(component.cells)
        if self._left < 0:
            self._known.clear()
            self._left = self._room
        self._known[form] = total
        return total
