"""The words and signs of clue texts, each named once: sides in many languages, sizes, pictures, clues.

`role_of` says which side a name means, `size_of` which size, `is_picture` whether it means a picture.
"""

import enum
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, pairwise
from typing import NamedTuple, TypeAlias

from nonosat.formats.base import Size, words


class Inked(NamedTuple):
    """A block with an ink, or of unknown length."""

    length: int | None
    ink: str = ""


TextBlock: TypeAlias = int | Inked
"""A block of a text: a length of black, or one with an ink."""
TextClue: TypeAlias = tuple[TextBlock, ...]


def _parts(clue: TextClue) -> list[tuple[int, str]]:
    """Length and ink of each block; a length that is not known is 1."""
    return [(one.length or 1, one.ink) if isinstance(one, Inked) else (one, "") for one in clue]


def least_cells(clue: TextClue) -> int:
    """The cells that a clue needs."""
    parts = _parts(clue)
    gaps = sum(one == two for (_, one), (_, two) in pairwise(parts))
    return sum(length for length, _ in parts) + gaps


def are_short(rows: Sequence[TextClue], cols: Sequence[TextClue]) -> bool:
    """True if each clue fits its line."""
    sides = ((rows, len(cols)), (cols, len(rows)))
    return all(least_cells(clue) <= room for side, room in sides for clue in side)


def ink_totals(side: Sequence[TextClue]) -> dict[str, int]:
    """The cells of each ink in a side."""
    sums: dict[str, int] = {}
    for length, ink in chain.from_iterable(map(_parts, side)):
        sums[ink] = sums.get(ink, 0) + length
    return sums


class Side(enum.Enum):
    """A side of a puzzle; the value is its name for messages."""

    ROW = "row"
    COLUMN = "column"

    @property
    def other(self) -> "Side":
        return Side.COLUMN if self is Side.ROW else Side.ROW


_ROW = (
    r"rows?|hor|horiz|h?orizz?onta+(?:l\w*|ux)|across|left|side|zeilen?\w*|reihen?|lignes?|rang[ée]es?|filas?|"
    r"renglon(?:es)?|linhas?|rig(?:a|he)|rij(?:en)?|rader?|r(?:æ|ae)kker?|wiersz\w*|rivi\w*|r[âa]nduri|стро\w+|"
    r"ряд\w*|редове|горизонт\w*|řád\w*|riadk\w*|sor(?:ok)?|satır\w*|baris|waage?recht|γραμμ\w*|"  # noqa: RUF001
    r"שורות|صفوف|行|横|ヨコ|よこ|가로|행"
)
_COLUMN = (
    r"cols?|columns?|vert?|verti[ck]a+(?:l\w*|ux)|down|top|upper|spalten?\w*|[ck]olonn\w+|columnas?|colunas?|"
    r"kolom\w*|kolumn\w*|coloane|sarak\w+|столб\w*|стовп\w*|колон\w+|вертик\w*|sloup\w*|stĺpc\w*|oszlop\w*|"
    r"sütun\w*|senkrecht|στήλ\w*|עמודות|أعمدة|列|縦|纵|タテ|たて|세로|열"
)
_TOPIC = (
    "(?:clue|hint|rule|run|info|data|num|length|len|block|constraint|spec|desc|def|list|array|val|"
    "pattern|head|label|instruction|restriction|segment|group)"
)
_COMPOUND = re.compile(
    rf"(?P<a>row|col(?:umn)?|left|top|side|horizontal|vertical)s?{_TOPIC}\w*|"
    rf"{_TOPIC}\w*?(?P<b>row|col(?:umn)?)s?"
)
"""Words that are written together, such as rowinfo and cluescol."""
_SIDES = {
    Side.ROW: re.compile(_ROW),
    Side.COLUMN: re.compile(_COLUMN),
}
_LETTERS = {
    "r": Side.ROW, "c": Side.COLUMN, "h": Side.ROW, "v": Side.COLUMN, "y": Side.ROW, "x": Side.COLUMN,
}  # fmt: skip
_LOOSE = words("hor ver x y h v across down")
"""Words that some authors use for the other side."""
_OTHER = words(
    "sum sums total totals color colors colour colours farbe farben couleur couleurs solution solutions "
    "answer answers goal state states count counts name names title titles size sizes max min offset "
    "weight width height len length index indices indexes pixels cells cell"
)
"""Words beside which that for a side means something else."""
_COUNTS = words("n num number numbers nr of the count counts anzahl nombre numero size")
TOPICS = words(
    "clue clues hint hints number numbers rule rules run runs block blocks constraint constraints info "
    "spec specs description descriptions instruction instructions indicator indicators data lengths "
    "the of for each per in list lists segment segments group groups definition definitions def defs "
    "hinweis hinweise zahlen indices indice indizes pistas pista numeros nombres der die das des de la las los les "
    "value values label labels"
)
"""Words of a heading beside that for its side."""
_PLURAL = words(
    "rows cols columns zeilen spalten lignes colonnes filas columnas righe colonne linhas colunas"
)
_WIDTH = words(
    "width w breite largeur ancho larghezza largura ncols numcols colcount columncount ncolumns "
    "numcolumns szerokość ширина 幅"
)
_HEIGHT = words(
    "height h höhe hauteur alto altezza altura nrows numrows rowcount wysokość высота 高さ"
)
_SIZE = words(
    "size dimensions dimension dim gridsize größe taille tamaño dimensione boardsize shape"
)
_PICTURE = words(
    "picture pictures image images grid grids board boards goal goals solution solutions cells pixels "
    "bitmap bitmaps map maps matrix pattern patterns data art drawing drawings level levels puzzle "
    "puzzles tiles stage stages shape shapes sprite sprites"
)
CONTROL = words("if else for while unless or and when where until except rescue assert")
"""Words behind a value that make it depend on something."""

