"""Trains the network that reads printed digits: ``nonosat/scan/glyphs.npz``.

    python share/train_glyphs.py FONTS [-o FILE] [--without NAME,...]

FONTS is a folder of fonts, searched with its subfolders. The network in the wheel was trained with the
fonts of the Debian packages in `PACKAGES`, all of free licenses, except those that measure it, `WITHOUT`; no
font is in nonosat. To get them into a folder::

    apt-get download $(python share/train_glyphs.py --packages)
    for file in *.deb; do dpkg -x "$file" fonts; done

It draws each digit of each font as scans show them, small, blurred, slanted, struck through, as JPEG,
and things that are no digits; then it trains one hidden layer. It takes some minutes.
"""

from __future__ import annotations

import argparse
import functools
import io
import itertools
import math
import random
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont
from scipy import ndimage

from nonosat.scan.glyphs import FILE, JUNK, chances_of, features

PACKAGES = """
    fonts-3270 fonts-adf-gillius fonts-adf-universalis fonts-allerta fonts-anonymous-pro fonts-averia-sans-gwf
    fonts-b612 fonts-bebas-neue fonts-cabin fonts-cantarell fonts-cegui fonts-clear-sans fonts-comfortaa
    fonts-comic-neue fonts-courier-prime fonts-croscore fonts-crosextra-caladea fonts-crosextra-carlito
    fonts-dejavu-core fonts-dejavu-extra fonts-dosis fonts-dotgothic16 fonts-dseg fonts-ebgaramond
    fonts-fantasque-sans fonts-firacode fonts-freefont-ttf fonts-go fonts-hack-ttf fonts-humor-sans
    fonts-inconsolata fonts-inter fonts-jetbrains-mono fonts-jura fonts-karla fonts-lato fonts-league-spartan
    fonts-liberation fonts-linuxlibertine fonts-lmodern fonts-manrope fonts-mononoki fonts-nanum
    fonts-national-park fonts-ocr-a fonts-ocr-b fonts-open-sans fonts-opendin fonts-oxygen fonts-paratype
    fonts-pc fonts-play fonts-proggy fonts-quicksand fonts-roadgeek fonts-roboto-slab
    fonts-roboto-unhinted fonts-routed-gothic fonts-sil-andika fonts-sixtyfour fonts-sora fonts-texgyre
    fonts-tuffy fonts-urw-base35 fonts-vollkorn
"""
UNFIT = (
    "Italic", "Oblique", "Thin", "Hairline", "ExtraLight", "UltraLight", "Symbol", "Dingbats", "D050000L",
    "Z003", "Math", "math", "Outline", "chorus", "Fraktur", "GreatVibes", "RichStyle", "Biolinum_K", "Mini-", "MINI",
)  # fmt: skip
"""Parts of names of fonts whose digits no puzzle is printed with, or of many more cuts of one family."""
WITHOUT = "DejaVu,STIX,Lato,Roboto-,OpenSans,ComicNeue,Karla"
"""Parts of names of fonts that the network never sees; of their digits it reads 98 of 100."""
MOST_CUTS = 4
"""Fonts of one family, at most; the others look the same."""
EACH = 26
"""Samples of each digit of each font."""
SEGMENTED, OTHERS = 700, 4200
"""Samples of each digit of seven segments, and of things that are no digits."""
HIDDEN = 208
EPOCHS = 24
BATCH = 128
PAPER = 255


