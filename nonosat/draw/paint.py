"""Drawings in our own SVG -> pixels, by Pillow: rectangles, straight paths, circles and lines of text.

It takes only what elements.py and svg.py write. Edges lie on whole pixels, so lines are
sharp, and those of one kind are equally wide.
"""

import io
import re
from functools import cache
from html import unescape
from typing import Any
from unicodedata import bidirectional

from nonosat.errors import MissingExtra
from nonosat.pictures.pixels import sans_font, wide_font

_ELEMENT = re.compile(r"<(/?\w+)([^>]*)>([^<]*)")
_ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')
_NUMBER = r"(-?[\d.]+)"
_PART = re.compile(f"M{_NUMBER} {_NUMBER}(?:h{_NUMBER}v{_NUMBER}h-[\\d.]+z|V{_NUMBER}|H{_NUMBER})")
"""A part of a path: a box, or a line down or across."""
_FINER = 4
"""The scale of circles before they are shrunk to their size."""


def paint(svg: str) -> bytes:
    """Return a drawing as a PNG file, a pixel for a unit.

    Raises:
        MissingExtra: Pillow is not installed, or lacks what letters of another script need.
    """
    font = sans_font()[1]
    from PIL import Image, ImageColor, ImageDraw, ImageFont, features

    looks = re.findall(r'(?:fill|stroke)="(#\w{6})"', svg)
    gray = all(look[1:3] == look[3:5] == look[5:7] for look in {*looks})
    image: Any = None
    groups: list[tuple[dict[str, str], float, float]] = [({}, 0.0, 0.0)]

    @cache
    def ink(look: str) -> Any:
        rgb = ImageColor.getrgb(look)
        return rgb[0] if gray else rgb

    @cache
    def dot(radius: float) -> Any:
        side = 2 * _FINER * (int(radius) + 1)
        box = (side / 2 - radius * _FINER, side / 2 + radius * _FINER)
        large = Image.new("L", (side, side))
        ImageDraw.Draw(large).ellipse((box[0], box[0], box[1], box[1]), fill=255)
        return large.reduce(_FINER)

    @cache
    def letters(plain: bool, size: float) -> Any:
        wide = None if plain else wide_font()
        return ImageFont.truetype(wide or io.BytesIO(font), size)

    @cache
    def text(words: str, size: float, anchor: str) -> tuple[Any, float, float]:
        """The pixels of a line of text, and their place from its own."""
        # letters from right to left, and marks on others
        needs_shaping = any(bidirectional(char) in ("R", "AL", "NSM") for char in words)
        if needs_shaping and not features.check("raqm"):
            raise MissingExtra(
                "these letters in a PNG need Pillow with libraqm, and the library fribidi; "
                "SVG, HTML and PDF need neither"
            )
        face = letters(words.isascii(), size)
        left, top, right, bottom = face.getbbox(words, anchor=anchor)
        mask = Image.new("L", (max(1, int(right - left)), max(1, int(bottom - top))))
        ImageDraw.Draw(mask).text((-left, -top), words, 255, face, anchor=anchor)
        return mask, left, top

    def rectangle(own: dict[str, str], x: float, y: float, width: float, height: float) -> None:
        if own["fill"] != "none":
            _fill(image, ink(own["fill"]), x, y, x + width, y + height)
        if "stroke" in own:
            line = max(1, round(float(own["stroke-width"])))
            box = (round(x - line / 2), round(y - line / 2))
            end = (round(x + width - line / 2) + line - 1, round(y + height - line / 2) + line - 1)
            ImageDraw.Draw(image).rectangle((*box, *end), outline=ink(own["stroke"]), width=line)

    for name, attributes, words in map(re.Match.groups, _ELEMENT.finditer(svg)):
        if name == "/g":
            groups.pop()
        inherited, dx, dy = groups[-1]
        own = inherited | dict(_ATTRIBUTE.findall(attributes))
        if name == "svg":
            size = round(float(own["width"])), round(float(own["height"]))
            image = Image.new("L" if gray else "RGB", size, "white")
        elif name == "g":
            x, y = map(float, re.findall(_NUMBER, own.pop("transform", "0 0")))
            groups.append((own, dx + x, dy + y))
        elif name == "rect":
            x, y, width, height = (float(own[key]) for key in ("x", "y", "width", "height"))
            rectangle(own, x + dx, y + dy, width, height)
        elif name == "path":
            for left, top, wide, high, down, across in map(
                re.Match.groups, _PART.finditer(own["d"])
            ):
                x, y = float(left) + dx, float(top) + dy
                if wide:
                    rectangle(own, x, y, float(wide), float(high))
                    continue
                line = max(1, round(float(own["stroke-width"])))
                if down:
                    x = round(x - line / 2)
                    _fill(image, ink(own["stroke"]), x, y, x + line, float(down) + dy)
                else:
                    y = round(y - line / 2)
                    _fill(image, ink(own["stroke"]), x, y, float(across) + dx, y + line)
        elif name == "circle":
            mask = dot(float(own["r"]))
            at = float(own["cx"]) + dx - mask.width / 2, float(own["cy"]) + dy - mask.height / 2
            image.paste(ink(own["fill"]), (round(at[0]), round(at[1])), mask)
        elif name == "text":
            anchor = {"start": "ls", "middle": "ms", "end": "rs"}[own["text-anchor"]]
            mask, left, top = text(unescape(words), float(own["font-size"]), anchor)
            at = float(own["x"]) + dx + left, float(own["y"]) + dy + top
            image.paste(ink(own["fill"]), (round(at[0]), round(at[1])), mask)
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=4)
    return file.getvalue()


def _fill(image: Any, ink: Any, *box: float) -> None:
    """Fill a box from (left, top) to (right, bottom), rounded to whole pixels."""
    left, top, right, bottom = map(round, box)
    if left < right and top < bottom:
        image.paste(ink, (left, top, right, bottom))
