"""xlsx: spreadsheets, through openpyxl; see `table`. Each sheet that is not empty is a puzzle.

The colors of cells count in a picture, and in the field between clues. Formulas do not: their last
results do. Written are the clues in the margins, and the first goal as filled cells.
"""

import io
import re
import warnings
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from nonosat.errors import CannotHold, ParseError, TooLarge
from nonosat.formats.base import Format, Holds, Record, one_line, some_read, words
from nonosat.formats.named.zipped import members
from nonosat.formats.said.table import Cell, sheet_of_table, table_of_sheet
from nonosat.model import Sheet
from nonosat.registry import require

MAX_PART = 2 * 1024 * 1024
"""Maximum bytes of XML besides the sheets; openpyxl is slow and needs much memory for them."""
MAX_CELLS = 250_000
MAX_SIDE = 2_000
MAX_SHEETS = 100
MAX_FORMATS = 20_000
_ROW, _CELL, _FORMAT = (
    re.compile(rb"<(?:[\w.-]+:)?" + name + rb"\b") for name in (b"row", b"c", b"xf")
)
"""The elements of rows, cells, and formats of cells, with any prefix."""
_INDEXED = 64
_THEME = (
    "ffffff", "000000", "e7e6e6", "44546a", "4472c4", "ed7d31", "a5a5a5", "ffc000", "5b9bd5", "70ad47",
)  # fmt: skip
"""The colors of Excel's own theme, by their number in cells."""
_TITLE = "Sheet"
_DEFAULT = words(
    "sheet tabelle tabellenblatt feuil feuille hoja foglio planilha folha página blad ark "
    "arkusz list hárok лист аркуш munka munkalap taul taulukko sayfa φύλλο シート 工作表 시트 ورقة "
    "גיליון foaie lapas leht werkblad kalkylblad regneark full แผ่นงาน शीट"
)
"""The names that programs give to sheets, without a number, in many languages."""
_LONGEST = 31
"""Characters of a sheet's name."""


def _openpyxl() -> Any:
    with require("spreadsheets need openpyxl", "nonosat[sheet]", "openpyxl"):
        import openpyxl
    return openpyxl


def read(record: Record) -> list[Sheet]:
    openpyxl = _openpyxl()
    _check_size(record)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about parts of the file that are not read
            book = openpyxl.load_workbook(io.BytesIO(record.data), read_only=True, data_only=True)
            if len(book.worksheets) > MAX_SHEETS:
                record.fail(f"more than {MAX_SHEETS} sheets", 0, TooLarge)
            pages = [(page.title, *_table(record, page)) for page in book.worksheets]
    except (ParseError, MemoryError, KeyboardInterrupt):
        raise
    except Exception as err:  # a broken file can raise any error
        record.fail(f"this is not a spreadsheet, or a damaged one ({type(err).__name__})")
    found: list[Sheet | ParseError] = []
    notes: list[ParseError] = []
    for name, table, (top, left), is_cut in pages:
        try:
            if table:
                found.append(_sheet(record.at(top), name, table, (top, left), is_cut))
        except ParseError as err:
            is_cell = [
                cell.is_clue or len(cell.text) == 1 for row in table for cell in row if cell.text
            ]
            one = _named(err, name, table, (top, left))
            (found if 2 * sum(is_cell) > len(is_cell) else notes).append(one)
    at = next((at for at, one in enumerate(found) if isinstance(one, Sheet)), None)
    if at is not None and isinstance(first := found[at], Sheet):
        said = (f"{err.what} (this sheet is left out)" for err in notes)
        found[at] = replace(first, guesses=(*first.guesses, *said))
    if not found and not notes:
        record.fail("there is nothing in this spreadsheet")
    return some_read(found or notes)


def _sheet(
    record: Record, name: str, table: list[list[Cell]], corner: tuple[int, int], is_cut: bool
) -> Sheet:
    """The puzzle of a table whose upper left cell is at `corner`."""
    sheet = sheet_of_table(record, table)
    guesses = sheet.guesses
    if is_cut and (sheet.puzzle.height, sheet.puzzle.width) == (len(table), len(table[0])):
        where = (
            f"{_place(*corner)}:{_place(corner[0] + len(table) - 1, corner[1] + len(table[0]) - 1)}"
        )
        guesses += (
            f"sheet {name!r}: the picture is {where}; empty rows and columns around it are left out",
        )
    word = name.rstrip("0123456789 ").casefold()
    return replace(sheet, title="" if word in _DEFAULT else name, guesses=guesses)


def _named(
    err: ParseError, name: str, table: list[list[Cell]], corner: tuple[int, int]
) -> ParseError:
    """The same error with the sheet, and with the cell that it quotes or the row where it is."""
    where = f"sheet {name!r}"
    if 0 <= (row := err.line - corner[0]) < len(table) and err.line:
        texts = [cell.text for cell in table[row]]
        quoted = [at for at, text in enumerate(texts) if text and repr(text[:20]) in err.what]
        where += (
            f", cell {_place(err.line, corner[1] + quoted[0])}" if quoted else f", row {err.line}"
        )
    return type(err)(f"{where}: {err.what}", err.source, advice=err.advice)


def _place(row: int, column: int) -> str:
    from openpyxl.utils import get_column_letter

    return f"{get_column_letter(column)}{row}"


