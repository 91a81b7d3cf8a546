"""Found on PYTHONPATH by every Python that a test starts: another system, as nonosat sees it."""

import os

import other_system

other_system.install(os.environ["NONOSAT_TEST_SYSTEM"])
