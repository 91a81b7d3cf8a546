"""Netpbm images: hostile bytes."""

import contextlib

from format_examples import fuzzing, read
from hypothesis import given
from hypothesis import strategies as st
from rows.pnm import READ

from nonosat.errors import NonosatError
from nonosat.formats.picture.pnm import PNM


@fuzzing
@given(
    st.sampled_from(sorted(data for data, _ in READ.values())),
    st.binary(max_size=12),
    st.integers(0, 20),
)
def test_survives_hostile_bytes(data: bytes, junk: bytes, at: int) -> None:
    for end in (data[at:], b""):
        with contextlib.suppress(NonosatError):
            read(PNM, data[:at] + junk + end)
