"""What is written in a notation is read back as the same board, by the notation or by looking."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moat_bank.families.base import Puzzle
from moat_bank.families.stars.kind import StarsKind, stars_of
from tests.families.stars.notations import formats
from tests.families.stars.notations.boards import puzzles, renumbered, starred
from tests.families.stars.notations.formats import regions
from tests.whole import examples

ONE = st.just(1)

# What each notation can hold: the boards to try, and what it forgets of them.
HOLDS = {
    "puzzlink": (puzzles(), ("solution",)),
    "pzprv3": (puzzles(), ()),
    "penpa": (puzzles(), ()),
    "sbn": (puzzles(smallest=4), ()),
    "sbn2": (puzzles(smallest=2), ()),
    "letters": (puzzles(), ("solution",)),
    "task": (puzzles(smallest=2), ("solution", "stars")),
    "starb": (starred(), ()),
    "text": (puzzles(smallest=2), ()),
    "table": (puzzles(), ("solution",)),
    "rows": (puzzles(), ("solution", "stars")),
    "level": (puzzles(stars=ONE), ("solution",)),
    "archive": (puzzles(solved=True), ("name",)),
    "bank": (puzzles(solved=True, rated=True), ()),
    "jsonl": (puzzles(rated=True), ()),
}
CASES = [pytest.param(name, id=name) for name in HOLDS]
MANY = [name for name in HOLDS if name not in ("level",)]


def expected(puzzle: Puzzle, forgets: tuple[str, ...], number: int = 1) -> Puzzle:
    if "name" in forgets:  # it numbers the boards of a list
        puzzle = replace(puzzle, name=str(number))
    if "solution" in forgets:
        puzzle = replace(puzzle, solution=None)
    return puzzle


def test_every_notation_is_tried():
    assert set(HOLDS) == {one.name for one in formats.NOTATIONS}


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=examples(60, 20), deadline=None)
@given(data=st.data())
def test_a_board_comes_back(name, data):
    boards, forgets = HOLDS[name]
    puzzle = data.draw(boards)
    written = formats.write([puzzle], name)
    assert written.endswith("\n")
    told = stars_of(puzzle.kind) if "stars" in forgets else None
    want = expected(puzzle, forgets)
    assert formats.read_all(written, name, told) == [want]
    assert formats.read_all(written, None, told) == [want]
    assert formats.write([replace(want, name="")], name) == written


@pytest.mark.parametrize("name", MANY)
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_many_boards_come_back_in_their_order(name, data):
    boards, forgets = HOLDS[name]
    found = data.draw(st.lists(boards, min_size=2, max_size=5))
    if "stars" in forgets:
        found = [
            replace(puzzle, kind=StarsKind(puzzle.kind.rows, 2), solution=None) for puzzle in found
        ]
    want = [expected(puzzle, forgets, number) for number, puzzle in enumerate(found, 1)]
    if name == "bank":
        order = [one.rated.tier for one in want]
        want.sort(key=lambda one: formats_tiers().index(one.rated.tier))
        assert sorted(order) == sorted(one.rated.tier for one in want)
    told = 2 if "stars" in forgets else None
    assert formats.read_all(formats.write(found, name), None, told) == want


def formats_tiers() -> tuple[str, ...]:
    return ("easy", "medium", "hard", "super_hard")


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_a_list_may_mix_the_notations_of_one_board_a_line(data):
    lines, want = [], []
    for name in ("puzzlink", "sbn", "letters", "penpa", "sbn2"):
        puzzle = data.draw(puzzles(smallest=4, largest=8, solved=False))
        lines.append(formats.write([puzzle], name))
        want.append(regions(puzzle))
    found = list(formats.read("# a list\n\n" + "\r\n".join(lines)))
    assert [regions(one.puzzle) for one in found] == want
    assert [one.notation for one in found] == [
        "puzzlink",
        "sbn",
        "letters",
        "penpa",
        "sbn2",
    ]


@settings(max_examples=examples(200, 40), deadline=None)
@given(
    name=st.sampled_from(sorted(HOLDS)),
    text=st.one_of(
        st.text(max_size=200), st.binary(max_size=200).map(lambda b: b.decode("latin1"))
    ),
)
def test_nonsense_is_refused_and_never_a_traceback(name, text):
    for found in [*formats.read(text), *formats.read(text, name)]:
        assert (found.puzzle is None) != (found.fault is None)
        assert found.fault is None or "\n" not in found.fault


@pytest.mark.parametrize("name", CASES)
@settings(max_examples=examples(60, 20), deadline=None)
@given(data=st.data())
def test_damaged_text_is_refused_or_another_board_and_never_a_traceback(name, data):
    boards, forgets = HOLDS[name]
    puzzle = data.draw(boards)
    written = formats.write([puzzle], name)
    at = data.draw(st.integers(0, len(written) - 1))
    cut = data.draw(st.integers(0, 3))
    damaged = written[:at] + data.draw(st.text(max_size=3)) + written[at + cut :]
    for found in formats.read(damaged, name, stars_of(puzzle.kind) if "stars" in forgets else None):
        if found.puzzle is not None:
            rows = regions(found.puzzle)
            assert rows == renumbered(rows)
            assert {x for row in rows for x in row} == set(range(len(rows)))
            assert all(len(row) == len(rows) == found.puzzle.kind.rows for row in rows)
        else:
            assert found.fault


@pytest.mark.parametrize("name", [name for name in HOLDS if name not in ("text", "table", "rows")])
@settings(max_examples=examples(40, 20), deadline=None)
@given(data=st.data())
def test_text_cut_off_anywhere_is_refused(name, data):
    boards, forgets = HOLDS[name]
    puzzle = data.draw(boards)
    written = formats.write([puzzle], name).rstrip()
    at = data.draw(st.integers(0, len(written) - 1))
    told = stars_of(puzzle.kind) if "stars" in forgets else None
    for found in formats.read(written[:at], name, told):
        if found.puzzle is not None:
            # What is cut off says nothing of the board: an answer, a closing bracket, colours.
            same = found.puzzle.given == puzzle.given
            assert same or name == "task"
