"""The table of formats. To add one, write its module, an entry here, and sample data.

`detect` finds the format. The folders are the stages of reading: `named` (with `picture` and `models`) has a format a
file, `said` texts that say their clues, `data` JSON and its kin, `found` what is read only if the user asks for it.
A reader refuses what it does not understand: it never leaves out clues in silence.
"""

import re
from functools import cache
from operator import attrgetter

from nonosat.formats.base import Format
from nonosat.formats.entry import (
    BARE_NUMBERS,
    DRAWN_MARK,
    HTML,
    LINK_MARK,
    FormatEntry,
    SignPriority,
    rooted,
    sign,
)
from nonosat.errors import UsageError
from nonosat.registry import Registry

_JSON = r"\A\s*(?:\{\s*(?:[\"}]|\Z)|\[\s*\{\s*(?:[\"}]|\Z))"
_JSON_LINES = r"\A\s*\{[ \t]*[\"}][^\n]*\}[ \t]*\n\s*\{"
_NUMBERS = r"\A[0-9, \t\n]*\Z"
_LETTER = r"[^\W\d_xX]"
_VAR_D = r"(?:^|[;{>\s])(?:var|let|const)[ \t]+d[ \t]*=[ \t]*\[\["
_INI = r"(?i)^[ \t]*\[clues\][ \t]*(?:[#;].*)?$"
_LISTS = r"^[ \t]*\w+[ \t]*=[ \t]*\[[ \t\n]*\["
_EMOJI = "[\u25a1\u25fb\u25fd\u26aa\u26ab\u2b1b\u2b1c\U0001f534\U0001f535\U0001f7e0-\U0001f7eb]"
_TWO_LINES = r"\S[^\S\n]*\n\s*\S"
_THREE_LINES = r"\S[^\S\n]*\n\s*\S[^\n]*\n\s*\S"

GROUP = "nonosat.formats"
"""The entry points of other packages: the name of a format, and its `Format`."""


@cache
def foreign_formats() -> dict[str, FormatEntry]:
    """Return the formats of other installed packages, by name.

    Raises:
        UsageError: one of them cannot be imported, or has no reader.
    """
    from importlib import metadata  # takes long, and few texts need it

    found = {}
    for point in sorted(metadata.entry_points(group=GROUP), key=attrgetter("name")):
        try:
            format = point.load()
        except Exception as err:  # it is anybody's code
            why = " ".join(f"{type(err).__name__}: {err}".split())
            raise UsageError(f"format {point.name!r} cannot be imported: {why}") from err
        if not isinstance(format, Format):
            raise UsageError(f"format {point.name!r} is not a nonosat.formats.Format")
        about = f"of the package {point.dist.name}" if point.dist else "of another package"
        suffixes = tuple(format.suffixes) or (f".{point.name}",)
        found[point.name] = FormatEntry(point.name, point.value, about, own=suffixes)
    return found


