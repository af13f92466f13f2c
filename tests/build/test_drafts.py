"""A draft gives way to any edition; no other edition does."""

from __future__ import annotations

import random
import shutil

import pytest

from moat_bank.build.publish import publish
from moat_bank.errors import MoatError
from moat_bank.runtime import Banks
from moat_bank.runtime.editions import TakesOver
from tests.build.test_editions import edition
from tests.build.test_stages import tree


def test_a_draft_gives_way_to_anything(tmp_path):
    target, rng = tmp_path / "banks", random.Random(3)
    publish(edition(tmp_path / "a", "draft-1", rng), target)
    publish(edition(tmp_path / "b", "draft-1", rng), target)
    publish(edition(tmp_path / "c", "one", rng), target)
    assert tree(target) == tree(tmp_path / "c")


def test_what_only_begins_with_the_word_draft_is_no_draft(tmp_path):
    target, rng = tmp_path / "banks", random.Random(3)
    publish(edition(tmp_path / "a", "draftsman", rng), target)
    before = tree(target)
    with pytest.raises(MoatError, match="would change level 1 and all after it"):
        publish(edition(tmp_path / "b", "two", rng), target)
    assert tree(target) == before
    publish(edition(tmp_path / "c", "draft", rng), tmp_path / "other")
    publish(edition(tmp_path / "d", "two", rng), tmp_path / "other")
    assert tree(tmp_path / "other") == tree(tmp_path / "d")


def test_what_replaces_a_draft_takes_over_from_where_it_is_told(tmp_path):
    """The levels between are the first edition's again, since no game used the draft."""
    target, rng = tmp_path / "banks", random.Random(4)
    one, two = edition(tmp_path / "a", "one", rng), edition(tmp_path / "c", "two", rng)
    publish(one, target)
    publish(edition(tmp_path / "b", "draft-two", rng), target, TakesOver(30, "2026-05-01"))
    shutil.copytree(target, tmp_path / "again")
    publish(two, target, TakesOver(50, "2026-06-01"))
    banks = Banks(target)
    assert [banks.level(n).edition for n in (1, 30, 49, 50)] == ["one", "one", "one", "two"]
    assert [banks.daily(d).edition for d in ("2026-05-31", "2026-06-01")] == ["one", "two"]
    publish(two, tmp_path / "again")  # in the place of the draft
    assert [Banks(tmp_path / "again").level(n).edition for n in (29, 30)] == ["one", "two"]
    shutil.copytree(one, tmp_path / "third")
    publish(edition(tmp_path / "d", "draft-three", rng), target, TakesOver(70))
    with pytest.raises(MoatError, match="edition one is there, and later ones after it"):
        publish(tmp_path / "third", target)
