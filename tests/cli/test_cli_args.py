"""Numbers from the command line, whole, in their bounds, and none cut short on the way."""

import argparse

import pytest

from moat_bank.cli.arguments import whole


@pytest.mark.parametrize("text", ["1", "7", "10000000"])
def test_numbers_in_bounds(text):
    assert whole(1, 10_000_000)(text) == int(text)


@pytest.mark.parametrize(
    "text", ["0", "10000001", "100000000000", "9" * 5000, "-1", "007", "1.0", "1e3", "", " 1", "٣"]
)
def test_anything_else_is_refused(text):
    with pytest.raises(
        argparse.ArgumentTypeError, match="a whole number from 1 to 10000000, found"
    ):
        whole(1, 10_000_000)(text)
