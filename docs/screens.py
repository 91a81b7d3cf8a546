"""Make the pictures of the page: each view at three widths, in light and dark, and those of the docs.

    python docs/screens.py [DIR]

It needs Playwright and Chromium, as the tests of the page do. DIR is `docs/screens` if none is named;
the pictures that pages of `docs/` show are made beside this script then.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Locator, Page, sync_playwright

ROOT = Path(__file__).resolve().parent.parent
SIZES = {1280: 800, 820: 1100, 390: 844}
"""Width -> height of the windows, in pixels."""
TOUCHED = 820
"""Windows of at most this width are of devices with a touch screen."""
THEMES = ("light", "dark")
COLORS = 96
"""Of a picture: fewer make it smaller."""
FOX = ROOT / "data" / "drawn" / "fox.json"
TWO = ROOT / "tests" / "data" / "ambiguous" / "horizontales-5x5.txt"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
SETTLED = (
    '.verdict[data-verdict="unique"]:not(.stale), .verdict[data-verdict="multiple"]:not(.stale)'
)


def played(page: Page) -> None:
    """Half a game, by hints that are taken, and one more hint."""
    for _ in range(14):
        hinted(page).click()
    hinted(page)


def hinted(page: Page) -> Locator:
    """Ask for a hint until it says what to mark; the button that marks it."""
    take, more = (
        page.get_by_role("button", name=name).filter(visible=True).first
        for name in ("Do it", "What is there?")
    )
    page.keyboard.press("h")
    take.or_(more).first.wait_for()
    if more.is_visible():
        page.keyboard.press("h")
        take.wait_for()
    return take


def judged(page: Page) -> None:
    """The drawing has its verdict and its stars."""
    page.locator(SETTLED).first.wait_for()
    page.get_by_text("★").filter(visible=True).first.wait_for()


def stepped(page: Page) -> None:
    """Some steps in."""
    page.get_by_text(re.compile(r"^Step 0 of \d\d+$")).wait_for()
    for number in range(1, 25):
        page.get_by_role("button", name="Next step").click()
        page.get_by_text(f"Step {number} of").wait_for()


def shown(page: Page) -> None:
    """All solutions are found."""
    page.get_by_text("these are all").wait_for()


VIEWS: dict[str, tuple[Path, Callable[[Page], None]]] = {
    "draw": (FOX, judged),
    "play": (FOX, played),
    "steps": (FOX, stepped),
    "solutions": (TWO, shown),
}
"""View -> the puzzle that it shows, and what is done before the picture is taken."""
OF_DOCS = {
    "web-play.png": "play-1280-light.png",
    "web-draw.png": "draw-1280-light.png",
    "web-steps.png": "steps-1280-light.png",
    "web-phone.png": "play-390-dark.png",
}
"""Pictures in pages of `docs/` -> which of ours each is."""


@contextmanager
def serving(file: Path) -> Iterator[str]:
    """The address of the page, begun with a file."""
    words = [sys.executable, "-m", "nonosat", "web", "--no-browser", "--port", "0", str(file)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


def main(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(exist_ok=True)
    chromium = os.environ.get("NONOSAT_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for view, (file, prepare) in VIEWS.items():
            with serving(file) as address:
                for width in SIZES:
                    for theme in THEMES:
                        picture = taken(browser, f"{address}#{view}", width, theme, prepare)
                        save(picture, folder / f"{view}-{width}-{theme}.png")
        browser.close()


def taken(
    browser: Any, address: str, width: int, theme: str, prepare: Callable[[Page], None]
) -> bytes:
    """A picture of a view, in a browser profile of its own."""
    touched = width <= TOUCHED
    context = browser.new_context(
        viewport={"width": width, "height": SIZES[width]},
        color_scheme=theme,
        has_touch=touched,
        is_mobile=touched,
    )
    page = context.new_page()
    page.goto(address)
    prepare(page)
    picture: bytes = page.screenshot()
    context.close()
    return picture


def save(picture: bytes, path: Path) -> None:
    """Write a picture in few colors."""
    image = Image.open(BytesIO(picture)).convert("RGB").quantize(COLORS, dither=Image.Dither.NONE)
    image.save(path, optimize=True)
    print(path)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        screens = ROOT / "docs" / "screens"
        main(screens)
        for name, source in OF_DOCS.items():
            shutil.copy(screens / source, ROOT / "docs" / name)
