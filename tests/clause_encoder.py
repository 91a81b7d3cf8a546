"""A second encoder for "nonosat-cnf 1", written from docs/certificate.md and from nothing else.

It goes by the definitions word for word, position by position, without any of the shortcuts of the
one in ``verify.py``, so that a mistake in either shows.
"""

from itertools import pairwise

Blocks = list[tuple[int, str]]
"""(length, or 0 if it is unknown; ink) of each block."""


def encode(
    rows: list[Blocks],
    columns: list[Blocks],
    known: list[list[str]],
    givens: list[list[str]] | None = None,
) -> str:
    """The text of formula.cnf; `known` are pictures as lists of lines, `givens` rows of words."""
    height, width = len(rows), len(columns)
    variables = 0
    clauses: list[list[int]] = []

    # 1. Cells.
    cell: dict[tuple[int, int], dict[str, int]] = {}
    for r in range(height):
        for c in range(width):
            cell[r, c] = {}
            for ink in sorted({ink for _, ink in rows[r]}):
                if ink in {other for _, other in columns[c]}:
                    variables += 1
                    cell[r, c][ink] = variables
    for r in range(height):
        for c in range(width):
            numbers = list(cell[r, c].values())
            for i in range(len(numbers)):
                for j in range(i + 1, len(numbers)):
                    clauses.append([-numbers[i], -numbers[j]])

    # 2. Lines.
    for r in range(height):
        variables = line(rows[r], [cell[r, c] for c in range(width)], variables, clauses)
    for c in range(width):
        variables = line(columns[c], [cell[r, c] for r in range(height)], variables, clauses)

    # 3. Given cells.
    for r, words in enumerate(givens or []):
        for c, word in enumerate(words):
            if word == "?":
                continue
            for ink, x in cell[r, c].items():
                if ink not in word:
                    clauses.append([-x])
            if "." not in word:
                clauses.append([x for ink, x in cell[r, c].items() if ink in word])

    # 4. Pictures.
    for lines in known:
        clause = []
        for r in range(height):
            for c in range(width):
                for ink, x in cell[r, c].items():
                    clause.append(-x if lines[r][c] == ink else x)
        clauses.append(clause)

    head = f"p cnf {variables} {len(clauses)}\n"
    return head + "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in clauses)


def line(
    blocks: Blocks, cells: list[dict[str, int]], variables: int, clauses: list[list[int]]
) -> int:
    """Add the clauses of one line, and return the last variable."""
    n, k = len(cells), len(blocks)
    least = [length or 1 for length, _ in blocks]
    earliest = [minimum(blocks[:j], blocks[j]) for j in range(k)]
    latest = [n - minimum(list(reversed(blocks[j + 1 :])), blocks[j]) - least[j] for j in range(k)]
    order: dict[tuple[int, int], int] = {}
    ending: dict[tuple[int, int], int] = {}  # of blocks of unknown length

    def starts(j: int, p: int) -> int | bool:
        """Literal or constant of "block j starts at cell p or before"."""
        if p < earliest[j]:
            return False
        return True if p >= latest[j] else order[j, p]

    def ends(j: int, p: int) -> int | bool:
        """Literal or constant of "the last cell of block j lies before cell p"."""
        if blocks[j][0]:
            return starts(j, p - blocks[j][0])
        if p < earliest[j] + 1:
            return False
        return True if p >= latest[j] + 1 else ending[j, p]

    def add(*literals: tuple[int, int | bool]) -> None:
        """A clause of literals, each with the sign in front of it."""
        clause = []
        for sign, literal in literals:
            if literal is True or literal is False:
                if literal is (sign > 0):
                    return
            else:
                clause.append(sign * literal)
        clauses.append(clause)

    for j in range(k + 1):
        if j < k:
            for p in range(earliest[j], latest[j]):
                variables += 1
                order[j, p] = variables
        # (a) blank between block j - 1 and block j
        begin = earliest[j - 1] + least[j - 1] if j else 0
        end = latest[j] if j < k else n
        for i in range(begin, end):
            for x in cells[i].values():
                ended = ends(j - 1, i) if j else True
                add((-1, ended), (1, starts(j, i) if j < k else False), (-1, x))
        if j == k:
            break
        # (b) order of positions
        for p in range(earliest[j], latest[j] - 1):
            add((-1, order[j, p]), (1, order[j, p + 1]))
        # (c) order of blocks
        if j:
            gap = blocks[j - 1][1] == blocks[j][1]
            for p in range(earliest[j - 1] + least[j - 1], latest[j - 1] + least[j - 1]):
                add((-1, starts(j, p + gap)), (1, ends(j - 1, p)))
        length, ink = blocks[j]
        # (d) the ends of a block of unknown length
        if not length:
            for p in range(earliest[j] + 1, latest[j] + 1):
                variables += 1
                ending[j, p] = variables
            for p in range(earliest[j] + 1, latest[j]):
                add((-1, ending[j, p]), (1, ending[j, p + 1]))
            for p in range(earliest[j] + 1, latest[j] + 1):
                add((-1, ending[j, p]), (1, starts(j, p - 1)))
        # (e) inked
        for i in range(earliest[j], latest[j] + least[j]):
            add((-1, starts(j, i)), (1, ends(j, i)), (1, cells[i].get(ink, False)))
    return variables


def minimum(before: Blocks, block: tuple[int, str]) -> int:
    """The least room that some blocks take in front of another."""
    room = 0
    for (length, ink), (_, after) in pairwise([*before, block]):
        room += (length or 1) + (1 if ink == after else 0)
    return room
