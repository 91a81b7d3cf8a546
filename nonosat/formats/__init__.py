"""The table of formats. One more is its file, an entry here, and sample data."""

from __future__ import annotations

from nonosat.formats.base import Format
from nonosat.registry import Entry, Registry

FORMATS: Registry[type[Format]] = Registry(
    "format",
    Entry("non", "nonosat.formats.non:Non", "Simpson .non with goals and credits, nonogram-db colors", suffixes=(".non", ".nonpack")),
    Entry("webpbn", "nonosat.formats.webpbn:Webpbn", "webpbn XML: colors, several puzzles and goals", suffixes=(".xml", ".pbn")),
    Entry("g", "nonosat.formats.olsak:Olsak", "Olšák's grid, colors", suffixes=(".g",)),
    Entry("mk", "nonosat.formats.mk:Mk", "mk: size, rows, #, columns", suffixes=(".mk",)),
    Entry("nin", "nonosat.formats.nin:Nin", "Jakub Wilk's nonogram: width and height, rows, columns", suffixes=(".nin",)),
    Entry("cwd", "nonosat.formats.cwd:Cwd", "QNonograms and Copris: positional, blank line between", suffixes=(".cwd",)),
    Entry("keen", "nonosat.formats.keen:Keen", "clues as typed: rows, an empty line, columns", suffixes=(".keen",)),
    Entry("dzn", "nonosat.formats.dzn:Dzn", "MiniZinc data: hakank's and CSPLib's, reads the Challenge's too", suffixes=(".dzn",)),
    Entry("sgt", "nonosat.formats.sgt:Sgt", "Simon Tatham's Pattern: game IDs, one per line", suffixes=(".sgt",)),
    Entry("seed-a", "nonosat.formats.seed_a:SeedA", "two lines: rows, then columns, as 2,1;3;0", suffixes=(".two",)),
    Entry("seed-b", "nonosat.formats.seed_b:SeedB", "#HORIZONTALES and #VERTICALES", suffixes=(".hv",)),
    Entry("seed-c", "nonosat.formats.seed_c:SeedC", "zero-terminated numbers of a square puzzle", suffixes=(".zero",)),
    Entry("grid", "nonosat.formats.grid:PlainGrid", "a finished picture in characters, as #. and letters", suffixes=(".txt",)),
    Entry("pnm", "nonosat.formats.pnm:Pnm", "PBM, PGM, PPM: a finished picture, one pixel per cell", suffixes=(".pbm", ".pgm", ".ppm", ".pnm")),
    Entry("png", "nonosat.formats.png:Png", "PNG, GIF, BMP: a finished picture, one pixel per cell", suffixes=(".png",)),
    Entry("json", "nonosat.formats.json.formats:Json", "JSON: one puzzle or a list", suffixes=(".json",)),
    Entry("jsonl", "nonosat.formats.json.formats:JsonLines", "JSON lines: one puzzle per line, as a stream", suffixes=(".jsonl", ".ndjson")),
    Entry("taai", "nonosat.formats.taai:Taai", "TAAI and TCGA tournament files, square, as a stream", suffixes=(".taai",)),
    Entry("scp", "nonosat.formats.scp:Scp", "a model for the Glasgow Constraint Solver, which proves what it says", suffixes=(".scp",)),
    Entry("cnf", "nonosat.formats.cnf:Cnf", "clauses for any SAT solver (DIMACS CNF), of the clues alone", suffixes=(".cnf",)),
    Entry("opb", "nonosat.formats.opb:Opb", "linear constraints for any pseudo-Boolean solver", suffixes=(".opb",)),
    Entry("mzn", "nonosat.formats.mzn:Mzn", "a complete MiniZinc model", suffixes=(".mzn",)),
    Entry("xcsp3", "nonosat.formats.xcsp3:Xcsp3", "an XCSP3 instance for constraint solvers", suffixes=(".xml",)),
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
    return FORMATS.get(name)()
