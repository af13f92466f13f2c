"""Commands that need the engine: solve, rate, generate, rebuild.

The work is in ``engine``, imported when a command runs: it loads numpy and numba.
"""

from __future__ import annotations

import argparse

from moat_bank.cli.arguments import whole
from moat_bank.errors import MoatError


def add_commands(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands of this module."""
    solve = subparsers.add_parser(
        "solve",
        help="find solutions of boards given as JSON lines",
        description="Adds 'solutions' (how many, up to the limit), 'solution' (the first) and"
        " 'found' (all of them) to each board, a line of JSON with size, stars and regions.",
    )
    _add_file(solve)
    solve.add_argument(
        "--limit",
        type=whole(1, 1_000_000),
        default=2,
        metavar="N",
        help="stop at so many (default 2)",
    )
    _add_budget(solve)
    solve.set_defaults(run=_solve)

    rate = subparsers.add_parser(
        "rate",
        help="rate boards given as JSON lines",
        description="Adds solutions (0, 1, or 2 for more), solution, the rating (r, steps,"
        " r1 to r5, narrowest, k, k2, score, tier) and connected to each board; unknown fields"
        " stay. r, score and tier are null where logic does not finish the board.",
    )
    _add_file(rate)
    _add_budget(rate)
    rate.set_defaults(run=_rate)

    generate = subparsers.add_parser(
        "generate",
        help="make boards from seeds, rated, as JSON lines",
        description="Prints the entries that the seeds A to B-1 give, or with --stats one object"
        " that counts what became of them.",
    )
    generate.add_argument("--family", default="stars")
    generate.add_argument("--size", type=int, required=True)
    generate.add_argument("--stars", type=int, default=1)
    generate.add_argument(
        "--style", default="organic", help="organic (default), balanced or voronoi"
    )
    generate.add_argument(
        "--aim",
        default="",
        metavar="TIER",
        help="steer to easy, medium, hard or super_hard (default: tiers as they come)",
    )
    generate.add_argument("--seeds", type=_range, required=True, metavar="A:B")
    generate.add_argument("--master", type=int, default=0, help="master seed (default 0)")
    generate.add_argument("--smallest-region", type=int, default=1, metavar="CELLS")
    generate.add_argument("--single-cell-regions", type=int, default=625, metavar="MOST")
    generate.add_argument("--largest-share", type=int, default=100, metavar="PERCENT")
    generate.add_argument("--stats", action="store_true", help="print counts instead of entries")
    generate.add_argument(
        "--raw", action="store_true", help="with --stats, count solutions before repair as well"
    )
    generate.set_defaults(run=_generate)

    rebuild = subparsers.add_parser(
        "rebuild",
        help="make entries anew from their own seeds",
        description="Reads entries as JSON lines and prints each as its seed gives it. One that"
        " differs from what was read is named, and the exit status is 1.",
    )
    _add_file(rebuild)
    rebuild.set_defaults(run=_rebuild)


def _add_file(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", nargs="?", default="-", help="default: -")
    parser.add_argument("--family", default="stars")


def _add_budget(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--budget",
        type=whole(1, 10**15),
        metavar="STEPS",
        help="give a board up as undecided after so many steps (default: about two seconds' work)",
    )


def _range(text: str) -> range:
    first, colon, end = text.partition(":")
    if not colon or not first.isdecimal() or not end.isdecimal() or int(first) > int(end):
        raise argparse.ArgumentTypeError(f"A:B with whole numbers A <= B, found {text!r}")
    return range(int(first), int(end))


def _solve(args: argparse.Namespace) -> int:
    from moat_bank.cli import board_lines

    return board_lines.solve_lines(args.family, args.file, args.limit, args.budget)


def _rate(args: argparse.Namespace) -> int:
    from moat_bank.cli import board_lines

    return board_lines.rate_lines(args.family, args.file, args.budget)


def _rebuild(args: argparse.Namespace) -> int:
    from moat_bank.cli import board_lines

    return board_lines.rebuild_lines(args.family, args.file)


def _generate(args: argparse.Namespace) -> int:
    from moat_bank.cli import board_lines
    from moat_bank.families.legacy import Quality, Spec

    if args.raw and not args.stats:
        raise MoatError("--raw counts for --stats: give both")
    if args.raw and args.aim:
        raise MoatError("--raw counts boards as drawn, which --aim has none of: give one")
    spec = Spec(args.size, args.stars, args.style, args.aim)
    quality = Quality(args.smallest_region, args.single_cell_regions, args.largest_share)
    if args.stats:
        return board_lines.print_stats(
            args.family, spec, args.master, args.seeds, quality, args.raw
        )
    return board_lines.print_entries(args.family, spec, args.master, args.seeds, quality)
