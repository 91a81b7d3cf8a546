"""Netpbm images: hostile bytes."""

from __future__ import annotations

import contextlib

from format_examples import fuzzing, read
from hypothesis import given
from hypothesis import strategies as st
from rows.pnm import READ

from nonosat.errors import NonosatError
from nonosat.formats.pnm import Pnm

PNM = Pnm()


@fuzzing
@given(
    st.sampled_from(sorted(text for text, _ in READ.values())),
    st.binary(max_size=12),
    st.integers(0, 20),
)
def test_survives_hostile_bytes(text: str, junk: bytes, at: int) -> None:
    for end in (text[at:], ""):
        with contextlib.suppress(NonosatError):
            read(PNM, text[:at] + junk.decode("latin-1") + end)
