"""Plots of results by matplotlib: SVG in the colors of the page around it, PNG and PDF for print."""

from __future__ import annotations

import contextlib
import io
import math
import os
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from nonosat.bench.stats import AND, Point, Results, family_of_point
from nonosat.draw.page import Markup
from nonosat.errors import UsageError
from nonosat.registry import require
from nonosat.sanitize import safe
from nonosat.words import plural

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MOST_PANELS = 12
"""Panels of a plot, and groups in the legend of the scatter plot."""
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
    return {name: _look(at) for at, name in enumerate(results.solvers)}


def _look(at: int) -> dict[str, Any]:
    """Return a color and a marker; no two of the first 144 pairs are the same."""
    marker = _MARKS[(at + at // len(_COLORS)) % len(_MARKS)]
    return {"color": _COLORS[at % len(_COLORS)], "marker": marker}


def cactus(results: Results) -> Figure:
    """Plot how many puzzles each solver solves (across) within a time for each (up)."""
    figure = _figure(7.2, 4.4)
    axes = figure.add_subplot(yscale="log", xlabel="puzzles solved")
    look = looks(results)
    order = sorted(results.solvers, key=lambda name: -sum(p.solved for p in results.of(name)))
    for name in order:
        times = sorted(p.clipped for p in results.of(name) if p.solved)
        label = _label(f"{name} ({len(times)} of {len(results.of(name))})")
        steps = range(1, len(times) + 1)
        axes.plot(steps, times, label=label, markersize=3.5, linewidth=1.4, **look[name])
    solved = [point.clipped for point in results.points if point.solved]
    _limit(axes, results.limit, max(solved, default=results.limit))
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
    shown = results.groups[:MOST_PANELS]
    series = {
        group: [pair for pair in pairs if family_of_point(pair[0]) == group] for group in shown
    }
    rest = [pair for pair in pairs if family_of_point(pair[0]) not in shown]
    series |= {f"{len({family_of_point(a) for a, _ in rest})} more": rest} if rest else {}
    for at, (family, chosen) in enumerate(series.items()):
        axes.scatter(
            [_shown(a, beyond) for a, _ in chosen],
            [_shown(b, beyond) for _, b in chosen],
            s=22,
            alpha=0.85,
            **_look(at),
            label=_label(family),
        )
    every = [_shown(p, beyond) for pair in pairs for p in pair] or [results.limit]
    low, high = min(every) / 1.6, max(every) * 1.6
    axes.plot([low, high], [low, high], color=_TEXT, linewidth=0.8, alpha=0.6)
    if high > results.limit:
        axes.axvline(results.limit, color=_TEXT, linewidth=0.8, linestyle=":")
        axes.axhline(results.limit, color=_TEXT, linewidth=0.8, linestyle=":")
    alone = {p.key for name in (first, second) for p in results.of(name)} - {
        a.key for a, _ in pairs
    }
    if alone:
        _leave_out(figure, f"{plural(len(alone), 'puzzle')} that only one of them was measured on")
    axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high))
    axes.set_xlabel(_label(f"{first}, seconds ({_clock(results)})"))
    axes.set_ylabel(_label(f"{second}, seconds ({_clock(results)})"))
    if pairs:
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=8)
    return figure


def _label(name: str) -> str:
    """Return a name for a legend; matplotlib omits names that begin with ``_``."""
    text = safe(name)
    return f"\u200a{text}" if text.startswith("_") else text


def _shown(point: Point, beyond: float) -> float:
    return point.clipped if point.solved else beyond


Across = Callable[[Point], float | None]
"""Gives the place of a point on the axis to the right."""


def by_factor(results: Results) -> Figure | None:
    """Plot time against the factor that makes the groups; None if it is not a number.

    A size counts as its number of cells. Of several factors the last goes across, and the others have a
    panel for each of their values. Size and density alone have a panel for each family, density for each
    of its sizes, too: the phase transition shows as a peak. Families or sizes that differ too much for
    that share a panel.
    """
    *others, last = results.by.split(",")

    def across(point: Point) -> float | None:
        if last == "size":
            return point.cells
        with contextlib.suppress(ValueError):
            return float(point.group.rpartition(AND)[2])
        return None

    one_panel: list[Callable[[Point], str]] = [lambda _: "all puzzles"]
    titles = one_panel
    if others:
        titles = [lambda point: point.group.rpartition(AND)[0]]
    elif last == "size":
        titles = [lambda point: point.family]
    elif last == "density":
        titles = [
            lambda point: f"{point.family}, {point.cells:,} cells",
            lambda point: point.family,
        ]
    word = "cells" if last == "size" else last
    return _medians(results, titles, across, word) or _medians(results, one_panel, across, word)


