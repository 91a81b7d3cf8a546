"""Where ACE is, the XCSP3 solver that comes with pycsp3."""

from importlib.util import find_spec
from pathlib import Path


def ace() -> str:
    """Its jar; "" if pycsp3 is not installed."""
    spec = find_spec("pycsp3")
    folders = spec.submodule_search_locations or [] if spec else []
    return next((str(jar) for at in folders for jar in Path(at).glob("solvers/ace/ACE-*.jar")), "")
