"""The calibration: its measures by hand, and its tables for a small labelled file."""

import gzip
import itertools
import json
import subprocess
import sys
from pathlib import Path

import pytest
from bench.calibrate import finish, half_of, rank_of
from bench.rank_measures import interval, ranks, spearman, tau_b
from bench.search_nodes import search_nodes

from moat_bank.families.base import Spec
from moat_bank.families.registry import engine
from moat_bank.families.stars.engine.batch import FREE
from moat_bank.families.stars.kind import StarsKind
from moat_bank.kind import TIERS
from tests.families.stars.oracle import exhaustive

SCRIPT = Path(__file__).parents[1] / "bench" / "calibrate.py"


def test_equals_have_the_mean_of_their_ranks():
    assert ranks([30, 10, 20, 20]).tolist() == [4, 1, 2.5, 2.5]


def test_rank_measures_by_hand():
    assert spearman([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert spearman([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    # Ranks 1, 2.5, 2.5, 4 and 1.5, 1.5, 3.5, 3.5: sum of products of deviations 3, of squares
    # 4.5 and 4.
    assert spearman([0, 1, 1, 2], [5, 5, 9, 9]) == pytest.approx(3 / (4.5 * 4) ** 0.5)
    # Of six pairs 3 agree, 1 is tied in the first alone, 2 in the second.
    assert tau_b([0, 1, 1, 2], [5, 5, 9, 9]) == pytest.approx(3 / (5 * 4) ** 0.5)
    assert str(spearman([1, 1], [1, 2])) == str(tau_b([1, 2], [1, 1])) == "nan"


def test_tau_b_counts_pairs():
    a, b = [3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8, 2, 8, 1, 8]
    signs = [
        ((a[i] > a[j]) - (a[i] < a[j]), (b[i] > b[j]) - (b[i] < b[j]))
        for i, j in itertools.combinations(range(8), 2)
    ]
    scale = (sum(x * x for x, _ in signs) * sum(y * y for _, y in signs)) ** 0.5
    assert tau_b(a, b) == pytest.approx(sum(x * y for x, y in signs) / scale)


def test_the_interval_holds_the_value_and_is_the_same_again():
    a, b = list(range(40)), [i + 7 * (i % 3) for i in range(40)]
    low, high = interval(a, b)
    assert low < spearman(a, b) < high
    assert high - low < 0.3
    assert interval(a, b) == (low, high)


@pytest.mark.parametrize(("size", "stars"), [(5, 1), (6, 1), (8, 2)])
def test_a_search_fills_a_row_for_each_beginning_of_a_solution(size, stars):
    rows = [[r] * size for r in range(size)]
    every = exhaustive.solutions(rows, stars, 10**6)
    begun = {tuple(map(tuple, solution[: r + 1])) for solution in every for r in range(size)}
    ways = len([w for w in itertools.combinations(range(size), stars) if not near(w)])
    assert len(begun) <= search_nodes(rows, stars) < ways**size // 2


def near(way):
    return any(b - a == 1 for a, b in itertools.pairwise(way))


def test_the_nodes_of_a_small_search_by_hand():
    """The first star must be in region 0, at column 0; then 2 and nothing, or 3, 1 and nothing."""
    grid = [[0, 1, 1, 1], [2, 1, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
    assert exhaustive.solutions(grid, 1, 9) == []
    assert search_nodes(grid, 1) == 4


@pytest.mark.parametrize(
    ("label", "rank"),
    [("ez", 0), ("easy", 0), ("med", 1), ("expert", 3), ("tier3", 3), ("odd", None), (None, None)],
)
def test_labels(label, rank):
    assert rank_of(label) == rank


def test_how_far_logic_supposes():
    assert [finish(hardest, 1) for hardest in (4, 5, None)] == [
        "no what-if",
        "one-level what-if",
        "unfinished",
    ]
    assert [finish(hardest, 2) for hardest in (8, 9, 11, 12)] == [
        "no what-if",
        "one-level what-if",
        "one-level what-if",
        "cases",
    ]


@pytest.fixture
def labelled(tmp_path):
    """Boards labelled by their tier, so that the agreement is all but perfect."""
    stars, spec = engine("stars"), Spec(StarsKind(6), "organic")
    records = stars.generate(spec, 0, 200, FREE).records
    path = tmp_path / "tiny.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as out:
        for record, entry in zip(records, stars.entries(spec, records), strict=True):
            one = {"source": "here", "id": entry["id"], "size": 6, "stars": 1}
            label = ("easy", "med", "hard", "expert")[record["tier"]]
            out.write(json.dumps({**one, "regions": entry["regionMap"], "label": label}) + "\n")
        out.write(json.dumps({**one, "regions": entry["regionMap"], "label": None}) + "\n")
    return path, records


def test_the_tables_of_a_small_file(labelled):
    path, records = labelled
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(path)], capture_output=True, check=True, text=True
    )
    lines = done.stdout.splitlines()
    assert lines[1] == f"## tiny.jsonl.gz: {len(records)} labelled boards"
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if "| here" in line]
    halves = {row[3]: row for row in rows[:3]}
    assert list(halves) == ["A", "B", "all"]
    assert int(halves["A"][4]) + int(halves["B"][4]) == int(halves["all"][4]) == len(records)
    assert float(halves["all"][-1]) > 0.8  # by the hardest technique, which makes the tier
    assert halves["all"][7] == "-"  # all of one size
    counts = {row[3]: list(map(int, row[4:])) for row in rows[3:] if len(row) == 9}
    for i, label in enumerate(("easy", "med", "hard", "expert")):
        here = int((records["tier"] == i).sum())
        assert counts.get(label, [0] * 5) == [here * (j == i) for j in range(len(TIERS) + 1)]
    assert {half_of(str(n)) for n in range(20)} == {"A", "B"}
