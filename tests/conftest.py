"""How the tests are spread over processes."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a file run in one process, since they share what is made for them.

    Those marked ``spread`` share nothing: they run last, wherever there is time.
    """
    for item in items:
        marked = any(map(item.get_closest_marker, ("spread", "xdist_group")))
        if not marked:
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))
