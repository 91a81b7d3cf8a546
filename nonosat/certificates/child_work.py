"""The work of a certificate's child process: encode, solve, trim, check.

All of this can take long or much memory, and nothing else could interrupt it.
"""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from nonosat.certificates import verify
from nonosat.certificates.formula import Clauses, Formula
from nonosat.certificates.trim import Proof, trim
from nonosat.errors import MissingExtra, WrongAnswer
from nonosat.registry import PYSAT, require

RAW = "part.raw"
"""The name of the proof as CaDiCaL writes it."""
FormulaMaker = Callable[[], Formula]
"""Makes a formula in the process that needs it, which is faster than sending it."""


def write_proof(source: FormulaMaker, folder: Path) -> None:
    """Write ``formula.cnf`` and ``proof.lrat.gz``, a proof that the formula contradicts itself."""
    formula = source()
    (folder / "formula.cnf").write_bytes(formula.dimacs)
    clauses = formula.clauses
    packed = (folder / "proof.lrat.gz").open("wb")
    with packed, closing(Proof(packed, len(clauses))) as proof:
        if () in clauses:
            proof.add(b"", [b"%d" % (clauses.index(()) + 1)])
        else:
            raw, work = folder / RAW, folder / "part"
            _solve(clauses, raw)
            originals = trim(raw, len(clauses), work)
            proof.append(work, originals)
            work.unlink()


def verify_own(folder: Path) -> None:
    """Check a certificate before it gets its name."""
    try:
        verify.verify(folder)
    except (OSError, MemoryError):
        raise
    except Exception as err:  # any error means that it is wrong
        raise WrongAnswer(f"the certificate is wrong and was not kept: {err}") from err


def _solve(clauses: Clauses, raw: Path) -> None:
    """Let CaDiCaL write a raw proof."""
    with require("certificates need PySAT", *PYSAT):
        import pysolvers
        from pysat.solvers import Cadical195

    # As PySAT does for `with_proof`, but with hints, and into our file. It is not documented.
    solver = Cadical195()
    try:
        with raw.open("w+b") as file:
            solver.configure({"lrat": 1, "binary": 0})
            proof = pysolvers.cadical195_tracepr(solver.cadical, file)
            solver.append_formula([*clauses], no_return=True)
            contradiction = solver.solve() is False
            pysolvers.flushpr(proof)
            solver.delete()
    except AttributeError as err:
        raise MissingExtra(
            "certificates need a PySAT that can write LRAT proofs, as version 1.9.dev17 can: "
            "pip install 'python-sat==1.9.dev17'"
        ) from err
    if not contradiction:
        raise WrongAnswer("the formula has a solution besides those that were found")
