"""``moat-bank stage``: the steps of a build, one command each, as the workflow calls them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from moat_bank.build.config import Config
    from moat_bank.families.base import Engine


def add_commands(subparsers: Any) -> None:
    """Add ``stage`` and its steps to the parser of the command line."""
    stage = subparsers.add_parser(
        "stage",
        help="one step of a build, as the workflow calls it",
        description="One step of a build. The workflow calls them in order: snakemake all.",
    )
    steps = stage.add_subparsers(required=True, metavar="STEP")

    step = _step(steps, "compile", _compile, "compile the kernels that some boards need")
    step.add_argument("--family", required=True, help="whose kernels")
    step.add_argument("--part", required=True, help="which of the kernels, as the family names it")
    _output(step, "file that says it is done")

    step = _step(steps, "batch", _batch, "generate and rate a range of candidates")
    _board(step)
    step.add_argument(
        "--batch",
        required=True,
        metavar="[TIER-]FIRST-NUMBER",
        help="tier to steer to, if any, number of the first candidate in ten digits, and how many",
    )
    _output(step, "folder of the records (npy), keys and tally (json)")

    step = _step(steps, "dedupe", _dedupe, "find the first of all boards that are equal")
    _board(step)
    _counts(step)

    step = _step(steps, "choose", _choose, "choose boards, and say how many candidates come next")
    _board(step)
    _counts(step)
    _output(step, "records chosen (npy); what comes next (json) goes beside them")

    step = _step(steps, "select", _select, "cut the boards chosen in the end into banks")
    _board(step)
    _counts(step)
    step.add_argument("--chosen", type=Path, required=True, help="records that choose wrote (npy)")
    _output(step, "records of the banks (npy); the facts (json) go beside it")

    step = _step(steps, "shard", _shard, "write shards and manifest into a folder")
    step.add_argument("selected", type=Path, nargs="+", help="chosen records of each kind of board")
    _output(step, "the folder; it is made anew")

    step = _step(steps, "report", _report, "draw the plots and the contact sheet of the report")
    step.add_argument("selected", type=Path, nargs="+", help="chosen records of each kind of board")
    _output(step, "folder of the pictures")

    step = _step(steps, "publish", _publish, "put verified banks where games read them")
    step.add_argument("staged", type=Path, help="folder of the verified banks")


def _step(steps: Any, name: str, run: Any, text: str) -> argparse.ArgumentParser:
    step: argparse.ArgumentParser = steps.add_parser(name, help=text, description=text)
    step.add_argument("--config", type=Path, default=Path("config.yaml"), help="the config file")
    step.add_argument(
        "--set",
        type=_change,
        action="append",
        default=[],
        metavar="KEY=JSON",
        help="a top-level key of the config to stand in for the file's",
    )
    step.set_defaults(run=run)
    return step


def _board(step: argparse.ArgumentParser) -> None:
    step.add_argument("--board", required=True, help="kind of board, such as stars-8x8-1")


def _counts(step: argparse.ArgumentParser) -> None:
    step.add_argument(
        "--counts",
        required=True,
        help="how many candidates there are: 20000, or 20000-hard40000 with those steered to hard",
    )
    step.add_argument(
        "--folder", type=Path, required=True, help="folder with batches/ and repeats/"
    )


def _output(step: argparse.ArgumentParser, text: str) -> None:
    step.add_argument("--output", type=Path, required=True, help=text)


def _change(text: str) -> tuple[str, Any]:
    key, _, value = text.partition("=")
    try:
        return key, orjson.loads(value)
    except orjson.JSONDecodeError:
        raise argparse.ArgumentTypeError(f"{text!r} is not KEY=JSON") from None


def _config(args: argparse.Namespace) -> Config:
    from moat_bank.build.config import load_config

    return load_config(args.config, dict(args.set))


def _engines(config: Config) -> dict[str, Engine]:
    from moat_bank.families.registry import engine

    return {family: engine(family) for family in config.families}


def _compile(args: argparse.Namespace) -> int:
    from moat_bank.build.stages import compile_stage
    from moat_bank.families.registry import engine

    _config(args)
    print(
        "moat-bank: kernels are compiled, once: up to two minutes, or a second if they are already",
        file=sys.stderr,
    )
    compile_stage(engine(args.family), args.part, args.output)
    return 0


def _batch(args: argparse.Namespace) -> int:
    from moat_bank.build.batches import make_batch
    from moat_bank.build.counts import range_of
    from moat_bank.families.registry import engine

    config = _config(args)
    board, part = config.board(args.board), range_of(args.batch)
    make_batch(config, board, engine(board.family), part, args.output)
    return 0


def _dedupe(args: argparse.Namespace) -> int:
    from moat_bank.build.stages import dedupe_stage

    dedupe_stage(_config(args).board(args.board), args.counts, args.folder)
    return 0


def _choose(args: argparse.Namespace) -> int:
    from moat_bank.build.stages import choose_stage
    from moat_bank.families.registry import engine

    board = _config(args).board(args.board)
    choose_stage(board, engine(board.family), args.counts, args.folder, args.output)
    return 0


def _select(args: argparse.Namespace) -> int:
    from moat_bank.build.stages import select_stage

    board = _config(args).board(args.board)
    select_stage(board, args.counts, args.folder, args.chosen, args.output)
    return 0


def _shard(args: argparse.Namespace) -> int:
    from moat_bank.build.stages import shard_stage

    config = _config(args)
    shard_stage(config, _engines(config), args.selected, args.output)
    return 0


def _report(args: argparse.Namespace) -> int:
    from moat_bank.build.report import draw_report

    config = _config(args)
    draw_report(config, _engines(config), args.selected, args.output)
    return 0


def _publish(args: argparse.Namespace) -> int:
    from moat_bank.build.publish import publish

    config = _config(args)
    target = Path(config.banks)
    written = publish(args.staged, target, config.takes_over)
    print(
        f"moat-bank: edition {config.edition} is in {target} ({written} files written)",
        file=sys.stderr,
    )
    return 0
