"""Found on PYTHONPATH by every Python that the tests start: adds a backend that misbehaves."""

from nonosat.backends import BACKENDS
from nonosat.registry import Entry

BACKENDS._entries["moody"] = Entry("moody", "moody:Moody", "misbehaves, for tests")
