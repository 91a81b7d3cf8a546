"""A printed puzzle is read on the page, corrected and played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from conftest import ROOT, at_night
from web_board import Board, clues, until

pytest.importorskip("scipy")
pytest.importorskip("PIL")

if TYPE_CHECKING:
    from web.conftest import Opened

SCANS = ROOT / "docs" / "scan"


@pytest.mark.parametrize("width", [390, *at_night(1280)])
def test_doubts_are_yellow_and_corrected_before_it_is_played(new_page: Opened, width: int) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    phone = width < 800
    page = new_page([], viewport={"width": width, "height": 844}, has_touch=phone, is_mobile=phone)
    page.get_by_role("button", name="Scan a printed puzzle").wait_for()
    page.get_by_label("Picture", exact=True).set_input_files(SCANS / "copy.jpg")
    dialog = page.get_by_role("dialog", name="A printed puzzle")
    dialog.get_by_text("15 × 20 cells. Please check:").wait_for()  # noqa: RUF001
    doubted = dialog.locator("tr.doubted").first
    play, other = dialog.get_by_role("button", name="Play"), doubted.get_by_role("button").first
    read, rival = doubted.get_by_role("textbox").input_value(), other.inner_text()
    assert play.is_enabled()
    other.click()
    assert (doubted.get_by_role("textbox").input_value(), other.inner_text()) == (rival, read)
    assert play.is_disabled()
    other.click()
    found: list[dict[str, Any]] = axe.Axe().run(page).response["violations"]
    assert not [it["id"] for it in found if it["impact"] in ("serious", "critical")]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    dialog.get_by_role("button", name="Check").click()
    dialog.get_by_text("Exactly one solution").wait_for()
    play.click()
    until(lambda: clues(Board(page))[15 + 1 : 15 + 2] == ["2 1"])


@pytest.mark.night
def test_a_pasted_picture_is_read_and_read_again_with_a_size_or_a_part(new_page: Opened) -> None:
    page = new_page([])
    page.get_by_label("File", exact=True).set_input_files(SCANS / "phone.png")
    page.get_by_role("button", name="Read its clues").click()
    dialog = page.get_by_role("dialog", name="A printed puzzle")
    dialog.get_by_text("20 × 20 cells, read without a doubt.").wait_for()  # noqa: RUF001
    assert dialog.locator("tr").count() == 40
    for field, typed, says in (
        ("Size", "10x10", "10 × 10 cells. Please check"),  # noqa: RUF001
        ("Part", "0,0,40,40", "no grid of lines in this picture"),
    ):
        dialog.get_by_text("Another grid or size?").click()
        dialog.get_by_label(field).fill(typed)
        dialog.get_by_role("button", name="Read again").click()
        dialog.get_by_text(says).wait_for()
