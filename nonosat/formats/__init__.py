"""The table of formats. One more is its file, an entry here, and sample data."""

from __future__ import annotations

from nonosat.formats.base import Format
from nonosat.registry import Entry, Registry

FORMATS: Registry[Format] = Registry(
    "format",
    Entry("non", "nonosat.formats.non:NON", "Simpson .non with goals and credits, nonogram-db colors", suffixes=(".non", ".nonpack")),
    Entry("webpbn", "nonosat.formats.webpbn:WEBPBN", "webpbn XML: colors, several puzzles and goals", suffixes=(".xml", ".pbn")),
    Entry("g", "nonosat.formats.olsak:OLSAK", "Olšák's grid, colors", suffixes=(".g",)),
    Entry("mk", "nonosat.formats.mk:MK", "mk: size, rows, #, columns", suffixes=(".mk",)),
    Entry("nin", "nonosat.formats.nin:NIN", "Jakub Wilk's nonogram: width and height, rows, columns", suffixes=(".nin",)),
    Entry("cwd", "nonosat.formats.cwd:CWD", "QNonograms and Copris: positional, blank line between", suffixes=(".cwd",)),
    Entry("keen", "nonosat.formats.keen:KEEN", "clues as typed: rows, an empty line, columns", suffixes=(".keen",)),
    Entry("dzn", "nonosat.formats.dzn:DZN", "MiniZinc data: hakank's and CSPLib's, reads the Challenge's too", suffixes=(".dzn",)),
    Entry("sgt", "nonosat.formats.sgt:SGT", "Simon Tatham's Pattern: game IDs, one per line", suffixes=(".sgt",)),
    Entry("seed-a", "nonosat.formats.seed_a:SEED_A", "two lines: rows, then columns, as 2,1;3;0", suffixes=(".two",)),
    Entry("seed-b", "nonosat.formats.seed_b:SEED_B", "#HORIZONTALES and #VERTICALES", suffixes=(".hv",)),
    Entry("seed-c", "nonosat.formats.seed_c:SEED_C", "zero-terminated numbers of a square puzzle", suffixes=(".zero",)),
    Entry("grid", "nonosat.formats.grid:GRID", "a finished picture in characters, as #. and letters", suffixes=(".txt",)),
    Entry("pnm", "nonosat.formats.pnm:PNM", "PBM, PGM, PPM: a finished picture, one pixel per cell", suffixes=(".pbm", ".pgm", ".ppm", ".pnm")),
    Entry("png", "nonosat.formats.png:PNG", "PNG, GIF, BMP: a finished picture, one pixel per cell", suffixes=(".png",)),
    Entry("json", "nonosat.formats.json.formats:JSON", "JSON: one puzzle or a list", suffixes=(".json",)),
    Entry("jsonl", "nonosat.formats.json.formats:JSON_LINES", "JSON lines: one puzzle per line, as a stream", suffixes=(".jsonl", ".ndjson")),
    Entry("taai", "nonosat.formats.taai:TAAI", "TAAI and TCGA tournament files, square, as a stream", suffixes=(".taai",)),
    Entry("scp", "nonosat.formats.scp:SCP", "a model for the Glasgow Constraint Solver, which proves what it says", suffixes=(".scp",)),
    Entry("cnf", "nonosat.formats.cnf:CNF", "clauses for any SAT solver (DIMACS CNF), of the clues alone", suffixes=(".cnf",)),
    Entry("opb", "nonosat.formats.opb:OPB", "linear constraints for any pseudo-Boolean solver", suffixes=(".opb",)),
    Entry("mzn", "nonosat.formats.mzn:MZN", "a complete MiniZinc model", suffixes=(".mzn",)),
    Entry("xcsp3", "nonosat.formats.xcsp3:XCSP3", "an XCSP3 instance for constraint solvers", suffixes=(".xml",)),
)  # fmt: skip
"""Name -> format. Several entries may share a suffix; the first is what a writer takes."""


def formats_of(suffix: str) -> list[str]:
    """The formats whose files have a suffix such as ``.non``, that of a writer first."""
    return [entry.name for entry in FORMATS if suffix in entry.suffixes]


def make_format(name: str) -> Format:
    """The format called `name`.

    Raises:
        UsageError: there is no such format; the message lists those there are.
    """
    return FORMATS.get(name)
