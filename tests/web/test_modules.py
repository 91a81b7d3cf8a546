"""The modules of the page: what the browser is told to load at once is what they import."""

import re

from nonosat.web.pages import first_page, static_files

IMPORT = re.compile(r'^import [^;]*? from "\./([\w-]+\.js)";', re.MULTILINE)


def test_the_page_names_all_its_modules_so_that_they_come_at_once() -> None:
    needed = {"app.js"}
    wanted = ["app.js"]
    while wanted:
        text = static_files()[wanted.pop()].read_text(encoding="utf-8")
        found = set(IMPORT.findall(text)) - needed
        needed |= found
        wanted += found
    named = re.findall(r'<link rel="modulepreload" href="([\w-]+\.js)" />', first_page({}))
    assert named == sorted(needed)
