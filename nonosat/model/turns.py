"""Turning pictures and clues over: a square has eight forms."""

from abc import abstractmethod
from typing import Any, TypeVar

T = TypeVar("T", bound="Turned")


class Turned:
    """A value that can be turned over and reflected."""

    __slots__ = ()

    @property
    @abstractmethod
    def _order(self) -> Any:
        """A key for `canonical` to compare: equal for equal values only."""

    @abstractmethod
    def transpose(self: T) -> T:
        """Return it with rows and columns exchanged."""

    @abstractmethod
    def flip(self: T) -> T:
        """Return it with left and right exchanged."""

    def rotate(self: T) -> T:
        """Return it turned by a quarter, counterclockwise."""
        return self.flip().transpose()

    def canonical(self: T) -> T:
        """Return the least of the eight forms that turning and reflecting gives; inks stay as they are.

        Two values are equal up to symmetry if this is equal.
        """
        forms = [self, self.rotate()]
        forms += [form.rotate().rotate() for form in forms]
        return min([*forms, *(form.flip() for form in forms)], key=lambda form: form._order)
