"""A folder of editions that lost its list or its manifest: nothing is guessed, nothing goes."""

from __future__ import annotations

import random

import pytest

from moat_bank.build.publish import is_published, publish
from moat_bank.bundle.build import bundle as build_bundle
from moat_bank.check.verify import verify
from moat_bank.errors import MoatError
from moat_bank.runtime import Banks
from moat_bank.runtime.editions import TakesOver
from tests.build.test_editions import edition
from tests.build.test_stages import tree


def test_a_lost_list_is_missed_by_all_that_read_or_write(tmp_path):
    target, rng = tmp_path / "banks", random.Random(6)
    publish(edition(tmp_path / "a", "one", rng), target)
    publish(edition(tmp_path / "b", "two", rng), target, TakesOver(30))
    third = edition(tmp_path / "c", "three", rng)
    lists = (target / "editions.json").read_bytes()
    (target / "editions.json").unlink()
    before = tree(target)
    text = r"editions\.json: is missing, but editions/ has manifests of 2 editions: copy the list"
    acts = {
        "lookup": lambda: Banks(target),
        "publish again": lambda: publish(tmp_path / "b", target),
        "publish another": lambda: publish(third, target, TakesOver(60)),
        "bundle": lambda: build_bundle(target, tmp_path / "site"),
    }
    for name, act in acts.items():
        with pytest.raises(MoatError, match=text):
            act()
        assert tree(target) == before, name
    assert not is_published(tmp_path / "b", target)
    assert sum(one.file.startswith("editions/") for one in verify(target).faults) == 2
    (target / "editions.json").write_bytes(lists)
    assert [Banks(target).level(n).edition for n in (29, 30)] == ["one", "two"]


@pytest.mark.parametrize("damage", ["missing", "empty", "not JSON"])
def test_a_lost_manifest_is_mended_by_its_own_edition_alone(tmp_path, damage):
    target, rng = tmp_path / "banks", random.Random(7)
    one, two = edition(tmp_path / "a", "one", rng), edition(tmp_path / "b", "two", rng)
    publish(one, target)
    good = tree(target)
    if damage == "missing":
        (target / "manifest.json").unlink()
    else:
        (target / "manifest.json").write_text("" if damage == "empty" else "{")
    before = tree(target)
    with pytest.raises(
        MoatError, match=r"manifest\.json: is missing or damaged, and .*\.json is of "
    ):
        publish(two, target, TakesOver(30))
    assert tree(target) == before
    publish(one, target)
    assert tree(target) == good
