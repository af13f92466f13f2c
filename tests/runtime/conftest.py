from __future__ import annotations

import pytest

from tests.runtime.bank_fixture import write_bank


@pytest.fixture(scope="session")
def bank_folder(tmp_path_factory):
    """A small bank that no test changes."""
    folder = tmp_path_factory.mktemp("banks")
    write_bank(folder)
    return folder


@pytest.fixture
def own_bank(tmp_path):
    """A small bank that the test may break, and its manifest."""
    return tmp_path, write_bank(tmp_path)
