"""The offers of the shell after Tab: the names in the tables, with a line of help each."""

from collections.abc import Iterable

from nonosat.errors import MissingExtra
from nonosat.formats import FORMATS
from nonosat.solving.backends import BACKENDS, engines_of, variants_of

Offers = list[tuple[str, str]]
"""Names, each with one line of help."""


def backend_names(incomplete: str) -> Offers:
    """Complete a backend, after a colon its engine or variant, and after an engine a variant."""
    found = []
    for entry in BACKENDS:
        found.append((entry.name, entry.about))
        try:
            engines, variants = engines_of(entry.name), variants_of(entry.name)
        except MissingExtra:
            continue
        choices = engines | variants
        if "+" in incomplete:
            choices = {
                f"{engine}+{name}": variants[name] for engine in engines for name in variants
            }
        found += [(f"{entry.name}:{name}", about) for name, about in choices.items()]
    return filter_names(found, incomplete)


def format_names(incomplete: str) -> Offers:
    return filter_names([(entry.name, entry.about) for entry in FORMATS], incomplete)


def family_names(incomplete: str) -> Offers:
    from nonosat.generators import FAMILIES

    return filter_names([(name, family.about) for name, family in FAMILIES.items()], incomplete)


def suite_names(incomplete: str) -> Offers:
    """Suites to measure on, and families, which are suites too."""
    from nonosat.bench.suites import SUITES

    suites = [(name, suite.about) for name, suite in SUITES.items()]
    return filter_names(suites, incomplete) + family_names(incomplete)


def filter_names(names: Iterable[tuple[str, str]], incomplete: str) -> Offers:
    """The names that begin with the word typed so far."""
    return [(name, about) for name, about in names if name.startswith(incomplete)]
