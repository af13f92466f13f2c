"""The list of mutants that survive, bench/survivors.txt, is of the sources as they are."""

from pathlib import Path

import pytest
from bench.mutate import bare, explained, is_explained

ROOT = Path(__file__).parents[1]
REASONS = explained((ROOT / "bench/survivors.txt").read_text())


@pytest.mark.parametrize("module", sorted({module for module, _, _ in REASONS} - {"*"}))
def test_every_line_that_is_explained_is_there_still(module):
    lines = {bare(line) for line in (ROOT / module).read_text().splitlines()}
    for name, before, after in REASONS:
        if name == module:
            assert before in lines, before
            assert after != before


def test_changes_are_explained_by_line_or_by_part():
    part = "# *\n- != ZERO\n+ > ZERO\n    unsigned\n"
    reasons = explained(f"Some words.\n{part}# a.py\n- a = 1\n+ a = 2\n- b\n+ c\n    x\n")
    assert set(reasons.values()) == {"unsigned", "x"}
    assert is_explained(("a.py", "a=1", "a=2"), reasons)
    assert is_explained(("a.py", "b", "c"), reasons)
    assert is_explained(("b.py", "ifx!=ZERO:", "ifx>ZERO:"), reasons)
    assert not is_explained(("b.py", "a=1", "a=2"), reasons)
    assert not is_explained(("b.py", "ifx!=ZERO:", "ifx<ZERO:"), reasons)
    with pytest.raises(ValueError, match="no reason"):
        explained("# a.py\n- a = 1\n+ a = 2\n")