def _panels(
    results: Results, titles: Sequence[Callable[[Point], str]], across: Across
) -> tuple[dict[str, list[Point]], str]:
    """Return the points of each panel that has two places, and what is left out and why.

    The last of the titles is used if another leaves out any point.
    """
    points = [point for point in results.points if family_of_point(point) in results.groups]
    unknown = sum(across(point) is None for point in points)
    for title in titles:
        found: dict[str, list[Point]] = defaultdict(list)
        for point in sorted(points, key=lambda point: (family_of_point(point), point.cells)):
            if across(point) is not None:
                found[title(point)].append(point)
        alone = [name for name, some in found.items() if len(set(map(across, some))) < 2]
        if not alone and len(found) <= MOST_PANELS:
            break
    kept = [name for name in found if name not in alone]
    parts = [
        f"{plural(sum(len(found[name]) for name in names), 'run')} {why} ({', '.join(names[:3])}{', ...' * (len(names) > 3)})"
        for names, why in (
            (alone, "of panels with one place only"),
            (kept[MOST_PANELS:], f"beyond {MOST_PANELS} panels"),
        )
        if names
    ]
    parts += [f"{plural(unknown, 'run')} where it is not known"] if unknown else []
    return {name: found[name] for name in kept[:MOST_PANELS]}, "; ".join(parts)


def _medians(
    results: Results, titles: Sequence[Callable[[Point], str]], across: Across, word: str
) -> Figure | None:
    """Plot the median of each solver, in a band that holds the middle half of the puzzles.

    Puzzles that were not solved count as the limit, so a median at the limit means at least that.
    """
    panels, left_out = _panels(results, titles, across)
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
    if left_out:
        _leave_out(figure, left_out)
    handles, labels = figure.axes[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside right center", frameon=False, fontsize=9)
    return figure


def _leave_out(figure: Figure, what: str) -> None:
    """Say below a plot what is not in it."""
    figure.supxlabel(_label(f"Left out: {what}."), fontsize=7)


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
                low, high = axis.get_view_interval()
                axis.set_minor_formatter("" if high >= 10 * low else "{x:g}")
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


def plot_print(figure: Figure, form: str) -> bytes:
    """Return a plot for print, dark on white: ``png`` or ``pdf``."""
    import matplotlib

    _inked(figure, "#1d1f21")
    figure.patch.set_alpha(1)
    figure.patch.set_facecolor("white")
    buffer = io.BytesIO()
    metadata = {"png": {"Software": None}, "pdf": {"CreationDate": None, "Producer": None}}[form]
    with matplotlib.rc_context({"pdf.fonttype": 42}):  # text that can be searched and edited
        figure.savefig(buffer, format=form, dpi=144, metadata=metadata)
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
    if (figure := by_factor(results)) is not None:
        band = "the median, and a band for the middle half of the puzzles"
        caption = f"Time against {results.by}: {band}. Not solved counts as the limit."
        drawn["factor"] = figure, caption
    for name, (figure, caption) in drawn.items():
        if note := figure.get_supxlabel():
            drawn[name] = figure, f"{caption} {note}"
    return drawn


def plot_file(drawn: dict[str, tuple[Figure, str]], name: str, path: str) -> bytes:
    """Return a plot in the form that the suffix of a path names."""
    if name not in drawn:
        why = "--by needs a number, such as size or density, and puzzles that differ in it"
        raise UsageError(f"{path}: these results have no data for the plot {name}: {why}")
    plot, form = drawn[name][0], os.path.splitext(path)[1].lower()[1:]
    return plot_svg(plot, name, True).encode() if form == "svg" else plot_print(plot, form)
