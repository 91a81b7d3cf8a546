"""Found on PYTHONPATH by every Python that the tests start: adds a backend that misbehaves."""

from nonosat.registry import Entry
from nonosat.solving.backends import BACKENDS

BACKENDS._entries["moody"] = Entry("moody", "moody:Moody", "misbehaves, for tests")
