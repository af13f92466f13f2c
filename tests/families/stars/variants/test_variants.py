"""Relatives of a board, and drawn maps completed: held to an exhaustive solver and plain forms."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from moat_bank.cli.main import main
from moat_bank.errors import MoatError
from moat_bank.families.legacy import Quality, Spec, get_family
from moat_bank.families.stars.board import Board, is_connected, solution_rows
from moat_bank.families.stars.variants import complete, parse_template, vary
from moat_bank.families.stars.variants.draws import below, draws, shuffle
from tests.families.stars.oracle import cpsat, plain_form

FAMILY = get_family("stars")

TEMPLATE = "A......A\nA.....A.\nA....A..\nAAAAA...\nB..B....\nB..B..C.\nBBBB..C.\n......C.\n"
TWO = (
    "AA........\nAA........\n..........\n..BBBBB...\n..B...B...\n"
    "..B...B...\n..BBBBB...\n..........\n........CC\n........CC\n"
)


def entries(size, stars, count):
    spec = Spec(size, stars)
    made = FAMILY.generate(spec, 0, count, Quality())
    return FAMILY.entries(spec, made.records)


def check(made, stars):
    """One solution, the one told, by a solver that shares nothing with ours; regions whole."""
    found = cpsat.solutions(made["regionMap"], stars, limit=2)
    assert [solution_rows(one) for one in found] == [solution_rows(made["solution"])]
    regions = np.array(made["regionMap"], np.uint8)
    assert is_connected(regions)
    rating = FAMILY.rate(Board(len(regions), stars, regions))
    assert (rating.tier, rating.score) == (made["tier"], made["score"])


@pytest.mark.parametrize(("size", "stars", "cells"), [(6, 1, 3), (8, 1, 6), (9, 2, 5)])
def test_variants_are_near_as_hard_and_all_different(size, stars, cells):
    varied = 0
    for entry in entries(size, stars, 30)[:4]:
        board = Board(size, stars, np.array(entry["regionMap"], np.uint8))
        tier = FAMILY.rate(board).tier
        forms = {plain_form.canonical(entry["regionMap"])}
        for made in vary(FAMILY, board, 3, cells, seed=5):
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
    board = Board(7, 1, np.array(entry["regionMap"], np.uint8))
    first, again, other = (list(vary(FAMILY, board, 2, 4, seed)) for seed in (1, 1, 2))
    assert first == again != other


def test_a_board_that_is_no_puzzle_is_not_varied():
    rows = np.repeat(np.arange(5, dtype=np.uint8), 5).reshape(5, 5)
    with pytest.raises(MoatError, match="cannot be varied, since it has not one solution"):
        next(vary(FAMILY, Board(5, 1, rows), 1, 1))


@pytest.mark.parametrize(("text", "stars"), [(TEMPLATE, 1), (TWO, 2), (".....\n" * 5, 1)])
def test_templates_are_held_and_completed(text, stars):
    template = parse_template(text)
    boards = list(complete(FAMILY, template, stars, 3, seed=2))
    assert len(boards) == 3
    assert len({plain_form.canonical(made["regionMap"]) for made in boards}) == 3
    for made in boards:
        check(made, stars)
        for drawn, row in zip(template, made["regionMap"], strict=True):
            assert all(a in (-1, b) for a, b in zip(drawn, row, strict=True))
    assert boards == list(complete(FAMILY, template, stars, 3, seed=2))


def test_a_tier_can_be_asked_for():
    template = parse_template(TEMPLATE)
    for made in complete(FAMILY, template, 1, 2, tier="hard"):
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
