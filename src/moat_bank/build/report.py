"""The report of a build: plots, a table of yields, and a sheet of boards to look at.

Every picture is an SVG whose bytes depend on the figures alone.  Colours are those of Okabe and
Ito, which people with any colour vision tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.build.config import BoardConfig, Config
from moat_bank.families.base import Engine
from moat_bank.files import read_array, read_json, write_atomic
from moat_bank.kind import TIERS, Kind

COLOURS = ("#0072B2", "#E69F00", "#009E73", "#D55E00", "#CC79A7", "#56B4E9", "#F0E442")
HATCHES = ("", "////")
"""Where there are more parts than colours, the colours come again, hatched."""

LOST = {
    "dropped_not_unique": "never made sound",
    "dropped_quality": "outside the bounds of shape",
    "dropped_symmetric": "symmetric",
    "dropped_unfinished": "not finished by logic",
    "dropped_off_aim": "not in the tier aimed at",
}
ON_SHEET = 2
"""Boards of each tier on the contact sheet."""

Facts = Sequence[tuple[str, dict[str, Any]]]
"""The name of each kind of board and what ``select_stage`` wrote of it."""


def draw_report(
    config: Config, engines: Mapping[str, Engine], selected: Sequence[Path], output: Path
) -> None:
    """Write all pictures and the table into a folder.

    Args:
        config: the build.
        engines: those of the config's families.
        selected: the records chosen of each kind of board, with the facts beside them.
        output: the folder.
    """
    boards = [
        (board, engines[board.family], path)
        for board, path in zip(config.boards, selected, strict=True)
    ]
    facts = [
        (board.name, _named(read_json(path.with_suffix(".json")), engine, board.spec.kind))
        for board, engine, path in boards
    ]
    for name, draw in PLOTS.items():
        panels = ladders(facts) if draw is _techniques else [facts]
        write_atomic(output / f"{name}.svg", _figure(draw, panels))
    write_atomic(output / "yields.csv", yield_table(facts).encode())
    sheet = contact_sheet([(board, engine, read_array(path)) for board, engine, path in boards])
    write_atomic(output / "boards.svg", sheet.encode())


def _named(fact: dict[str, Any], engine: Engine, kind: Kind) -> dict[str, Any]:
    """The facts with the techniques' names for their numbers."""
    names = engine.techniques(kind)
    hardest = {f"{t} {name}": fact["hardest"][str(t)] for t, name in enumerate(names, 1)}
    return {**fact, "hardest": hardest}


def ladders(facts: Facts) -> list[Facts]:
    """Kinds of board that come one after the other and have one ladder of techniques, together."""
    return [list(kinds) for _, kinds in groupby(facts, lambda each: list(each[1]["hardest"]))]


def yield_table(facts: Facts) -> str:
    """CSV: what an entry of each tier costs, in candidates and in time of the kernels.

    Candidates steered to a tier have a line of their own below the natural ones.
    """
    lines = ["board,tier,found,candidates,percent,candidates_per_entry,kernel_ms_per_entry"]
    for name, fact in facts:
        lines += [_yield_line(name, tier, tier, fact) for tier in TIERS]
        for tier, steered in fact["steered"].items():
            lines.append(_yield_line(name, f"{tier} (steered)", tier, steered))
    return "\n".join(lines) + "\n"


def _yield_line(name: str, label: str, tier: str, fact: Mapping[str, Any]) -> str:
    made, found = fact["candidates"], fact["tiers"][tier]
    share, each, cost = f"{100 * found / made:.3f}", "", ""
    if found:
        each = f"{made / found:.1f}"
        cost = f"{1000 * fact['kernel_seconds'] / found:.3f}"
    return f"{name},{label},{found},{made},{share},{each},{cost}"


def contact_sheet(boards: Sequence[tuple[BoardConfig, Engine, NDArray[np.void]]]) -> str:
    """SVG: the first boards of each tier, a row for each kind of board, easiest on the left."""
    from moat_bank.families.registry import draw, play
    from moat_bank.render.svg import sheet_svg

    scenes = []
    for board, engine, records in boards:
        for number, tier in enumerate(TIERS):
            first = records[records["tier"] == number][:ON_SHEET]
            for entry in engine.entries(board.spec, first):
                scene = draw(board.family).scene(play(board.family).parse(entry), False)
                caption = f"{scene.caption}, {tier}, {entry['steps']} steps"
                scenes.append(replace(scene, caption=caption))
    return sheet_svg(scenes, ON_SHEET * len(TIERS), "The first boards of each kind and tier")


