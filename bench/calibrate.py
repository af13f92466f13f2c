"""How our difficulty agrees with the words of those who published boards, as Markdown.

python bench/calibrate.py [FILE.jsonl.gz ...] [--half A B all]

Without files it reads those of ../shared/boards beside the checkout, or of the folder that
MOAT_REAL_BOARDS names.  A line is a board (size, stars, regions) with its id, source and label.
Half B played no part in choosing the weights of the score: see docs/difficulty.md.
"""

import argparse
import gzip
import hashlib
import json
import os
import re
from collections import Counter
from itertools import groupby
from pathlib import Path

try:
    from bench.rank_measures import interval, spearman, tau_b
    from bench.search_nodes import search_nodes
except ModuleNotFoundError:  # run as a script
    from rank_measures import interval, spearman, tau_b
    from search_nodes import search_nodes

from moat_bank.families.registry import engine
from moat_bank.families.stars.board import parse_board, puzzle_of
from moat_bank.families.stars.engine.many.ladder import CASES, WAYS
from moat_bank.families.stars.engine.techniques import K_IN_K, WHAT_IF
from moat_bank.kind import TIERS

FOLDER = Path(__file__).parents[2] / "shared" / "boards"
WORDS = {"ez": 0, "easy": 0, "med": 1, "medium": 1, "hard": 2, "expert": 3}
MEASURES = ("score", "size", "nodes", "steps", "hardest")
HALVES = ("A", "B", "all")
FEWEST = 20
"""Boards of which a correlation is told."""


def rank_of(label):
    """The place of a label among those of its source, or None where it has none."""
    number = re.fullmatch(r"(?:tier|level)\s*(\d+)", label or "")
    return int(number[1]) if number else WORDS.get(label)


def half_of(identity):
    """A or B, by a hash of the board's id."""
    return "AB"[hashlib.sha256(identity.encode()).digest()[0] % 2]


def read(path):
    """The labelled boards of a file, rated, in its order."""
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        boards = [json.loads(line) for line in lines if line.strip()]
    return [rated(one) for one in boards if rank_of(one.get("label")) is not None]


def rated(one):
    """What the tables need of a board; ``score`` and ``hardest`` above all where unfinished."""
    rating = engine("stars").rate(puzzle_of(parse_board(one)))
    numbers = rating.numbers
    return {
        "source": one.get("source", ""),
        "stars": one["stars"],
        "size": one["size"],
        "half": half_of(str(one["id"])),
        "label": one["label"],
        "rank": rank_of(one["label"]),
        "score": 10**6 if numbers["score"] is None else numbers["score"],
        "hardest": 10**6 if numbers["r"] is None else numbers["r"],
        "steps": numbers["steps"],
        "nodes": search_nodes(one["regions"], one["stars"]),
        "tier": rating.tier or "unfinished",
        "finish": finish(numbers["r"], one["stars"]),
    }


FINISHES = ("no what-if", "one-level what-if", "cases", "unfinished")


def finish(hardest, stars):
    """How far logic has to suppose; a list of a unit's ways that is not followed is no what-if."""
    if hardest is None:
        return "unfinished"
    first, last = (K_IN_K, WHAT_IF) if stars == 1 else (WAYS, CASES - 1)
    return FINISHES[0 if hardest <= first else 1 if hardest <= last else 2]


def groups(boards):
    """(source, stars, size or "all", boards), sizes apart and, where there are several, joined."""
    keyed = sorted(boards, key=lambda b: (b["source"], b["stars"], b["size"]))
    for (source, stars), members in groupby(keyed, key=lambda b: (b["source"], b["stars"])):
        members = list(members)
        sizes = sorted({board["size"] for board in members})
        if len(sizes) > 1:
            yield source, stars, "all", members
        for size in sizes:
            yield source, stars, size, [board for board in members if board["size"] == size]


def print_correlations(boards, halves):
    print(
        "| source | stars | size | half | boards | Spearman (95%) | tau-b | by size | by nodes |",
        end="",
    )
    print(" by steps | by hardest |")
    print("| --- " * 11 + "|")
    for source, stars, size, members in groups(boards):
        for half in halves:
            chosen = [board for board in members if half in (board["half"], "all")]
            rank = [board["rank"] for board in chosen]
            if len(chosen) < FEWEST or len(set(rank)) < 2:
                continue
            values = {name: [board[name] for board in chosen] for name in MEASURES}
            low, high = interval(values["score"], rank)
            cells = [source, stars, size, half, len(chosen)]
            cells += [f"{spearman(values['score'], rank):.3f} ({low:.3f} to {high:.3f})"]
            cells += [f"{tau_b(values['score'], rank):.3f}"]
            cells += [f"{spearman(values[name], rank):.3f}" for name in MEASURES[1:]]
            print("| " + " | ".join(map(str, cells)).replace("nan", "-") + " |")


def print_counts(boards, key, columns):
    """Boards by label and by ``key``, of each source and count of stars over all sizes."""
    print("\n| source | stars | size | label |", *(f"{column} |" for column in columns))
    print("| --- " * (4 + len(columns)) + "|")
    for source, stars, size, members in groups(boards):
        for _, label in sorted({(board["rank"], board["label"]) for board in members}):
            counts = Counter(board[key] for board in members if board["label"] == label)
            cells = [source, stars, size, label, *(counts[column] for column in columns)]
            print("| " + " | ".join(map(str, cells)) + " |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--half", nargs="+", choices=HALVES, default=HALVES)
    args = parser.parse_args()
    folder = Path(os.environ.get("MOAT_REAL_BOARDS") or FOLDER)
    files = args.files or sorted(folder.glob("*.jsonl.gz"))
    if not files:
        parser.error(f"{folder}: holds no *.jsonl.gz; name files")
    for path in files:
        boards = read(path)
        if boards:
            print(f"\n## {path.name}: {len(boards)} labelled boards\n")
            print_correlations(boards, args.half)
            print_counts(boards, "tier", (*TIERS, "unfinished"))
            print_counts(boards, "finish", FINISHES)


if __name__ == "__main__":
    main()