FORMATS: Registry[Format, FormatEntry] = Registry(
    "format",
    FormatEntry(
        "non", "nonosat.formats.named.non:NON", "Simpson's .non: clues, solution and credits; colors as in nonogram-db",
        users="nonolib, nonogram-db, pbnsolve, picross-solver, nonogrid",
        own=(".non", ".nonpack"),
        signs=(
            sign(r"^[ \t]*(?:width|columns)[ \t]+[0-9]", r"^[ \t]*(?:height|rows)[ \t]+[0-9]", r"^[ \t]*rows[ \t]*$", r"^[ \t]*columns[ \t]*$", priority=SignPriority.LOOSE),
        ),
    ),
    FormatEntry(
        "webpbn", "nonosat.formats.named.webpbn:WEBPBN", "XML of webpbn.com: colors, several puzzles and solutions",
        users="webpbn.com, pbnsolve, number-loom, nonogrid, php-nonogram", left_out="triddlers and triangles are refused",
        shared=(".xml",),
        own=(".pbn",),
        signs=(sign(rooted("puzzleset"), priority=SignPriority.XML), sign("<clues", absent=(HTML, rooted("nonogram|instance")), priority=SignPriority.XML)),
    ),
    FormatEntry(
        "g", "nonosat.formats.named.olsak:OLSAK", "clues for the program grid of Petr Olšák, with colors",
        users="Olšák's grid, pbnsolve, nonogrid, number-loom", left_out="triddlers and triangles are refused",
        shared=(".g",),
        signs=(
            sign(r"^:(?s:.*)\n:", r"^:.*\n\s*[0-9]+[a-zA-Z]?(?:[ \t]|$)", priority=SignPriority.LOOSE),
            sign(r"^: rows$", r"^: columns$", priority=SignPriority.LOOSE),
            sign(r"^:.*\n\s*[0-9]+[a-zA-Z]?(?:[ \t]+[0-9]+[a-zA-Z]?)*[ \t]*$", priority=SignPriority.PART),
        ),
    ),
    FormatEntry(
        "mk", "nonosat.formats.named.layout:MK", "size, row clues, a line with #, column clues",
        users="mk, Olšák's grid, pbnsolve",
        shared=(".mk",),
        signs=(
            sign(r"^#", priority=SignPriority.TRIED, suffixed=True),
            sign(r"\A\s*[0-9]+[ \t]+[0-9]+[ \t]*\n", r"^#", priority=SignPriority.PART, suffixed=True),
        ),
    ),
    FormatEntry(
        "nin", "nonosat.formats.named.layout:NIN", "width and height, row clues, column clues: the program of Jakub Wilk",
        users="Wilk's nonogram, pbnsolve, picross-solver, nonogrid",
        own=(".nin",),
    ),
    FormatEntry(
        "cwd", "nonosat.formats.named.layout:CWD", "height, width, row clues, an empty line, column clues: QNonograms, Copris",
        users="QNonograms, Copris, pbnsolve",
        own=(".cwd",),
    ),
    FormatEntry(
        "cwc", "nonosat.formats.named.cwc:CWC", "cwd with colors, as webpbn exports it",
        users="webpbn",
        own=(".cwc",),
    ),
    FormatEntry(
        "keen", "nonosat.formats.named.layout:KEEN", "clues as people type them: rows, an empty line, columns",
        users="gramcracker, people",
        own=(".keen",),
    ),
    FormatEntry(
        "numbers", "nonosat.formats.stages:NUMBERS", "lines of numbers, in the order of size, rows and columns that fits",
        users="many small programs",
        signs=(sign(r"\A\s*[0-9]+[ \t,x]+[0-9]+[ \t]*\n\s*(?:[#.](?:[ \t]?[#.])+[ \t]*(?:\n|\Z)){2}", priority=SignPriority.LOOSE),),  # a picture below its size
    ),
    FormatEntry(
        "found", "nonosat.formats.detect.order:FOUND", "puzzles found by searching, too, in programs, notes and unknown shapes",
        rule="nonosat reads what a file says. It asks about puzzles that it finds by searching. This name for a format is your word that they are meant.",
    ),
    FormatEntry(
        "columns-first", "nonosat.formats.detect.order:COLUMNS_FIRST", "numbers that could be read both ways, read with the columns first",
    ),
    FormatEntry(
        "bottom-up", "nonosat.formats.detect.order:BOTTOM_UP", "clues in text whose rows go from bottom to top",
    ),
    FormatEntry(
        "dzn", "nonosat.formats.named.dzn:DZN", "MiniZinc data as in the models of hakank and CSPLib; also reads that of the MiniZinc Challenge",
        users="MiniZinc, with the models of hakank, CSPLib and the Challenge", left_out="all other parameters",
        shared=(".dzn",),
        signs=(
            sign(r"\b(?:row_rules|row_states|rows)[ \t]*=\s*(?:\[\||array2d)", r";"),
        ),
    ),
    FormatEntry(
        "sgt", "nonosat.formats.named.sgt:SGT", "Simon Tatham's Pattern: game IDs, one per line",
        users="Simon Tatham's Portable Puzzle Collection",
        own=(".sgt",),
        signs=(
            sign(r"\A\s*[\"']?[0-9]+x[0-9]+:"),
            sign(r"\A\s*[\"']?(?:https?://[^\s#]*)?#[0-9]+x?[0-9]*(?::[0-9./]|#[0-9])", has=("#",)),
            sign(r"\A(?:[ \t]*(?:[\"']?[0-9]+:[0-9./]*(?:,[A-Za-z]*)?[\"']?[ \t]*)?(?:\n|\Z))+\Z"),
        ),
    ),
    FormatEntry(
        "seed-a", "nonosat.formats.named.layout:SEED_A", "two lines: rows, then columns, as 2,1;3;0",
        own=(".two",),
        signs=(
            sign(BARE_NUMBERS, "\t", absent=(_THREE_LINES, ";"), priority=SignPriority.TRIED),
            sign(BARE_NUMBERS, ";", absent=(_THREE_LINES,), priority=SignPriority.PART),
        ),
    ),
    FormatEntry(
        "seed-b", "nonosat.formats.named.layout:SEED_B", "row clues under #HORIZONTALES, column clues under #VERTICALES",
        left_out="text beside the clues",
        own=(".hv",),
        signs=(
            sign(r"(?i)\A\s*#[ \t]*HORIZONTALES"),
            sign(r"(?i)^[ \t]*(?:#[ \t]*)?(?:HORIZONTALES|VERTICALES)[ \t]*$", priority=SignPriority.PART),
        ),
    ),
    FormatEntry(
        "seed-c", "nonosat.formats.named.layout:SEED_C", "the numbers of a square puzzle; 0 ends a line",
        users="a Portuguese program",
        own=(".zero",),
        signs=(
            sign(_NUMBERS, ",", priority=SignPriority.TRIED),
            sign(_NUMBERS, ",", absent=(_TWO_LINES,), priority=SignPriority.PART),
        ),
    ),
    FormatEntry(
        "grid", "nonosat.formats.said.grid:GRID", "a finished picture in characters, as #. and letters",
        users="people, php-nonogram",
        shared=(".txt",),
        signs=(
            # Blanks are empty cells among signs only: with letters, it may as well be prose.
            sign(_TWO_LINES, rf"[.\-_0·□░]|\A(?!(?s:.*){_LETTER})[^ ]* ", absent=("[2-9]", BARE_NUMBERS), priority=SignPriority.TRIED, alone=True),
            sign(r"\A[01, \t\n]*\Z", "[0 ]", _TWO_LINES, priority=SignPriority.TRIED),
            sign(r"\A[#.\n]+\Z", priority=SignPriority.TRIED, alone=True),
            sign(r"\A\s*[#.]{101,}\s*\Z", priority=SignPriority.LOOSE),
            sign(r"\A\s*--++(?=[^\n]*\w)[^\n]*--[ \t]*+\n(?:[01#.](?:[ \t]?[01#.])+[ \t]*(?:\n|\Z)){2}", has=("--",), priority=SignPriority.LOOSE),
            sign(_EMOJI, _TWO_LINES, priority=SignPriority.TRIED),
        ),
    ),
    FormatEntry(
        "pnm", "nonosat.formats.picture.pnm:PNM", "PBM, PGM, PPM: a finished picture, one pixel per cell or larger cells",
        users="pbnsolve (P1), most programs for pictures", left_out="comments",
        shared=(".pbm", ".pgm", ".ppm", ".pnm"),
        signs=(sign(r"\AP[1-6][ \t\r\n\v\f#]", priority=SignPriority.BYTES),),
    ),
    FormatEntry(
        "drawing", "nonosat.formats.picture.drawn:DRAWN", "drawings of nonosat in SVG, PNG, PDF and HTML, with their puzzles inside",
        left_out="drawings of other programs, whose printed clues cannot be read",
        signs=(
            sign(r"\A\x89PNG", has=(DRAWN_MARK,), priority=SignPriority.BYTES),
            sign(r"\A\x89PNG(?s:.*)[zi]TXtnonogram\0", priority=SignPriority.BYTES),
            sign(r"\A%PDF-", priority=SignPriority.BYTES),
            sign(rooted("svg"), priority=SignPriority.XML),
            sign(HTML, has=(DRAWN_MARK,), priority=SignPriority.XML),
        ),
    ),
    FormatEntry(
        "png", "nonosat.formats.picture.png:PNG", "PNG, GIF, BMP, WebP: a finished picture, one pixel per cell or larger cells",
        users="most programs for pictures", left_out="frames after the first",
        shared=(".png",), only_read=(".gif", ".bmp", ".webp"),
        signs=(sign(r"\A(?:\x89PNG|GIF8|\xff\xd8|RIFF(?s:.{4})WEBP)", priority=SignPriority.BYTES), sign(r"\ABM", r"\x00", priority=SignPriority.BYTES)),
    ),
    FormatEntry(
        "npy", "nonosat.formats.picture.npy:NPY", "NumPy arrays of finished pictures, H x W or N x H x W",
        users="learned solvers and their data sets",
        shared=(".npy", ".npz"),
        signs=(sign(r"\A\x93NUMPY", priority=SignPriority.BYTES), sign(r"\APK\x03\x04", priority=SignPriority.BYTES, suffixed=True), sign(r"\APK\x03\x04", r"\.npy\b", priority=SignPriority.BYTES)),
    ),
    FormatEntry(
        "npy-rows", "nonosat.formats.picture.npy:NPY_ROWS", "NumPy arrays whose rows are square pictures",
        users="learned solvers and their data sets",
    ),
    FormatEntry(
        "pixels", "nonosat.formats.picture.png:PIXELS", "a picture with a cell for every pixel, even if it was enlarged",
        users="most programs for pictures", left_out="frames after the first",
        shared=(".png", ".pbm", ".pgm", ".ppm", ".pnm"),
    ),
    FormatEntry(
        "json", "nonosat.formats.data.formats:JSON", "JSON: one puzzle or a list",
        users="PyCSP3 models and others, each their own keys",
        shared=(".json",),
        signs=(
            # A choice of clingo, as {a;b}., is not an object without quotation marks.
            sign(_JSON, absent=(_JSON_LINES, r"\A\s*\{[^\"':\n]*[;.]", r"\"nbformat\"")),
            sign(r"(?i)\"(?:rows|row_clues)\"[ \t]*:\s*\[", priority=SignPriority.PART),
        ),
    ),
    FormatEntry(
        "jsonl", "nonosat.formats.data.formats:JSON_LINES", "JSON lines: one puzzle per line, as a stream",
        users="programs for data, line by line",
        shared=(".jsonl", ".ndjson"),
        signs=(sign(_JSON, suffixed=True), sign(_JSON_LINES)),
    ),
    FormatEntry(
        "link", "nonosat.formats.named.link:LINK", "links to a page that plays the puzzle, one per line",
        users="pages of nonosat that play puzzles",
        own=(".links",),
        signs=(sign(rf"\A\s*[^\s#]*{LINK_MARK}"),),
    ),
    FormatEntry(
        "pzpr", "nonosat.formats.named.pzpr:PZPR", "links of puzz.link, pzv and other sites with pzpr.js",
        users="puzz.link, pzv, pzpr.js", left_out="a game that was begun",
        own=(".pzpr",),
        signs=(
            sign(r"\A\s*https?://[^\s#]*[?/]\w+/(?:[^/\s]*/)?[0-9]+/[0-9]+/\S*+\s*+(?:\Z|http|#)", has=("http",)),
            sign(r"\A\s*(?:p\?)?nonogram/[0-9]+/[0-9]+/", has=("nonogram/",)),
        ),
    ),
    FormatEntry(
        "csv", "nonosat.formats.said.csv_table:CSV", "tables: clues in the margins, or a finished picture",
        users="spreadsheets", left_out="text beside the table",
        shared=(".csv", ".tsv"),
        signs=(
            sign("[,;\t]", priority=SignPriority.TRIED, suffixed=True, alone=True),
            sign(r"\A(?:[ ]*\n)*+(?:[ ]*[\t,])+[ ]*[0-9?]", _TWO_LINES, priority=SignPriority.TRIED, alone=True),
            sign(r"\A(?:[^\n|\u2502\u2503+]*+[|\u2502\u2503+][^\n]*+(?:\n|\Z)\s*+){3,}+\Z", priority=SignPriority.TRIED, alone=True),
        ),
    ),
    FormatEntry(
        "xlsx", "nonosat.formats.said.xlsx:XLSX", "spreadsheets: clues in the margins, or cells in colors", "openpyxl", "nonosat[sheet]",
        users="spreadsheets", left_out="formulas, fonts, text beside the table",
        shared=(".xlsx",),
        signs=(
            sign(r"\APK\x03\x04", priority=SignPriority.BYTES, suffixed=True),
            sign(r"\APK\x03\x04", r"\bxl/", priority=SignPriority.BYTES),
        ),
    ),
    FormatEntry(
        "taai", "nonosat.formats.named.taai:TAAI", "files of the TAAI and TCGA tournaments: square puzzles, any number",
        users="programs of the TAAI and TCGA tournaments",
        own=(".taai",),
        signs=(
            sign(r"\A\s*\$[0-9]+[ \t]*$"),
        ),
    ),
    FormatEntry(
        "toml", "nonosat.formats.named.nonogrid:TOML", "TOML of nonogrid, colors",
        users="nonogrid", left_out="comments",
        shared=(".toml",),
        signs=(sign(_INI, r"(?i)\"\"\"|^[ \t]*rows[ \t]*=[ \t]*[\"'\[]", has=("[clues]",), absent=(_LISTS,)),),
    ),
    FormatEntry(
        "ini", "nonosat.formats.named.nonogrid:INI", "INI of pynogram, colors",
        users="pynogram", left_out="comments",
        shared=(".ini",),
        signs=(sign(_INI, has=("[clues]",), absent=(_LISTS,)),),
    ),
    FormatEntry(
        "gno", "nonosat.formats.named.gno:GNO", "Gnonograms, with picture and saved game",
        users="Gnonograms", left_out="its score of difficulty, and the history of moves",
        own=(".gno",),
        signs=(
            sign(r"(?i)\A\s*\[[ \t]*(?:des|lic|dim|row|col|sol|wor|sta|loc|ori|his)", r"(?i)^[ \t]*\[[ \t]*dim", has=("[dim",)),
        ),
    ),
    FormatEntry(
        "picross", "nonosat.formats.named.picross:PICROSS", "the program picross-solver: any number of puzzles",
        users="picross-solver", left_out="comments",
        shared=(".grid",),
        signs=(sign(r"^GRID\b", r"^[ \t]*ROWS[ \t]*$", r"^[ \t]*\[[ \t0-9]*\]", has=("grid", "rows")),),
    ),
    FormatEntry(
        "griddler", "nonosat.formats.named.griddler:GRIDDLER", "Griddlers by jsimlo, with picture",
        users="Griddlers by jsimlo", left_out="a game that was begun",
        own=(".griddler", ".sgriddler"),
        signs=(sign(r"\A\s*MK Version", has=("mk version",)),),
    ),
    FormatEntry(
        "pbnsol", "nonosat.formats.named.layout:PBNSOL", "Makhorin's pbnsol: row clues, a line with &, column clues",
        users="Makhorin's pbnsol, nonogrid", left_out="comments",
        own=(".pbnsol",),
        signs=(sign(r"^&[ \t]*$", has=("&",), priority=SignPriority.LOOSE),),
    ),
    FormatEntry(
        "syro", "nonosat.formats.named.syro:SYRO", "JSolver: 0 ends a clue, # ends the rows",
        users="JSolver",
        own=(".syro",),
    ),
    FormatEntry(
        "cplex", "nonosat.formats.models.opb:CPLEX", "a 0-1 integer program in CPLEX LP",
        users="CPLEX, Gurobi, HiGHS, SCIP, CBC and other solvers of linear programs",
        left_out="models that nonosat did not write are refused",
        shared=(".lp",),
        signs=(sign(r"\A\\ nonosat-cplex 1\b"),),
    ),
    FormatEntry(
        "bosch", "nonosat.formats.named.facts:BOSCH", "data of Bosch's program (pbnsolve's lp)",
        users="Bosch's program, pbnsolve",
        shared=(".lp",),
        signs=(sign(r"\A\s*number_of_rows:", has=("number_of_rows:",)),),
    ),
    FormatEntry(
        "glpk", "nonosat.formats.named.facts:GLPK", "data for the model pbn.mod of GLPK",
        users="glpsol with the model pbn.mod of GLPK", left_out="all other parameters",
        shared=(".dat",),
        signs=(sign(r"^[ \t]*data[ \t]*;", r"\bparam[ \t]+row\b", has=("data", "param")),),
    ),
    FormatEntry(
        "counted", "nonosat.formats.named.layout:COUNTED", "each clue begins with the number of its blocks (PyCSP3)",
        users="models of PyCSP3",
        own=(".counted",),
    ),
    FormatEntry(
        "lists", "nonosat.formats.stages:LISTS", "lists in programs and notebooks of any language, or plain",
        users="models of OR-Tools, Comet and Essence, many small programs", left_out="the rest of the program, which is never run",
        shared=(
            ".py", ".ipynb", ".co", ".param", ".js", ".mjs", ".ts", ".java", ".kt", ".scala", ".go", ".rs", ".cs", ".swift",
            ".jl", ".hs", ".r", ".lua", ".m", ".c", ".cpp", ".rb", ".php",
        ),
        signs=(
            sign(r"\A\s*\{", has=('"nbformat"',)),
            sign(r"(?i)^[ \t]*language[ \t]+ESSENCE", has=("essence",)),
        ),
    ),
    FormatEntry(
        "prolog", "nonosat.formats.named.facts:PROLOG", "facts of Prolog (ECLiPSe, SICStus), any number of puzzles",
        users="ECLiPSe, SICStus", left_out="rules, which are never run",
        shared=(".pl", ".ecl"),
    ),
    FormatEntry(
        "asp", "nonosat.formats.named.facts:ASP", "facts of answer set programs: row_hint and col_hint",
        users="clingo, with the program of gramcracker", left_out="rules, which are never run",
        shared=(".lp",),
        signs=(
            sign(r"^[ \t]*(?:row|col)_hint[ \t]*\(", has=("_hint",)),
            sign(r"^[ \t]*#const[ \t]+w[ \t]*=", r"^[ \t]*#const[ \t]+h[ \t]*=", has=("#const",)),
        ),
    ),
    FormatEntry(
        "headings", "nonosat.formats.stages:HEADINGS", "clues under Rows: and Columns:, YAML too",
        users="NonoGeek, php-nonogram, people", left_out="text beside the clues",
        shared=(".clues", ".yml", ".yaml"),
    ),
    FormatEntry(
        "spoj", "nonosat.formats.named.layout:SPOJ", "SPOJ's problem JCROSS: a number of puzzles, clues ended by 0",
        users="programs for SPOJ's problem JCROSS",
        own=(".jcross",),
        signs=(sign(_NUMBERS, r"\A\s*[0-9]+\s+[0-9]+\s+[0-9]+\s", r"\b0\s*\Z", absent=(",",), priority=SignPriority.TRIED),),
    ),
    FormatEntry(
        "freenono", "nonosat.formats.named.freenono:FREENONO", "FreeNono: finished pictures in XML",
        users="FreeNono", left_out="difficulty, level and duration",
        own=(".nonogram",),
        signs=(sign(rooted("freenono"), priority=SignPriority.XML),),
    ),
    FormatEntry(
        "ngorg", "nonosat.formats.named.ngorg:NGORG", "pages of nonograms.org: a finished picture in var d",
        users="nonograms.org, nonogrid, pynogram", left_out="the rest of the page",
        shared=(".js", ".html", ".htm"),
        signs=(
            sign(HTML, _VAR_D, has=(" d", "[["), priority=SignPriority.XML),
            sign(r"^[ \t]*(?:var|let|const)[ \t]+d[ \t]*=[ \t]*\[\[", has=(" d", "[[")),
        ),
    ),
    FormatEntry(
        "sgtsave", "nonosat.formats.named.sgt:SGT_SAVE", "games saved by Simon Tatham's collection",
        users="Simon Tatham's Portable Puzzle Collection", left_out="the moves before the last",
        shared=(".sav",),
        signs=(sign(r"\A\s*SAVEFILE *:41:", has=("savefile",)),),
    ),
    FormatEntry(
        "scp", "nonosat.formats.models.scp:SCP", "a model for the Glasgow Constraint Solver, which proves what it says",
        users="the Glasgow Constraint Solver",
        own=(".scp",),
        signs=(sign(r"\A\s*\(\s*\(version\b"),),
    ),
    FormatEntry(
        "cnf", "nonosat.formats.models.cnf:CNF", "clauses for any SAT solver (DIMACS CNF), of the clues alone",
        users="SAT solvers", left_out="models that nonosat did not write are refused",
        shared=(".cnf", ".dimacs"),
        signs=(sign(r"\Ac nonosat-cnf 1\b"),),
    ),
    FormatEntry(
        "opb", "nonosat.formats.models.opb:OPB", "linear constraints for any pseudo-Boolean solver",
        users="pseudo-Boolean solvers", left_out="models that nonosat did not write are refused",
        shared=(".opb",),
        signs=(sign(r"\A\* #variable=.*\n\* nonosat-opb 1\b"),),
    ),
    FormatEntry(
        "mzn", "nonosat.formats.models.mzn:MZN", "a complete MiniZinc model",
        users="MiniZinc", left_out="models that nonosat did not write are refused",
        shared=(".mzn",),
        signs=(sign(r"\A% nonosat-mzn 1\b"),),
    ),
    FormatEntry(
        "xcsp3", "nonosat.formats.models.xcsp3:XCSP3", "an XCSP3 instance for constraint solvers",
        users="ACE and other solvers of XCSP3", left_out="models that nonosat did not write are refused",
        shared=(".xml",),
        signs=(sign(r"\A<!-- nonosat-xcsp3 1\b", priority=SignPriority.XML),),
    ),
    foreign=foreign_formats,
)  # fmt: skip
"""Name -> format. If several entries share a suffix, the writer uses the first."""


OWN_SUFFIXES = frozenset(suffix for entry in FORMATS for suffix in entry.own)
"""Suffixes that only puzzle files have."""


def foreign_format_of(text: str, suffix: str) -> str | None:
    """Return the name of the first foreign format with this suffix, or with its signs in a text."""
    for name, entry in foreign_formats().items():
        signs = [re.compile(sign, re.MULTILINE) for sign in make_format(name).signs]
        if suffix in entry.suffixes or (signs and all(sign.search(text) for sign in signs)):
            return name
    return None


def make_format(name: str) -> Format:
    """Import and return the format called `name`; see `Registry.get`."""
    return FORMATS.get(name)


@cache
def formats_of(suffix: str) -> list[str]:
    """Return the formats whose files have a suffix such as ``.non``; the writer's comes first.

    Those of other packages count only if no other has it.
    """
    ours = [entry.name for entry in FORMATS if suffix in entry.suffixes]
    if ours or not suffix:
        return ours
    return [name for name, entry in foreign_formats().items() if suffix in entry.suffixes]


def is_read(suffix: str) -> bool:
    """Return True if files with a suffix are read in folders."""
    return any(suffix in entry.only_read for entry in FORMATS) or bool(formats_of(suffix))
