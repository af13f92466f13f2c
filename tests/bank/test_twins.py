from __future__ import annotations

from itertools import pairwise, permutations

import numpy as np
import pytest

from moat_bank.bank.twins import ALONE, admit, align, nearest_twins
from moat_bank.families.base import Spec, record_dtype
from moat_bank.symmetry import transform_rows, transform_solution
from tests.bank.synthetic import Synthetic, digest


def records(size: int, number: int, seed: int = 0) -> np.ndarray:
    return Synthetic().generate(Spec(size), seed, number, None).records


def named(regions: list[list[int]], solution: list[int]) -> list[int]:
    """The cells, each by the row of its region's star."""
    rows = {regions[r][c]: r for r, c in enumerate(solution)}
    return [rows[cell] for row in regions for cell in row]


def plain_distance(left: np.void, right: np.void, size: int) -> int | None:
    """Turn and mirror one board in every way; None where the solutions never meet."""
    boards = [
        (record["regions"].reshape(size, size).tolist(), record["solution"].tolist())
        for record in (left, right)
    ]
    fixed = named(*boards[0])
    distances = []
    for t in range(8):
        turned = transform_solution(boards[1][1], t)
        if turned == boards[0][1]:
            other = named(transform_rows(boards[1][0], t), turned)
            distances.append(sum(a != b for a, b in zip(fixed, other, strict=True)))
    return min(distances, default=None)


def plain_admit(some: np.ndarray, size: int, distance: int, room: int) -> tuple[list[int], int]:
    taken: list[int] = []
    near = 0
    for i, record in enumerate(some):
        if len(taken) == room:
            break
        others = (plain_distance(record, some[j], size) for j in taken)
        if any(d is not None and d < distance for d in others):
            near += 1
        else:
            taken.append(i)
    return taken, near


@pytest.mark.parametrize(("size", "distance"), [(4, 3), (5, 6), (6, 9), (6, 0), (5, 100)])
def test_as_by_hand(size, distance):
    some = records(size, 150)
    groups = {}
    taken, near = admit(groups, some, size, distance, 1000)
    assert (taken, near) == plain_admit(some, size, distance, 1000)
    if distance:
        assert near > 0
    kept = some[taken]
    expected = []
    for i, record in enumerate(kept):
        others = [plain_distance(record, kept[j], size) for j in range(len(kept)) if j != i]
        expected.append(min((d for d in others if d is not None), default=ALONE))
    assert nearest_twins(groups).tolist() == expected


def test_offers_may_come_in_pieces_and_end_when_there_is_room_no_more():
    some = records(5, 120)
    whole = {}
    taken, near = admit(whole, some, 5, 5, 30)
    assert len(taken) == 30
    assert (taken, near) == plain_admit(some, 5, 5, 30)
    parts, joined, start = {}, [], 0
    for part in np.array_split(some, 7):
        places, _ = admit(parts, part, 5, 5, 30 - len(joined))
        joined += [start + place for place in places]
        start += len(part)
    assert joined == taken
    assert nearest_twins(parts).tolist() == nearest_twins(whole).tolist()


def symmetric_solution(size: int) -> list[int]:
    """The first that a half turn leaves as it is."""
    return next(
        list(p)
        for p in permutations(range(size))
        if all(abs(a - b) > 1 for a, b in pairwise(p)) and transform_solution(list(p), 2) == list(p)
    )


def test_a_symmetric_solution_allows_two_ways_and_the_nearer_counts():
    size = 6
    solution = symmetric_solution(size)
    cells = [[digest(r, c) % size for c in range(size)] for r in range(size)]
    for r, c in enumerate(solution):
        cells[r][c] = r
    # The same board after a half turn, but for one cell: far apart as they lie, near when turned.
    turned = transform_rows(cells, 2)
    r, c = next((r, c) for r in range(size) for c in range(size) if solution[r] != c)
    turned[r][c] = (turned[r][c] + 1) % size
    some = np.zeros(2, record_dtype(size, 1))
    some["twin"] = 7
    for record, board in zip(some, (cells, turned), strict=True):
        record["regions"] = np.array(board).ravel()
        record["solution"] = solution
    assert plain_distance(some[0], some[1], size) == 1
    laid, others = align(some, size)
    assert laid.shape == (2, size * size)
    assert set(others) == {0, 1}
    groups = {}
    assert admit(groups, some, size, 1, 9)[0] == [0, 1]
    assert nearest_twins(groups).tolist() == [1, 1]
    assert admit({}, some, size, 2, 9) == ([0], 1)


def test_boards_with_more_stars_lie_on_each_other_too():
    size = 8
    solution = [[1, 3], [5, 7], [1, 3], [5, 7], [0, 2], [4, 6], [0, 2], [4, 6]]
    cells = [[digest(r, c) % size for c in range(size)] for r in range(size)]
    for r, row in enumerate(solution):
        for i, c in enumerate(row):
            cells[r][c] = 3 * (2 * r + i) % 16 // 2  # each region has two
    some = np.zeros(8, record_dtype(size, 2))
    some["twin"] = 1
    for t, record in enumerate(some):
        labels = np.roll(np.arange(size), t)
        record["regions"] = labels[np.array(transform_rows(cells, t))].ravel()
        record["solution"] = np.array(transform_solution(solution, t)).ravel()
    laid, others = align(some, size)
    ways = {way.tobytes() for place in range(8) for way in [laid[place], *others.get(place, [])]}
    assert len(ways) == 1 + len(others.get(0, []))
    assert admit({}, some, size, 1, 9) == ([0], 7)
