from __future__ import annotations

import csv
import io
from itertools import combinations
from xml.etree import ElementTree

import pytest

from moat_bank.build.report import COLOURS, PLOTS, draw_report
from moat_bank.files import read_json
from tests.build.conftest import build_board
from tests.build.synthetic import Synthetic
from tests.build.test_stages import tree
from tests.render.test_colours import SIGHT, distance, from_hex


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    import copy

    import yaml

    from moat_bank.build.config import load_config
    from tests.build.conftest import SMALL

    folder = tmp_path_factory.mktemp("report")
    (folder / "config.yaml").write_text(yaml.safe_dump(copy.deepcopy(SMALL)))
    config = load_config(folder / "config.yaml")
    family = Synthetic(variety=2000)
    selected = [build_board(config, b, family, folder / b.name) for b in config.boards]
    draw_report(config, {"stars": Synthetic()}, selected, folder / "out")
    return config, selected, folder / "out"


def texts(svg: bytes) -> str:
    root = ElementTree.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return " ".join(" ".join(root.itertext()).split())


def test_every_picture_is_there_and_says_what_it_shows(built):
    _, _, out = built
    files = tree(out)
    assert set(files) == {f"{name}.svg" for name in [*PLOTS, "boards"]} | {"yields.csv"}
    assert all("stars-5x5-1" in texts(files[f"{name}.svg"]) for name in PLOTS)
    for name, word in (
        ("techniques", "3 technique 3"),
        ("tiers", "super_hard"),
        ("dropped", "same as another"),
        ("dropped", "never made sound"),
        ("yields", "candidates for one board of the tier"),
        ("times", "µs each"),
        ("twins", "share a solution"),
        ("boards", "6x6, easy"),
    ):
        assert word in texts(files[f"{name}.svg"])


def test_the_same_figures_give_the_same_bytes(built, tmp_path):
    config, selected, out = built
    draw_report(config, {"stars": Synthetic()}, selected, tmp_path)
    assert tree(tmp_path) == tree(out)
    assert not any(b"<dc:date>" in data for data in tree(out).values())


def test_the_table_is_the_facts(built):
    config, selected, out = built
    rows = list(csv.DictReader(io.StringIO((out / "yields.csv").read_text())))
    assert len(rows) == 8
    for board, path in zip(config.boards, selected, strict=True):
        facts = read_json(path.with_suffix(".json"))
        for row in rows:
            if row["board"] != board.name:
                continue
            found = facts["tiers"][row["tier"]]
            assert int(row["found"]) == found
            assert int(row["candidates"]) == facts["candidates"]
            assert float(row["percent"]) == pytest.approx(
                100 * found / facts["candidates"], abs=1e-3
            )
            if found:
                each = float(row["candidates_per_entry"])
                assert each == pytest.approx(facts["candidates"] / found, abs=0.051)


def test_a_tier_without_boards_leaves_its_costs_empty():
    from moat_bank.build.report import yield_table

    fact = {"candidates": 9, "tiers": dict.fromkeys(("easy", "medium", "hard", "super_hard"), 0)}
    table = yield_table([("9x9-1", {**fact, "kernel_seconds": 1.0, "steered": {}})])
    assert table.splitlines()[1] == "9x9-1,easy,0,9,0.000,,"
    assert len(table.splitlines()) == 5


def test_steered_candidates_have_a_line_of_their_own():
    from moat_bank.build.report import yield_table

    tiers = {"easy": 7, "medium": 1, "hard": 1, "super_hard": 0}
    aimed = {"candidates": 50, "tiers": {"hard": 40}, "kernel_seconds": 0.004}
    fact = {"candidates": 9, "tiers": tiers, "kernel_seconds": 1.0, "steered": {"hard": aimed}}
    table = yield_table([("9x9-1", fact)]).splitlines()
    assert table[3] == "9x9-1,hard,1,9,11.111,9.0,1000.000"
    assert table[5] == "9x9-1,hard (steered),40,50,80.000,1.2,0.100"


@pytest.mark.parametrize("sight", SIGHT)
def test_any_two_colours_of_one_plot_are_told_apart(sight):
    # Five techniques stand side by side; more colours are used for reasons that hardly ever occur.
    for a, b in combinations(map(from_hex, COLOURS[:5]), 2):
        assert distance(a, b, sight) > 12
