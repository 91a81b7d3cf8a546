"""Plots of results as SVG and PNG, by matplotlib. The SVG takes its colors from the page."""

from __future__ import annotations

import io
import math
import os
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nonosat.bench.stats import Point, Results, family_of_point
from nonosat.errors import UsageError
from nonosat.foreign import safe
from nonosat.registry import require
from nonosat.render.page import Markup

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

PLOTS = ("cactus", "scatter", "growth", "density")
_TEXT = "#123456"
"""Placeholder for the color of text, which the page chooses."""
# Readable on white and on black, with hues far apart.
_COLORS = (
    "#2f7ed8", "#dd7500", "#159a5f", "#d1495b", "#8a63d2", "#a8860b", "#0a9c9c", "#cf58a4",
    "#7a8288", "#6a8f1f", "#b0603a", "#4f6bd6",
)  # fmt: skip
_MARKS = "osD^vPX*<>hp"
_OWN_STYLE = (
    "<style>svg{color:#1d1f21;background:#fdfdfc}"
    "@media(prefers-color-scheme:dark){svg{color:#e4e5e6;background:#16181a}}</style>"
)


def _figure(width: float, height: float) -> Figure:
    with require("plots need matplotlib", "nonosat[bench]", "matplotlib"):
        from matplotlib.figure import Figure
    return Figure(figsize=(width, height), layout="constrained")


def looks(results: Results) -> dict[str, dict[str, Any]]:
    """Return color and marker of each solver, the same in every plot."""
    return {
        name: {"color": _COLORS[at % len(_COLORS)], "marker": _MARKS[at % len(_MARKS)]}
        for at, name in enumerate(results.solvers)
    }


def cactus(results: Results) -> Figure:
    """Plot how many puzzles each solver solves (across) within a time for each (up)."""
    figure = _figure(7.2, 4.4)
    axes = figure.add_subplot()
    axes.set_yscale("log")
    look = looks(results)
    order = sorted(results.solvers, key=lambda name: -sum(p.solved for p in results.of(name)))
    for name in order:
        times = sorted(p.clipped for p in results.of(name) if p.solved)
        label = _label(f"{name} ({len(times)} of {len(results.of(name))})")
        steps = range(1, len(times) + 1)
        axes.plot(steps, times, label=label, markersize=3.5, linewidth=1.4, **look[name])
    solved = [point.clipped for point in results.points if point.solved]
    _limit(axes, results.limit, max(solved, default=results.limit))
    axes.set_xlabel("puzzles solved")
    axes.set_ylabel(f"seconds for each ({_clock(results)})")
    axes.set_xlim(left=0)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=9)
    return figure


def scatter(results: Results, first: str, second: str) -> Figure:
    """Plot two solvers, puzzle by puzzle. Unsolved puzzles are on a line beyond the limit."""
    figure = _figure(5.4, 5)
    axes = figure.add_subplot()
    theirs = {point.key: point for point in results.of(second)}
    pairs = [(p, theirs[p.key]) for p in results.of(first) if p.key in theirs]
    beyond = 2 * results.limit
    families = sorted({family_of_point(a) for a, _ in pairs})
    for at, family in enumerate(families):
        chosen = [(a, b) for a, b in pairs if family_of_point(a) == family]
        axes.scatter(
            [_shown(a, beyond) for a, _ in chosen],
            [_shown(b, beyond) for _, b in chosen],
            s=22,
            alpha=0.85,
            color=_COLORS[at % len(_COLORS)],
            marker=_MARKS[at % len(_MARKS)],
            label=_label(family),
        )
    every = [_shown(p, beyond) for pair in pairs for p in pair] or [results.limit]
    low, high = min(every) / 1.6, max(every) * 1.6
    axes.plot([low, high], [low, high], color=_TEXT, linewidth=0.8, alpha=0.6)
    if high > results.limit:
        axes.axvline(results.limit, color=_TEXT, linewidth=0.8, linestyle=":")
        axes.axhline(results.limit, color=_TEXT, linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, high)
    axes.set_ylim(low, high)
    axes.set_xlabel(_label(f"{first}, seconds ({_clock(results)})"))
    axes.set_ylabel(_label(f"{second}, seconds ({_clock(results)})"))
    if families:
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
    return figure


