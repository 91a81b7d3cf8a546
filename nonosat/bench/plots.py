"""Plots of results as SVG and PNG, by matplotlib. The SVG takes its colors from the page."""

from __future__ import annotations

import io
import math
import re
from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonosat.bench.stats import Point, Results, family_of_point, slope
from nonosat.foreign import safe
from nonosat.registry import require
from nonosat.render.page import Markup

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

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
    """Return an empty figure of this size in inches.

    Raises:
        MissingExtra: matplotlib is not installed.
    """
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
    _limit(axes, results.limit)
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
    low = min(every) / 1.6
    axes.plot([low, beyond], [low, beyond], color=_TEXT, linewidth=0.8, alpha=0.6)
    axes.axvline(results.limit, color=_TEXT, linewidth=0.8, linestyle=":")
    axes.axhline(results.limit, color=_TEXT, linewidth=0.8, linestyle=":")
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(low, beyond * 1.4)
    axes.set_ylim(low, beyond * 1.4)
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
    found: dict[str, list[Point]] = defaultdict(list)
    for point in results.points:
        found[family_of_point(point)].append(point)
    return {
        family: points
        for family, points in sorted(found.items())
        if len({point.cells for point in points}) >= 3 and any(point.solved for point in points)
    }


def growth(results: Results) -> Figure | None:
    """Plot time against size, one panel per family, with the fitted power law of each solver.

    Returns:
        None if there is no such family, see `growing`.
    """
    families = growing(results)
    if not families:
        return None
    columns = min(3, len(families))
    rows = math.ceil(len(families) / columns)
    figure = _figure(3.4 * columns + 1.8, 2.7 * rows + 0.4)
    look = looks(results)
    panels = list(figure.subplots(rows, columns, squeeze=False, sharey=True).flat)
    for axes in panels[len(families) :]:
        axes.set_visible(False)
    for axes, (family, measured) in zip(panels, families.items(), strict=False):
        for name in results.solvers:
            points = [point for point in measured if point.solver == name and point.solved]
            xs, ys = [p.cells for p in points], [p.clipped for p in points]
            axes.plot(
                xs, ys, label=_label(name), linestyle="", markersize=3.5, alpha=0.75, **look[name]
            )
            fit = slope(points)
            if fit is not None:
                ends = [min(xs), max(xs)]
                law = [fit.factor * x**fit.exponent for x in ends]
                axes.plot(ends, law, linewidth=1.2, color=look[name]["color"])
        _limit(axes, results.limit)
        axes.set_xscale("log")
        axes.set_yscale("log")
        sizes = sorted({point.cells for point in measured})
        axes.set_xticks(sizes if len(sizes) <= 6 else sizes[:: len(sizes) // 4])
        axes.minorticks_off()
        axes.set_title(_label(family), fontsize=10)
        axes.set_xlabel("cells")
    for at in range(0, len(families), columns):
        figure.axes[at].set_ylabel(f"seconds ({_clock(results)})")
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", frameon=False, fontsize=9)
    return figure


def _clock(results: Results) -> str:
    return f"{results.clock}, CPU" if results.cpu else results.clock


def _limit(axes: Axes, seconds: float) -> None:
    axes.axhline(seconds, color=_TEXT, linewidth=0.8, linestyle=":")
    axes.annotate(
        "limit",
        (0.01, seconds),
        xycoords=("axes fraction", "data"),
        fontsize=8,
        va="bottom",
        color=_TEXT,
    )


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
    """Return a plot as PNG, on white."""
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
    grown = growth(results)
    if grown is not None:
        drawn["growth"] = (
            grown,
            "Time against size of the puzzles that were solved, with fitted power laws.",
        )
    return drawn
