"""Tests of formats that need a package which is not installed are skipped, and say so."""

from collections.abc import Generator

import pytest

from nonosat.errors import MissingExtra


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    try:
        return (yield)
    except MissingExtra as err:
        pytest.skip(str(err))
