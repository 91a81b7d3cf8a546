"""The probability that a random picture has one solution.

Ambiguous places of a picture are few and far apart, so their number is that of rare events. If a cell
has `a` of them, and a line has `b` more at its ends, the share ``exp(-a * cells - b * lines)`` of the
pictures has none, and one solution.
"""

import math
from bisect import bisect

PLACES: dict[tuple[str, int], dict[float, tuple[float, float]]] = {
    ("random", 1): {0.3: (0.039, 0), 0.35: (0.017, 0.055), 0.4: (0.011, 0.034), 0.45: (0.0068, 0.021), 0.5: (0.0033, 0.015), 0.55: (0.0012, 0.011), 0.6: (0.00043, 0.0062), 0.65: (9.6e-05, 0.0036), 0.7: (2.7e-05, 0.0013), 0.75: (9.2e-07, 0.00061), 0.8: (0, 0.00016), 0.85: (0, 5.1e-05), 0.9: (0, 1.1e-05), 0.95: (0, 2.3e-05)},
    ("random", 2): {0.4: (0.033, 0), 0.5: (0.019, 0), 0.6: (0.0093, 0), 0.7: (0.0027, 0.0077), 0.8: (0.00093, 0.0012), 0.9: (0.0001, 0.00079)},
    ("random", 3): {0.4: (0.029, 0), 0.5: (0.02, 0), 0.6: (0.012, 0), 0.7: (0.006, 0), 0.8: (0.0019, 0.003), 0.9: (0.00044, 0.00029)},
    ("symmetric", 1): {0.4: (0.0045, 0), 0.45: (0.0021, 0.0068), 0.5: (0.0011, 0.0039), 0.55: (0.00045, 0.0032), 0.6: (4.7e-05, 0.0033), 0.65: (0, 0.0017), 0.7: (7.2e-06, 0.00041)},
}  # fmt: skip
"""(Family, inks) -> share of inked cells -> (a, b); `benchmarks/random_map.py` prints it."""


def odds(family: str, inks: int, height: int, width: int, share: float) -> float | None:
    """Return the chance of one solution; None if nothing was measured near this share."""
    places = PLACES.get((family, inks), {})
    shares = [*places]
    if not places or not shares[0] <= share <= shares[-1]:
        return None
    at = min(bisect(shares, share), len(shares) - 1)
    low, high = shares[at - 1 : at + 1]
    part = (share - low) / (high - low)
    less, more = (
        math.log(height * width * a + (height + width) * b) for a, b in (places[low], places[high])
    )
    return math.exp(-math.exp((1 - part) * less + part * more))


def share_for(family: str, inks: int, height: int, width: int, least: float) -> float | None:
    """Return the smallest share with this chance, else the likeliest one; None without measurements."""
    places = PLACES.get((family, inks))
    if places is None:
        return None
    percents = range(round(100 * min(places)), round(100 * max(places)) + 1)
    chances = {
        percent / 100: odds(family, inks, height, width, percent / 100) or 0.0
        for percent in percents
    }
    likely = [share for share, chance in chances.items() if chance >= least]
    return likely[0] if likely else max(chances, key=chances.__getitem__)