def fonts_in(folder: Path, without: tuple[str, ...]) -> list[Path]:
    """Return the fonts to use, a few cuts of each family."""
    cuts: dict[str, list[Path]] = {}
    for file in sorted(folder.rglob("*.[ot]tf")):
        name = file.stem
        if any(part in name for part in (*UNFIT, *without)):
            continue
        cuts.setdefault(name.partition("-")[0].rstrip("0123456789"), []).append(file)
    return [file for some in cuts.values() for file in some[:: max(1, len(some) // MOST_CUTS)]]


@functools.cache
def letters(font: Path, size: int) -> ImageFont.FreeTypeFont:
    """Return a font in a size; to open it takes longer than to draw with it."""
    return ImageFont.truetype(str(font), size)


class Samples:
    """Draws what a scan may have in a cell, all by chance from one seed."""

    def __init__(self, seed: int) -> None:
        self.by = random.Random(seed)
        self.noise = np.random.default_rng(seed)

    def all_of(self, fonts: list[Path], each: int, segmented: int, others: int) -> Any:
        """Return features and classes of all samples."""
        xs, ys = [], []
        for font in fonts:
            for digit in range(10):
                for _ in range(each):
                    drawn = (
                        self.pixels(font, digit)
                        if self.by.random() < 0.15
                        else self.digit(font, digit)
                    )
                    if digit and self.by.random() < 0.06:
                        drawn = self.struck(drawn)
                    self._add(drawn, digit, xs, ys)
        for digit in range(10):
            for _ in range(segmented):
                self._add(self.segments(digit), digit, xs, ys)
        for _ in range(others):
            self._add(self.junk(self.by.choice(fonts)), JUNK, xs, ys)
        return np.array(xs, np.float32), np.array(ys)

    def _add(self, drawn: Image.Image, kind: int, xs: list[Any], ys: list[int]) -> None:
        if kind != JUNK and self.by.random() < 0.35:
            wide = max(8, round(drawn.width * self.by.uniform(0.7, 1.45)))
            drawn = drawn.resize((wide, drawn.height), Image.Resampling.BILINEAR)
        seen = self.scanned(drawn)
        if seen is not None:
            xs.append(seen)
            ys.append(kind)

    def scanned(self, drawn: Image.Image) -> Any:
        """Return the features of the largest thing in a drawing as a scan shows it; None: nothing."""
        by = self.by
        middle = drawn.height / 2
        shear, tilt = by.uniform(-0.12, 0.12), by.uniform(-0.06, 0.06)
        drawn = drawn.transform(
            drawn.size, Image.Transform.AFFINE, (1, shear, -shear * middle, tilt, 1, -tilt * middle),
            Image.Resampling.BILINEAR, fillcolor=PAPER,
        )  # fmt: skip
        box = drawn.point(lambda value: PAPER - value).getbbox()
        if box is None:
            return None
        tall = max(box[3] - box[1], (box[2] - box[0]) * 0.6)
        drawn = drawn.filter(ImageFilter.GaussianBlur(by.uniform(0.15, 0.075 * tall)))
        pixels = np.asarray(drawn, np.float32)
        dark = by.uniform(0.35, 1)
        pixels = PAPER - dark * (PAPER - pixels)
        pixels = pixels + self.noise.normal(0, by.uniform(0, 9) * dark, pixels.shape)
        drawn = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
        if by.random() < 0.7:
            file = io.BytesIO()
            drawn.save(file, "JPEG", quality=by.randrange(40, 95))
            drawn = Image.open(file)
        scale = min(4.0, by.uniform(14, 34) / tall)
        size = (max(4, round(drawn.width * scale)), max(4, round(drawn.height * scale)))
        drawn = drawn.resize(size, by.choice([Image.Resampling.BILINEAR, Image.Resampling.BICUBIC]))
        ink = PAPER - np.asarray(drawn, np.float32)
        ink -= np.median(ink)
        ink = np.clip(ink / max(ink.max(), 25), 0, 1)
        labels, count = ndimage.label(ink > by.uniform(0.3, 0.55), np.ones((3, 3)))
        if not count:
            return None
        largest = 1 + int(np.argmax(np.bincount(labels.ravel())[1:]))
        where = ndimage.find_objects(labels)[largest - 1]
        return features(np.where((labels == largest) | (labels == 0), ink, 0)[where])

    def digit(self, font: Path, digit: int) -> Image.Image:
        """Draw a digit of any size."""
        size = self.by.randrange(9, 40)
        image = Image.new("L", (2 * size, 2 * size), PAPER)
        text = letters(font, size)
        ImageDraw.Draw(image).text((size, size), str(digit), font=text, fill=0, anchor="mm")
        return image

    def pixels(self, font: Path, digit: int) -> Image.Image:
        """Draw a digit of few pixels without smoothing, enlarged."""
        size = self.by.randrange(8, 14)
        image = Image.new("1", (2 * size, 2 * size), 1)
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1"
        text = letters(font, size)
        draw.text((size, size), str(digit), font=text, fill=0, anchor="mm")
        side = 2 * size * self.by.choice([2, 3, 4])
        ways = (Image.Resampling.NEAREST, Image.Resampling.BILINEAR, Image.Resampling.BICUBIC)
        return image.convert("L").resize((side, side), self.by.choice(ways))

    def segments(self, digit: int) -> Image.Image:
        """Draw a digit of seven segments, which may be wide; 6, 7 and 9 have several forms."""
        by = self.by
        lit = [
            "abcdef",
            "bc",
            "abged",
            "abgcd",
            "fgbc",
            "afgcd",
            "afgedc",
            "abc",
            "abcdefg",
            "abcdfg",
        ]
        if by.random() < 0.45:
            lit[6], lit[7], lit[9] = "fgedc", "abcf", "abcfg"
        wide, tall, thick = by.randrange(14, 36), by.randrange(28, 38), by.randrange(4, 10)
        left, top = 32 - wide // 2, 32 - tall // 2
        right, down, half = left + wide, top + tall, top + tall // 2
        at = {
            "a": (left, top, right, top), "b": (right, top, right, half), "c": (right, half, right, down),
            "d": (left, down, right, down), "e": (left, half, left, down), "f": (left, top, left, half),
            "g": (left, half, right, half),
        }  # fmt: skip
        image = Image.new("L", (64, 64), PAPER)
        draw = ImageDraw.Draw(image)
        for name in lit[digit]:
            draw.line(at[name], fill=0, width=thick)
            for x, y in (at[name][:2], at[name][2:]):
                draw.ellipse(
                    (x - thick // 2, y - thick // 2, x + thick // 2, y + thick // 2), fill=0
                )
        if digit == 1 and by.random() < 0.5:
            draw.line((right, top, right - by.randrange(4, 9), top + by.randrange(5)), 0, thick)
        return image

    def struck(self, image: Image.Image) -> Image.Image:
        """Strike a digit through, as players do."""
        by, box = self.by, image.point(lambda value: PAPER - value).getbbox()
        if box is None:
            return image
        left, top, right, bottom = box
        tall = bottom - top
        y, beyond = top + tall * by.uniform(0.4, 0.65), by.randrange(6)
        line = (left - beyond, y, right + beyond, y + by.randrange(-2, 3))
        ImageDraw.Draw(image).line(line, 0, max(1, int(tall * by.uniform(0.05, 0.11))))
        return image

    def junk(self, font: Path) -> Image.Image:
        """Draw a cross, a square, a dot, a star, a dash, a sign that no digit resembles, or lines that meet."""
        by, kind, side = self.by, self.by.random(), 64
        image = Image.new("L", (side, side), PAPER)
        draw, c = ImageDraw.Draw(image), side // 2

        def off() -> int:
            return by.randrange(-3, 4)

        if kind < 0.36:
            r, t = by.randrange(10, 22), by.randrange(2, 8)
            draw.line((c - r + off(), c - r + off(), c + r + off(), c + r + off()), 0, t)
            draw.line((c - r + off(), c + r + off(), c + r + off(), c - r + off()), 0, t)
        elif kind < 0.46:
            box = [
                c - by.randrange(8, 24),
                c - by.randrange(8, 24),
                c + by.randrange(8, 24),
                c + by.randrange(8, 24),
            ]
            draw.rectangle(box, fill=by.choice([0, None]), outline=0, width=by.choice([2, 3]))
        elif kind < 0.54:
            r = by.randrange(5, 22)
            draw.ellipse((c - r, c - r, c + r, c + r), fill=0)
        elif kind < 0.6:
            turn = [(20 if at % 2 == 0 else 9, math.pi * (at / 5 - 0.5)) for at in range(10)]
            draw.polygon([(c + r * math.cos(a), c + r * math.sin(a)) for r, a in turn], fill=0)
        elif kind < 0.7:
            reach, t = by.randrange(12, 26), by.randrange(2, 6)
            draw.line((c - reach, c, c + reach, c + off()), 0, t)
        elif kind < 0.82:
            text = letters(font, by.randrange(18, 34))
            draw.text((c, c), by.choice("XWMKNHVwmkxv?#*&%@+=AR"), font=text, fill=0, anchor="mm")
        elif kind < 0.9:  # an arc: a piece of a ring or of a rounded box
            r = by.randrange(10, 24)
            start = by.randrange(360)
            draw.arc(
                (c - r, c - r, c + r, c + r),
                start,
                start + by.randrange(60, 150),
                0,
                by.randrange(2, 6),
            )
        else:
            x, y, t = by.randrange(20, 44), by.randrange(20, 44), by.randrange(2, 6)
            draw.line((x, by.choice([0, y]), x, side), 0, t)
            draw.line((by.choice([0, x]), y, side, y), 0, t)
        return image


def train(x: Any, y: Any, seed: int = 0) -> list[Any]:
    """Return weights and biases of both layers: Adam, cross-entropy, a rate that falls to 0."""
    by = np.random.default_rng(seed)
    sizes = (x.shape[1], HIDDEN, JUNK + 1)
    layers = [
        part
        for wide, out in itertools.pairwise(sizes)
        for part in (
            by.normal(0, (2 / wide) ** 0.5, (wide, out)).astype(np.float32),
            np.zeros(out, np.float32),
        )
    ]
    mean = [np.zeros_like(part) for part in layers]
    square = [np.zeros_like(part) for part in layers]
    step, total = 0, EPOCHS * (len(x) // BATCH)
    for epoch in range(EPOCHS):
        order, lost = by.permutation(len(x)), 0.0
        for start in range(0, len(x) - BATCH + 1, BATCH):
            step += 1
            at = order[start : start + BATCH]
            batch, wanted = x[at], y[at]
            hidden = np.maximum(batch @ layers[0] + layers[1], 0)
            scores = hidden @ layers[2] + layers[3]
            chance = np.exp(scores - scores.max(1, keepdims=True))
            chance /= chance.sum(1, keepdims=True)
            lost -= float(np.log(chance[np.arange(BATCH), wanted] + 1e-9).mean())
            chance[np.arange(BATCH), wanted] -= 1
            chance /= BATCH
            back = (chance @ layers[2].T) * (hidden > 0)
            slopes = [batch.T @ back, back.sum(0), hidden.T @ chance, chance.sum(0)]
            rate = 1e-3 * 0.5 * (1 + math.cos(math.pi * step / total))
            for part, slope, m, s in zip(layers, slopes, mean, square, strict=True):
                slope = slope + (1e-5 * part if part.ndim > 1 else 0)
                m += 0.1 * (slope - m)
                s += 0.001 * (slope**2 - s)
                part -= rate * (m / (1 - 0.9**step)) / (np.sqrt(s / (1 - 0.999**step)) + 1e-8)
        print(f"epoch {epoch + 1}: loss {lost / (len(x) // BATCH):.4f}", flush=True)
    return layers


def save(layers: list[Any], file: Path) -> None:
    """Write the network; each weight is one byte, with one scale for each unit."""
    kept = {}
    for at in (0, 2):
        scale = np.abs(layers[at]).max(0) / 127
        kept[f"weights{at // 2}"] = np.round(layers[at] / scale).astype(np.int8)
        kept[f"scale{at // 2}"] = scale.astype(np.float32)
        kept[f"bias{at // 2}"] = layers[at + 1]
    np.savez_compressed(file, **kept)


def main() -> None:
    """Train with the fonts of a folder, and say how well fonts that were left out are read."""
    parser = argparse.ArgumentParser(description="Train the network that reads printed digits.")
    parser.add_argument("fonts", nargs="?", type=Path)
    parser.add_argument("-o", "--output", type=Path, default=FILE)
    parser.add_argument(
        "--without", default=WITHOUT, help="fonts to leave out, and to measure with"
    )
    parser.add_argument("--packages", action="store_true", help="print the Debian packages")
    asked = parser.parse_args()
    if asked.packages or asked.fonts is None:
        print(*PACKAGES.split())
        return
    start = time.time()
    without = tuple(filter(None, asked.without.split(",")))
    fonts = fonts_in(asked.fonts, without)
    x, y = Samples(1).all_of(fonts, EACH, SEGMENTED, OTHERS)
    print(f"{len(fonts)} fonts, {len(x)} samples, {time.time() - start:.0f} s", flush=True)
    save(train(x, y), asked.output)
    print(
        f"{asked.output}: {asked.output.stat().st_size} bytes, of what it saw {(chances_of(x, asked.output).argmax(1) == y).mean():.4f}"
    )
    held = [file for file in fonts_in(asked.fonts, ()) if file not in fonts]
    if held:
        x, y = Samples(2).all_of(held, 12, 40, 300)
        print(
            f"of {len(held)} fonts left out {(chances_of(x, asked.output).argmax(1) == y).mean():.4f}"
        )


if __name__ == "__main__":
    sys.exit(main())