def _check_size(record: Record) -> None:
    """Refuse what has more than any puzzle, before openpyxl makes objects of it."""
    for name, data in members(record):
        if not name.endswith(".xml"):
            continue
        if "/worksheets/" not in name and len(data) > MAX_PART:
            what = f"{name[:40]!r} in it has more than {MAX_PART >> 20} MiB"
            record.fail(what, 0, TooLarge)
        if max(len(_CELL.findall(row)) for row in _ROW.split(data)) > MAX_SIDE:
            record.fail(f"a row of more than {MAX_SIDE} cells", 0, TooLarge)
        if len(_FORMAT.findall(data)) > MAX_FORMATS:
            record.fail(f"more than {MAX_FORMATS} formats of cells", 0, TooLarge)


def _table(record: Record, page: Any) -> tuple[list[list[Cell]], tuple[int, int], bool]:
    """The cells of one sheet from the first to the last that has something in it.

    Returns:
        The cells, row and column of the first from 1, and whether empty cells around them are left out.
    """
    rows: list[list[Cell]] = []
    count = 0
    page.reset_dimensions()  # the size that a file states may be anything
    for row in page.iter_rows():
        rows.append([_cell(cell) for cell in row])
        count += len(row)
        if count > MAX_CELLS or len(row) > MAX_SIDE or len(rows) > MAX_SIDE:
            what = f"a sheet of more than {MAX_CELLS} cells or {MAX_SIDE} rows or columns"
            record.fail(what, 0, TooLarge)
    width = max(map(len, rows), default=0)
    table = [row + [Cell("")] * (width - len(row)) for row in rows]
    used = [(r, c) for r, row in enumerate(table) for c, cell in enumerate(row) if cell != Cell("")]
    if not used:
        return [], (1, 1), False
    top, bottom = used[0][0], used[-1][0]
    left, right = min(c for _, c in used), max(c for _, c in used)
    cells = [row[left : right + 1] for row in table[top : bottom + 1]]
    is_cut = (len(cells), len(cells[0])) != (len(table), width)
    return cells, (top + 1, left + 1), is_cut


def _cell(cell: Any) -> Cell:
    value = cell.value
    if value is None:
        text = ""
    elif isinstance(value, bool) or (isinstance(value, float) and value.is_integer()):
        text = str(int(value))
    else:
        text = str(value).strip()
    return Cell(text, _fill(cell))


def _fill(cell: Any) -> str:
    """The color of a cell's background; "" if it has none."""
    fill = getattr(cell, "fill", None)  # empty cells have none at all
    if fill is None or fill.fill_type != "solid":
        return ""
    color = fill.fgColor
    rgb = ""
    if color.type == "rgb" and isinstance(color.rgb, str):
        rgb = color.rgb[-6:].lower()
    elif color.type == "theme" and 0 <= color.theme < len(_THEME):
        rgb = _tinted(_THEME[color.theme], color.tint)
    elif color.type == "indexed" and 0 <= color.indexed < _INDEXED:
        from openpyxl.styles.colors import COLOR_INDEX

        rgb = COLOR_INDEX[color.indexed][-6:].lower()
    look = f"#{rgb}" if len(rgb) == 6 and not set(rgb) - set("0123456789abcdef") else ""
    return "" if look == "#ffffff" else look


def _tinted(rgb: str, tint: float) -> str:
    """A color of the theme made lighter (up to 1) or darker (down to -1)."""
    target = 255 if tint > 0 else 0
    parts = bytes.fromhex(rgb)
    return bytes(round(part + (target - part) * min(1, abs(tint))) for part in parts).hex()


def write(sheets: Sequence[Sheet]) -> bytes:
    openpyxl = _openpyxl()
    if len(sheets) > MAX_SHEETS:
        raise CannotHold(f"xlsx holds at most {MAX_SHEETS} puzzles, not {len(sheets)}")
    from openpyxl.styles import Alignment, PatternFill

    book = openpyxl.Workbook()
    book.remove(book.active)
    taken: set[str] = set()
    for sheet in sheets:
        page = book.create_sheet(_page_name(sheet.title, taken))
        puzzle = sheet.puzzle
        table = table_of_sheet(sheet)
        high, wide = len(table) - puzzle.height, len(table[0]) - puzzle.width
        for at, row in enumerate(table, 1):
            for place, text in enumerate(row, 1):
                if text:
                    number = text.isascii() and text.isdigit()
                    cell = page.cell(at, place, int(text) if number else text)
                    cell.alignment = Alignment(horizontal="center")
        for at, color in enumerate(sheet.goals[0].cells if sheet.goals else b""):
            if color:
                cell = page.cell(high + 1 + at // puzzle.width, wide + 1 + at % puzzle.width)
                look = puzzle.palette.colors[color].rgb[1:]
                cell.fill = PatternFill("solid", fgColor=f"FF{look.upper()}")
        for at in range(1, len(table[0]) + 1):
            page.column_dimensions[openpyxl.utils.get_column_letter(at)].width = 3.5
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def _page_name(title: str, taken: set[str]) -> str:
    """A valid name of a sheet: up to 31 characters, no signs of a reference, and unlike those taken."""
    plain = "".join(" " if char in "[]:*?/\\" else char for char in one_line(title))
    wanted = plain.strip("' ") or _TITLE
    endings = ("", *(f" {number}" for number in range(2, MAX_SHEETS + 2)))
    names = (wanted[: _LONGEST - len(ending)] + ending for ending in endings)
    name = next(name for name in names if name.casefold() not in taken)
    taken.add(name.casefold())
    return name


XLSX = Format(
    Holds.CLUES | Holds.COLORS | Holds.GOAL | Holds.OBLONG | Holds.BLOTS | Holds.SEVERAL,
    read,
    write,
    binary=True,
)