def _figure(draw: Callable[[Any, Facts], None], panels: Sequence[Facts]) -> bytes:
    """The SVG of one plot, or of several below each other."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # A fixed salt and no date: the same figures give the same bytes.  Text stays text.
    style: Any = {"svg.hashsalt": "moat_bank", "svg.fonttype": "none", "font.size": 10}
    with mpl.rc_context(style):
        heights = [1.2 + 0.7 * len(facts) for facts in panels]
        figure = Figure(figsize=(8, sum(heights)), layout="constrained")
        grid = figure.subplots(len(panels), squeeze=False, height_ratios=heights)
        for axes, facts in zip(grid[:, 0], panels, strict=True):
            axes.spines[["top", "right"]].set_visible(False)
            draw(axes, facts)
        buffer = BytesIO()
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    return buffer.getvalue()


def _stacked(axes: Any, names: Sequence[str], parts: Mapping[str, Sequence[float]]) -> None:
    """Bars of 100 per cent, one for each kind of board, with a legend above."""
    whole = np.sum([list(values) for values in parts.values()], axis=0)
    left = np.zeros(len(names))
    looks = [{"color": colour, "hatch": hatch} for hatch in HATCHES for colour in COLOURS]
    for (label, values), look in zip(parts.items(), looks, strict=False):
        width = 100 * np.array(values) / np.maximum(whole, 1)
        bars = axes.barh(names, width, left=left, label=label, edgecolor="white", **look)
        words = [f"{w:.0f}" if w >= 3 else "" for w in width]
        axes.bar_label(bars, words, label_type="center", fontsize=8)
        left += width
    axes.set_xlim(0, 100)
    axes.invert_yaxis()
    columns = len(parts) if len(parts) < 5 else 3
    _legend(axes, columns)


def _legend(axes: Any, columns: int) -> None:
    place = {"loc": "lower center", "bbox_to_anchor": (0.5, 1)}
    axes.legend(ncols=columns, frameon=False, fontsize=9, **place)


def _names(facts: Facts) -> list[str]:
    return [name for name, _ in facts]


def _techniques(axes: Any, facts: Facts) -> None:
    names = facts[0][1]["hardest"]
    parts = {name: [fact["hardest"][name] for _, fact in facts] for name in names}
    _stacked(axes, _names(facts), parts)
    axes.set_xlabel("per cent of rated boards, by hardest technique")


def _tiers(axes: Any, facts: Facts) -> None:
    parts = {tier: [fact["tiers"][tier] for _, fact in facts] for tier in TIERS}
    _stacked(axes, _names(facts), parts)
    axes.set_xlabel("per cent of rated boards, by tier")


def _dropped(axes: Any, facts: Facts) -> None:
    parts = {
        "rated": [sum(fact["tiers"].values()) - fact["duplicates"] for _, fact in facts],
        "same as another": [fact["duplicates"] for _, fact in facts],
        **{label: [fact["outcomes"][key] for _, fact in facts] for key, label in LOST.items()},
    }
    _stacked(axes, _names(facts), parts)
    axes.set_xlabel("per cent of candidates")


def _yields(axes: Any, facts: Facts) -> None:
    for offset, (tier, colour) in enumerate(zip(TIERS, COLOURS, strict=False)):
        places = np.arange(len(facts)) + 0.2 * (offset - 1.5)
        costs = [fact["candidates"] / max(fact["tiers"][tier], 1) for _, fact in facts]
        bars = axes.barh(places, costs, height=0.19, label=tier, color=colour)
        axes.bar_label(bars, [f"{cost:.3g}" for cost in costs], fontsize=7, padding=2)
    axes.set_yticks(np.arange(len(facts)), _names(facts))
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("candidates for one board of the tier")
    _legend(axes, 4)


def _times(axes: Any, facts: Facts) -> None:
    kernels, whole, made = (
        np.array(
            [sum(part[key] for part in (fact, *fact["steered"].values())) for _, fact in facts]
        )
        for key in ("kernel_seconds", "seconds", "candidates")
    )
    rest = whole - kernels
    names = _names(facts)
    axes.barh(names, kernels, color=COLOURS[0], label="in the kernels")
    bars = axes.barh(names, rest, left=kernels, color=COLOURS[1], label="around them")
    words = [f"{1e6 * k / n:.1f} µs each" for k, n in zip(kernels, made, strict=True)]
    axes.bar_label(bars, words, fontsize=8, padding=3)
    axes.margins(x=0.15)
    axes.invert_yaxis()
    axes.set_xlabel("seconds of all batches; kernel time for one candidate")
    _legend(axes, 2)


def _twins(axes: Any, facts: Facts) -> None:
    styles = ("-", "--", ":", "-.")
    for place, (name, fact) in enumerate(facts):
        twins = fact["twins"]
        distances = sorted(map(int, twins["nearest"]))
        below = np.cumsum([twins["nearest"][str(d)] for d in distances])
        share = 100 * twins["shared_solution"] / max(twins["boards"], 1)
        axes.step(
            distances,
            100 * below / max(twins["boards"], 1),
            where="post",
            label=f"{name}: {share:.0f}% share a solution",
            color=COLOURS[place % len(COLOURS)],
            linestyle=styles[place % len(styles)],
        )
    axes.set_ylim(0, 100)
    axes.set_xlim(left=0)
    axes.set_xlabel("cells unlike the nearest board with the same solution")
    axes.set_ylabel("per cent of boards, at most so far")
    axes.legend(frameon=False, fontsize=9)
    axes.figure.set_size_inches(8, 4.5)


PLOTS: Mapping[str, Callable[[Any, Facts], None]] = {
    "techniques": _techniques,
    "tiers": _tiers,
    "yields": _yields,
    "dropped": _dropped,
    "times": _times,
    "twins": _twins,
}
