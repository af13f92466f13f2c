from __future__ import annotations

from itertools import pairwise, permutations
from typing import Any

import numpy as np
import pytest

from moat_bank.build import twins
from moat_bank.build.twins import ALONE, nearest_twins
from moat_bank.families.stars.board import solution_form, solution_rows
from moat_bank.families.stars.engine.align import align
from moat_bank.families.stars.engine.outcome import record_dtype
from moat_bank.symmetry import transform_rows
from tests.build.synthetic import Synthetic, digest, stars_spec
from tests.families.stars.views import transform_solution


def records(size: int, number: int, stars: int = 1) -> np.ndarray:
    return Synthetic().generate(stars_spec(size, stars), 0, number, None).records


def nothing_taken(size: int, distance: int) -> twins.Taken:
    return twins.new_taken(size * size, distance)


def admit(taken: twins.Taken, some: np.ndarray, size: int, room: int) -> tuple[list[int], int]:
    """Offer records of stars."""
    places, near = twins.admit(taken, align(some, size), some["twin"], room)
    return places.tolist(), near


def named(regions: list[list[int]], solution: Any) -> list[int]:
    """The cells, each by the place of its region's first star."""
    places: dict[int, int] = {}
    stars = [(r, c) for r, row in enumerate(solution_rows(solution)) for c in row]
    for place, (r, c) in enumerate(stars):
        places.setdefault(regions[r][c], place)
    return [places[cell] for row in regions for cell in row]


def plain_distance(left: np.void, right: np.void, size: int) -> int | None:
    """Lay both boards by the least of their turned solutions; None where these are unlike."""
    (solution, ways), (other, other_ways) = laid_out(left, size), laid_out(right, size)
    if solution != other:
        return None
    return min(
        sum(a != b for a, b in zip(way, other_way, strict=True))
        for way in ways
        for other_way in other_ways
    )


def laid_out(record: np.void, size: int) -> tuple[Any, list[list[int]]]:
    """The least of the eight solutions, and the cells by name under each turn that gives it."""
    regions = record["regions"].reshape(size, size).tolist()
    solution = solution_form(record["solution"].reshape(size, -1).tolist())
    turned = [transform_solution(solution, t) for t in range(8)]
    least = min(turned)
    ways = [named(transform_rows(regions, t), least) for t in range(8) if turned[t] == least]
    return least, ways


def test_with_one_star_any_turn_that_carries_the_solution_serves():
    """So the least solution is a matter of convenience: here both boards lie as they are."""
    some = records(5, 40)
    for left in some:
        for right in some:
            fixed = named(left["regions"].reshape(5, 5).tolist(), left["solution"].tolist())
            distances = [
                sum(a != b for a, b in zip(fixed, named(rows, solution), strict=True))
                for t in range(8)
                for rows in [transform_rows(right["regions"].reshape(5, 5).tolist(), t)]
                for solution in [transform_solution(right["solution"].tolist(), t)]
                if solution == left["solution"].tolist()
            ]
            assert plain_distance(left, right, 5) == min(distances, default=None)


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


@pytest.mark.parametrize(
    ("size", "stars", "distance"),
    [
        *[(4, 1, 2), (4, 1, 3), (5, 1, 3), (5, 1, 6), (6, 1, 4), (6, 1, 9), (6, 1, 0), (5, 1, 100)],
        *[(8, 2, 49), (8, 2, 0)],
    ],
)
def test_as_by_hand(size, stars, distance):
    some = records(size, 150, stars)
    accepted = nothing_taken(size, distance)
    taken, near = admit(accepted, some, size, 1000)
    assert (taken, near) == plain_admit(some, size, distance, 1000)
    if distance:
        assert near > 0
    kept = some[taken]
    expected = []
    for i, record in enumerate(kept):
        others = [plain_distance(record, kept[j], size) for j in range(len(kept)) if j != i]
        expected.append(min((d for d in others if d is not None), default=ALONE))
    assert nearest_twins(accepted).tolist() == expected


def test_offers_may_come_in_pieces_and_end_when_there_is_room_no_more(monkeypatch):
    monkeypatch.setattr(twins, "SLOT_BITS", 2)  # so the table of slots grows with the pieces
    some = records(5, 120)
    whole = nothing_taken(5, 5)
    taken, near = admit(whole, some, 5, 30)
    assert len(taken) == 30
    assert (taken, near) == plain_admit(some, 5, 5, 30)
    parts, joined, start = nothing_taken(5, 5), [], 0
    for part in np.array_split(some, 7):
        places, _ = admit(parts, part, 5, 30 - len(joined))
        joined += [start + place for place in places]
        start += len(part)
    assert joined == taken
    assert nearest_twins(parts).tolist() == nearest_twins(whole).tolist()


def test_of_many_boards_a_sample_is_looked_at():
    """Boards in pairs, of which the second has a few more cells of another region; one is alone."""
    number, size = 2_011, 5
    solution = [0, 2, 4, 1, 3]
    assert len({str(transform_solution(solution, t)) for t in range(8)}) == 8
    some = np.zeros(number, record_dtype(size, 1))
    some["twin"] = np.arange(number) // 2
    some["solution"] = solution
    more = [i // 2 % 5 + 1 if i % 2 else 0 for i in range(number)]
    for record, many in zip(some, more, strict=True):
        cells = np.repeat(np.arange(size), size)  # regions are rows but for the cells without stars
        others = [x for x in range(size * size) if solution[x // size] != x % size]
        cells[others[:many]] = (cells[others[:many]] + 1) % size
        record["regions"] = cells
    accepted = nothing_taken(size, 0)
    assert admit(accepted, some, size, number) == (list(range(number)), 0)
    every = [more[i | 1] if i | 1 < number else ALONE for i in range(number)]
    sample = [every[i * number // 2000] for i in range(2000)]
    assert nearest_twins(accepted).tolist() == sample


def test_boards_whose_hashes_are_equal_by_chance_are_compared_all_the_same(monkeypatch):
    monkeypatch.setattr(twins, "FACTOR", 0)  # then the solution is lost in the hash
    some = records(5, 1).repeat(4)
    some["twin"] = [3, 2, 3, 4]
    assert admit(nothing_taken(5, 3), some, 5, 9) == ([0, 1, 3], 1)


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
    aligned = align(some, size)
    laid, others = aligned.cells, aligned.others
    assert laid.shape == (2, size * size)
    assert set(others) == {0, 1}
    accepted = nothing_taken(size, 1)
    assert admit(accepted, some, size, 9)[0] == [0, 1]
    assert nearest_twins(accepted).tolist() == [1, 1]
    assert admit(nothing_taken(size, 2), some, size, 9) == ([0], 1)


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
    aligned = align(some, size)
    laid, others = aligned.cells, aligned.others
    ways = {way.tobytes() for place in range(8) for way in [laid[place], *others.get(place, [])]}
    assert len(ways) == 1 + len(others.get(0, []))
    assert all({bytes(way) for way in laid_out(record, size)[1]} == ways for record in some)
    assert admit(nothing_taken(size, 1), some, size, 9) == ([0], 7)
