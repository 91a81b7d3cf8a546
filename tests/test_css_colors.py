"""Colors as files write them."""

import pytest

from nonosat.model.css_colors import parse_color

#    text            bare_hex  names  x11    color
COLOR_TEXTS = {
    "short": ("#d0F", False, True, False, "#dd00ff"),
    "long": ("#D0F0a1", False, True, False, "#d0f0a1"),
    "bare": ("d0f", True, True, False, "#dd00ff"),
    "bare, not allowed": ("d0f", False, True, False, ""),
    "name": ("CornFlowerBlue", False, True, False, "#6495ed"),
    "name, not allowed": ("red", False, False, False, ""),
    "grey": ("LightGrey", False, True, False, "#d3d3d3"),
    "gray": ("gray", False, True, False, "#808080"),
    "gray of X11": ("grey", False, True, True, "#bebebe"),
    "green of X11": ("green", False, True, True, "#00ff00"),
    "red of X11": ("red", False, True, True, "#ff0000"),
    "five digits": ("#12345", True, True, True, ""),
    "newline": ("#123\n", True, True, True, ""),
    "empty": ("", True, True, True, ""),
}


@pytest.mark.parametrize(
    ("text", "bare_hex", "names", "x11", "want"), COLOR_TEXTS.values(), ids=COLOR_TEXTS
)
def test_colors(text, bare_hex, names, x11, want):
    assert parse_color(text, bare_hex=bare_hex, names=names, x11=x11) == want
