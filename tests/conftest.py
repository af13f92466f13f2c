"""How the tests are spread over processes, and in which order they begin."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of a file run in one process, since they share what is made for them.

    Files with a test marked ``slow`` begin first.  Tests marked ``spread`` share nothing: they
    begin last, each wherever there is time.
    """
    slow = {item.path for item in items if item.get_closest_marker("slow")}

    def rank(item: pytest.Item) -> int:
        if item.get_closest_marker("spread"):
            return 2
        return 0 if item.path in slow else 1

    items.sort(key=rank)
    for item in items:
        if not item.get_closest_marker("spread"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))