CLUE = re.compile(
    r"(?=.*[\d?]|\s*\Z)(?:[\s,;|/.&-]|\d++(?:[a-zA-Z](?!\w))?|\?(?:[a-zA-Z](?!\w))?)*+\Z", re.DOTALL
)
"""A string that holds clues and nothing else: numbers, letters of inks behind them, and separators."""


class Role(NamedTuple):
    """The side that a name means, if any."""

    side: Side | None = None
    rest: tuple[str, ...] = ()
    """The other words of the name, and digits behind it; names with the same are a pair."""
    loose: str = ""
    """A word that some use for the other side."""


_NO_ROLE = Role()


@lru_cache(10_000)
def subwords(name: str) -> tuple[str, ...]:
    """The words of a name, parted at capitals, signs, digits and sizes.

    >>> subwords("rowClues_easy2"), subwords("PUZZLES_10X10")
    (('row', 'clues', 'easy'), ('puzzles',))
    """
    unsized = re.sub(r"(?<=\d)[xX](?=\d)", " ", name[:200])
    apart = re.sub(r"(?<=[^\W\d_A-Z\u0410-\u042f])(?=[A-Z\u0410-\u042f])", " ", unsized)
    return tuple(re.findall(r"[^\W\d_]+", apart.casefold()))


@lru_cache(10_000)
def role_of(name: str) -> Role:
    """The side that a name means.

    >>> role_of("rowInfo").side, role_of("EXP_COL_1").side, role_of("row_count").side
    (<Side.ROW: 'row'>, <Side.COLUMN: 'column'>, None)
    """
    parts = subwords(name)
    if len(parts) > 5 or _OTHER & {*parts[1:]} or _OTHER - _COUNTS & {*parts}:
        return _NO_ROLE
    found: dict[str, Side] = {}
    for part in parts:
        if match := _COMPOUND.fullmatch(part):
            word = match["a"] or match["b"]
            found[part] = Side.COLUMN if _SIDES[Side.COLUMN].fullmatch(word) else Side.ROW
        for side, pattern in _SIDES.items():
            if pattern.fullmatch(part):
                found[part] = side
        if len(part) == 1 and part in _LETTERS:
            found[part] = _LETTERS[part]
    if len({*found.values()}) != 1:
        return _NO_ROLE
    digits = re.findall(r"\d+", name[:200])
    rest = tuple(part for part in parts if part not in found)
    loose = next((part for part in parts if part in _LOOSE), "")
    return Role(next(iter(found.values())), (*rest, *digits), loose)


@lru_cache(1000)
def plain_name(name: str) -> str:
    """A name without case, blanks and signs, as names are compared.

    >>> plain_name("Row-Clues"), plain_name("rows data")
    ('rowclues', 'rowsdata')
    """
    return re.sub(r"[\W_]+", "", name.casefold())


@lru_cache(10_000)
def size_of(name: str) -> Size | None:
    """The lines that a name counts: the rows, the columns, or both.

    >>> size_of("numRows"), size_of("board size"), size_of("rows hints")
    (<Size.HEIGHT: 'rows'>, None, None)
    """
    parts = {*subwords(name)}
    rest = parts - _COUNTS
    if len(rest) == 1 and (rest <= _HEIGHT | _WIDTH | _PLURAL or parts - rest):
        if rest <= _HEIGHT:
            return Size.HEIGHT
        if rest <= _WIDTH:
            return Size.WIDTH
        side = role_of(*rest).side
        return None if side is None else Size.HEIGHT if side is Side.ROW else Size.WIDTH
    return Size.BOTH if parts and parts <= _SIZE else None


def is_picture(name: str) -> bool:
    """True if a name says that its cells are a picture.

    >>> is_picture("level_3"), is_picture("maze")
    (True, False)
    """
    return bool(_PICTURE & {*subwords(name)})


EMPTY_CELLS = "._-·~□░⬜○▢◻▫"
EITHER_CELLS = "xXoO*+"
FILLED_CELLS = "#@■█▓⬛●◼▪▣%"
CELLS = re.escape(EMPTY_CELLS + EITHER_CELLS + FILLED_CELLS)
"""Signs of cells in a picture, escaped for a class of a pattern."""
