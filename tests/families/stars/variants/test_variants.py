"""Relatives of a board, and drawn maps completed: held to an exhaustive solver and plain forms."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from moat_bank.cli.main import main
from moat_bank.errors import MoatError
from moat_bank.families.base import Puzzle, Spec
from moat_bank.families.registry import engine
from moat_bank.families.stars.board import is_connected, renumbered, solution_rows
from moat_bank.families.stars.kind import StarsKind
from moat_bank.families.stars.variants import complete, parse_template, vary
from moat_bank.families.stars.variants.draws import below, draws, shuffle
from moat_bank.families.stars.variants.template import FREE
from tests.families.stars.oracle import cpsat, plain_form

ENGINE = engine("stars")

TEMPLATE = "A......A\nA.....A.\nA....A..\nAAAAA...\nB..B....\nB..B..C.\nBBBB..C.\n......C.\n"
TWO = (
    "AA........\nAA........\n..........\n..BBBBB...\n..B...B...\n"
    "..B...B...\n..BBBBB...\n..........\n........CC\n........CC\n"
)


def entries(size, stars, count):
    spec = Spec(StarsKind(size, stars), "organic")
    bounds = {"smallest_region": 1, "single_cell_regions": 625, "largest_share": 100}
    return ENGINE.entries(spec, ENGINE.generate(spec, 0, count, bounds).records)


def puzzle(size, stars, rows):
    return Puzzle(StarsKind(size, stars), {"regionMap": rows})


def check(made, stars):
    """One solution, the one told, by a solver that shares nothing with ours; regions whole."""
    found = cpsat.solutions(made["regionMap"], stars, limit=2)
    assert [solution_rows(one) for one in found] == [solution_rows(made["solution"])]
    regions = np.array(made["regionMap"], np.uint8)
    assert is_connected(regions)
    rating = ENGINE.rate(puzzle(len(regions), stars, made["regionMap"]))
    assert (rating.tier, rating.numbers["score"]) == (made["tier"], made["score"])


@pytest.mark.parametrize(("size", "stars", "cells"), [(6, 1, 3), (8, 1, 6), (9, 2, 5)])
def test_variants_are_near_as_hard_and_all_different(size, stars, cells):
    varied = 0
    for entry in entries(size, stars, 30)[:4]:
        board = puzzle(size, stars, entry["regionMap"])
        tier = ENGINE.rate(board).tier
        forms = {plain_form.canonical(entry["regionMap"])}
        for made in vary(ENGINE, board, 3, cells, seed=5):
            check(made, stars)
            assert made["tier"] == tier
            unlike = np.array(made["regionMap"]) != np.array(entry["regionMap"])
            assert unlike.sum() == made["differs"] == cells
            form = plain_form.canonical(made["regionMap"])
            assert form not in forms
            forms.add(form)
            varied += 1
    assert varied >= 9


def test_the_seed_decides():
    entry = entries(7, 1, 9)[0]
    board = puzzle(7, 1, entry["regionMap"])
    first, again, other = (list(vary(ENGINE, board, 2, 4, seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_a_board_that_is_no_puzzle_is_not_varied():
    rows = [[r] * 5 for r in range(5)]
    with pytest.raises(MoatError, match="cannot be varied, since it has not one solution"):
        next(vary(ENGINE, puzzle(5, 1, rows), 1, 1))


@pytest.mark.parametrize(("text", "stars"), [(TEMPLATE, 1), (TWO, 2), (".....\n" * 5, 1)])
def test_templates_are_held_and_completed(text, stars):
    template = parse_template(text)
    boards = list(complete(ENGINE, text, {"stars": stars}, 3, seed=2))
    assert len(boards) == 3
    assert len({plain_form.canonical(made["regionMap"]) for made in boards}) == 3
    for made in boards:
        check(made, stars)
        assert made["regionMap"] == renumbered(made["regionMap"])
        pairs = {
            (drawn, region)
            for drawn_row, row in zip(template, made["regionMap"], strict=True)
            for drawn, region in zip(drawn_row, row, strict=True)
            if drawn != FREE
        }
        assert len(pairs) == len({drawn for drawn, _ in pairs}) == len({one for _, one in pairs})
    assert boards == list(complete(ENGINE, text, {"stars": stars}, 3, seed=2))


def test_a_tier_can_be_asked_for():
    for made in complete(ENGINE, TEMPLATE, {}, 2, tier="hard"):
        check(made, 1)
        assert made["tier"] == "hard"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a template has from 4 to 25 rows, found 0"),
        ("AB\nAB\n", "a template has from 4 to 25 rows, found 2"),
        ("....\n...\n....\n....\n", "row 2 must have 4 cells"),
        ("....\n.1..\n....\n....\n", "row 2 column 2 must be a letter or a dot: '1'"),
        ("ABCD\nE...\n....\n....\n", "a board of 4 rows has 4 regions, found 5 letters"),
    ],
)
def test_what_is_no_template_is_told(text, said):
    with pytest.raises(MoatError, match=said):
        parse_template(text)


def test_draws_are_splitmix():
    numbers = draws(1234567)
    assert [next(numbers) for _ in range(3)] == [
        6457827717110365317, 3203168211198807973, 9817491932198370423,
    ]  # fmt: skip
    counts = np.bincount([below(numbers, 5) for _ in range(10_000)])
    assert len(counts) == 5
    assert counts.min() > 1800
    items = list(range(20))
    shuffle(numbers, items)
    assert sorted(items) == list(range(20)) != items


def test_the_commands(tmp_path, capsys, monkeypatch):
    file = tmp_path / "boards.jsonl"
    file.write_text(json.dumps(entries(7, 1, 9)[0]) + "\n")
    assert main(["vary", str(file), "--count", "2", "--cells", "4"]) == 0
    assert [json.loads(line)["differs"] for line in capsys.readouterr().out.splitlines()] == [4, 4]
    assert main(["vary", str(file), "--cells", "40"]) == 1
    assert "no more variants were found" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(TEMPLATE.encode())))
    assert main(["template", "--count", "2"]) == 0
    assert capsys.readouterr().out.count("\n") == 2
    for args, said in (
        (["template", "--tier", "mild"], "--tier: must be one of easy, medium, hard, super_hard"),
        (["template", str(tmp_path / "none")], "none: cannot be read: No such file"),
        (["template", str(file)], "boards.jsonl: a template has from 4 to 25 rows, found 1"),
    ):
        assert main(args) == 1
        err = capsys.readouterr().err
        assert said in err
        assert err.count("\n") == 1
