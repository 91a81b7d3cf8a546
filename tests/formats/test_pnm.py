"""Netpbm images: backgrounds, and hostile bytes."""

from __future__ import annotations

import contextlib

import pytest
from format_examples import fuzzing, read
from hypothesis import given
from hypothesis import strategies as st
from rows.pnm import NIGHT, NO_WHITE, READ

from nonosat.errors import NonosatError
from nonosat.formats.pnm import Pnm
from nonosat.model import Grid, Palette, Puzzle, Sheet

PNM = Pnm()


@pytest.mark.parametrize("palette", [NO_WHITE, NIGHT], ids=["no white", "white ink"])
def test_the_background_is_kept(palette: Palette) -> None:
    grid = Grid(2, 3, bytes([0, 1, 2, 1, 2, 0]))
    (sheet,) = read(PNM, PNM.write([Sheet(Puzzle.of_grid(grid, palette), (grid,))]))
    looks = [color.rgb for color in sheet.puzzle.palette.colors]
    assert [looks[c] for c in sheet.goals[0].cells] == [palette.colors[c].rgb for c in grid.cells]
    assert looks[0] == palette.colors[0].rgb


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