def _label(name: str) -> str:
    """Return a name for a legend; matplotlib omits names that begin with ``_``."""
    text = safe(name)
    return f"\u200a{text}" if text.startswith("_") else text


def _shown(point: Point, beyond: float) -> float:
    return point.clipped if point.solved else beyond


def growing(results: Results) -> dict[str, list[Point]]:
    """Return the families with at least three sizes and a solved puzzle, and their points."""
    return _panels(results, family_of_point, lambda point: point.cells)


def _panels(
    results: Results, title: Callable[[Point], str], across: Callable[[Point], float | None]
) -> dict[str, list[Point]]:
    """Return the points of each title, if one is solved and `across` has at least three values."""
    found: dict[str, list[Point]] = defaultdict(list)
    for point in results.points:
        if across(point) is not None:
            found[title(point)].append(point)
    return {
        name: points
        for name, points in sorted(found.items())
        if len(set(map(across, points))) >= 3 and any(point.solved for point in points)
    }


def growth(results: Results) -> Figure | None:
    """Plot time against size, one panel per family; None without data, see `growing`."""
    return _medians(results, growing(results), lambda point: point.cells, "cells")


def density(results: Results) -> Figure | None:
    """Plot time against density, one panel per family and size; None without data.

    Densities are rounded to a twentieth. The phase transition shows as a peak.
    """

    def across(point: Point) -> float | None:
        return None if point.density is None else round(20 * point.density) / 20

    panels = _panels(results, lambda p: f"{family_of_point(p)}, {p.cells:,} cells", across)
    sizes = {name: (family_of_point(p[0]), p[0].cells) for name, p in panels.items()}
    panels = {name: panels[name] for name in sorted(panels, key=sizes.__getitem__)}
    return _medians(results, panels, across, "share of inked cells")


def _medians(
    results: Results,
    panels: dict[str, list[Point]],
    across: Callable[[Point], float | None],
    word: str,
) -> Figure | None:
    """Plot the median of each solver, in a band that holds the middle half of the puzzles.

    Puzzles that were not solved count as the limit, so a median at the limit means at least that.
    """
    if not panels:
        return None
    columns = min(3, len(panels))
    rows = math.ceil(len(panels) / columns)
    figure = _figure(3.4 * columns + 1.8, 2.7 * rows + 0.4)
    look = looks(results)
    # Families differ too much in their times to share a scale; sizes are there to be compared.
    together = word != "cells"
    places = list(figure.subplots(rows, columns, squeeze=False, sharey=together).flat)
    for axes in places[len(panels) :]:
        axes.set_visible(False)
    longest = max(point.clipped for points in panels.values() for point in points)
    for axes, (title, measured) in zip(places, panels.items(), strict=False):
        for name in results.solvers:
            found: dict[float, list[float]] = defaultdict(list)
            for point in measured:
                if point.solver == name and (x := across(point)) is not None:
                    found[x].append(point.clipped)
            xs = sorted(found)
            low, middle, high = (
                zip(*(_quartiles(found[x]) for x in xs), strict=True) if xs else ((), (), ())
            )
            axes.plot(xs, middle, label=_label(name), markersize=3.5, linewidth=1.2, **look[name])
            axes.fill_between(xs, low, high, color=look[name]["color"], alpha=0.15, linewidth=0)
        if not together:
            axes.set_xscale("log")
            sizes = sorted({point.cells for point in measured})
            axes.set_xticks(sizes if len(sizes) <= 6 else sizes[:: len(sizes) // 4])
            axes.minorticks_off()
        axes.set_yscale("log")
        most = longest if together else max(point.clipped for point in measured)
        _limit(axes, results.limit, most)
        axes.set_title(_label(title), fontsize=10)
        axes.set_xlabel(word)
    for at in range(0, len(panels), columns):
        figure.axes[at].set_ylabel(f"seconds ({_clock(results)})")
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", frameon=False, fontsize=9)
    return figure


def _quartiles(times: list[float]) -> tuple[float, float, float]:
    if len(times) < 2:
        return times[0], times[0], times[0]
    low, middle, high = statistics.quantiles(times, method="inclusive")
    return low, middle, high


def _clock(results: Results) -> str:
    return f"{results.clock}, CPU" if results.cpu else results.clock


def _limit(axes: Axes, seconds: float, longest: float) -> None:
    """Draw the limit as a line; only mention it where the line would leave much of the area empty."""
    at, va, words = seconds, "bottom", f"limit {seconds:g} s"
    if seconds > 4 * longest:
        at, va, words = 2 * longest, "top", f"{words}, above"
        axes.set_ylim(top=at)
    else:
        axes.axhline(seconds, color=_TEXT, linewidth=0.8, linestyle=":")
    place = ("axes fraction", "data")
    axes.annotate(words, (0.01, at), xycoords=place, fontsize=8, va=va, color=_TEXT)


def _inked(figure: Figure, color: str) -> None:
    """Draw frames, ticks and words in `color` on a transparent background."""
    figure.patch.set_alpha(0)
    for text in figure.findobj(lambda artist: hasattr(artist, "set_fontfamily")):
        text.set_color(color)  # type: ignore[attr-defined]  # texts have it
        text.set_parse_math(False)  # type: ignore[attr-defined]  # names may hold a $
    for axes in figure.axes:
        axes.set_facecolor("none")
        for axis in (axes.xaxis, axes.yaxis):
            if axis.get_scale() == "log":
                axis.set_major_formatter("{x:g}")
                axis.set_minor_formatter("")
        axes.grid(True, which="major", color=color, alpha=0.15, linewidth=0.6)
        axes.tick_params(which="both", color=color, labelcolor=color, labelsize=8)
        for side, spine in axes.spines.items():
            spine.set_visible(side in ("left", "bottom"))
            spine.set_color(color)
        for line in axes.lines:
            if line.get_color() in (_TEXT, "#1d1f21"):
                line.set_color(color)


def plot_svg(figure: Figure, name: str, alone: bool = False) -> Markup:
    """Return a plot as SVG. Its text and frame have the color of the text around it.

    Args:
        name: prefix of its identifiers, different for each plot of a page.
        alone: make a separate file, light or dark as the reader prefers.
    """
    import matplotlib

    _inked(figure, _TEXT)
    buffer = io.StringIO()
    with matplotlib.rc_context({"svg.fonttype": "none", "svg.hashsalt": name}):
        figure.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    text = buffer.getvalue()
    text = text[text.index("<svg") :].replace(_TEXT, "currentColor")
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(xlink:href="|url\()#', rf"\1#{name}-", text)
    if alone:
        text = '<?xml version="1.0" encoding="utf-8"?>\n' + text.replace(
            "<defs>", _OWN_STYLE + "<defs>", 1
        )
    return Markup(text)


def plot_png(figure: Figure) -> bytes:
    _inked(figure, "#1d1f21")
    figure.patch.set_alpha(1)
    figure.patch.set_facecolor("white")
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=144, metadata={"Software": None})
    return buffer.getvalue()


def all_of(results: Results, pair: Sequence[str]) -> dict[str, tuple[Figure, str]]:
    """Return every plot that has data, by name, with its caption."""
    drawn: dict[str, tuple[Figure, str]] = {}
    if results.solvers:
        drawn["cactus"] = (
            cactus(results),
            "Puzzles solved, each within the time on the left: further right and lower is better.",
        )
    if len(pair) == 2:
        drawn["scatter"] = (
            scatter(results, pair[0], pair[1]),
            safe(
                f"Each puzzle by {pair[0]} (across) and {pair[1]} (up): above the diagonal, "
                f"{pair[0]} was faster. Beyond the dotted lines: not solved within the limit."
            ),
        )
    for name, figure, what in (
        ("growth", growth(results), "size"),
        ("density", density(results), "density"),
    ):
        if figure is not None:
            band = "the median, and a band for the middle half of the puzzles"
            drawn[name] = figure, f"Time against {what}: {band}. Not solved counts as the limit."
    return drawn


def plot_file(drawn: dict[str, tuple[Figure, str]], path: str) -> bytes:
    """Return an SVG or PNG file of the plot whose name its path ends in; any other gets the first."""
    stem, suffix = os.path.splitext(path)
    name = next((name for name in PLOTS if stem.endswith(name)), PLOTS[0])
    if name not in drawn:
        raise UsageError(f"{path}: these results have no data for the plot {name}")
    plot = drawn[name][0]
    return plot_png(plot) if suffix.lower() == ".png" else plot_svg(plot, name, True).encode()
