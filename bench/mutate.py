"""Mutation testing of the engine: cosmic-ray changes a line, and the tests of its module must fail.

    python bench/mutate.py FOLDER [--only GROUP] [--sample N] [--seconds S] [--again]

Needs cosmic-ray.  FOLDER gets a copy of the project, whose sources are changed one place at a time,
and a database for each group that remembers what ran, so a second call goes on.  Kernels run as
plain Python.  The tests run in forks of one process that has the slow imports behind it, each with
a limit of processor time; reaching it counts as a failed test.  Survivors are printed.
docs/mutation.md says which of them are the same program, and has the score.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

STARS = "src/moat_bank/families/stars/engine"
MANY = f"{STARS}/many"
SMALL = "tests/families/stars/engine/test_small"

GROUPS = {
    "symmetry": (["src/moat_bank/symmetry.py"], ["tests/test_symmetry.py"]),
    "dedupe": (["src/moat_bank/build/dedupe.py"], ["tests/build/test_dedupe.py"]),
    "select": (
        ["src/moat_bank/build/select.py"],
        ["tests/build/test_select.py", "-k", "not records1"],
    ),
    "twins": (
        ["src/moat_bank/build/twins.py"],
        ["tests/build/test_twins.py", "-k", "not hand[8-2-0"],
    ),
    "canonical": ([f"{STARS}/canonical.py"], [f"{SMALL}_forms.py"]),
    "solve one": (
        [f"{STARS}/solve_one.py", f"{STARS}/search.py"],
        [f"{SMALL}_one_star.py"],
    ),
    "solve many": (
        [f"{STARS}/solve_many.py", f"{STARS}/counting.py"],
        [f"{SMALL}_solving_many.py", f"{SMALL}_counting.py"],
    ),
    "rate": ([f"{STARS}/rate.py"], [f"{SMALL}_rating.py"]),
    "techniques": (
        [f"{STARS}/techniques.py"],
        ["tests/families/stars/engine/test_techniques.py", f"{SMALL}_rating.py"],
    ),
    "rate many": (
        [f"{MANY}/{name}.py" for name in ("rate", "ladder", "plain", "follow", "rows")],
        [f"{SMALL}_many.py", f"{SMALL}_many_steps.py"],
    ),
    "state": ([f"{MANY}/state.py"], [f"{SMALL}_many.py", f"{SMALL}_many_sheet.py"]),
    "packing": (
        [f"{MANY}/packing.py", f"{MANY}/last_cells.py"],
        [f"{SMALL}_many.py", f"{SMALL}_packing.py"],
    ),
    "squeeze": (
        [f"{MANY}/squeeze.py", f"{MANY}/confined.py"],
        [f"{SMALL}_many.py", f"{SMALL}_squeeze.py"],
    ),
    "claims": (
        [f"{MANY}/claims.py", f"{MANY}/line_pairs.py"],
        [f"{SMALL}_many.py", f"{SMALL}_many_lines.py"],
    ),
    "counting": ([f"{MANY}/counting.py"], [f"{SMALL}_many.py", f"{SMALL}_many_counting.py"]),
    "ways": (
        [f"{MANY}/ways.py", f"{MANY}/what_if.py"],
        [f"{SMALL}_many.py", f"{SMALL}_many_ways.py"],
    ),
}
"""Modules, and the tests that must notice a change in them."""

NEAR_MISSES = [
    r"NumberReplacer",
    r"AddNot|ZeroIteration|TrueWith|FalseWith|AndWith|OrWith|BreakWith|ContinueWith",
    r"Operator_(Add_Sub|Sub_Add|Mul_Add|FloorDiv_Mul|Mod_Sub)",
    r"Operator_(BitAnd_BitOr|BitOr_BitAnd|BitOr_BitXor|BitXor_BitOr|LShift_RShift|RShift_LShift)",
    r"Operator_(Lt_LtE|LtE_Lt|Gt_GtE|GtE_Gt|Eq_NotEq|NotEq_Eq)",
    r"Operator_(Eq_LtE|Eq_GtE|NotEq_Lt|NotEq_Gt|Lt_NotEq|Gt_NotEq|LtE_Eq|GtE_Eq)",
    r"Operator_Delete_",
]
"""Operators used: what a slip of the pen would write.  The rest (``**`` for ``+``) mostly crash."""

CONFIG = """[cosmic-ray]
module-path = {modules}
timeout = 600
excluded-modules = []
test-command = "{ask}"
[cosmic-ray.distributor]
name = "local"
[cosmic-ray.filters.operators-filter]
exclude-operators = ["{others}"]
"""

OPTIONS = ["-x", "-q", "-o", "addopts=", "-p", "no:cacheprovider", "-p", "no:unraisableexception"]

ASK = "import socket,sys;s=socket.socket(1);s.connect(sys.argv[1]);sys.exit(int(s.recv(9)or 1))"


def serve(door: socket.socket, tests: list[str], seconds: int) -> None:
    """Run the tests in a fork for each caller, and tell it their exit code."""
    sys.path[:0] = [str(Path("src").resolve()), str(Path.cwd())]
    sys.dont_write_bytecode = True
    import hypothesis  # noqa: F401
    import numba  # noqa: F401
    import orjson  # noqa: F401
    import pytest

    while True:
        caller, _ = door.accept()
        if not (child := os.fork()):
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            sink = os.open(os.devnull, os.O_WRONLY)
            os.dup2(sink, 1), os.dup2(sink, 2)
            os._exit(int(pytest.main([*OPTIONS, *tests])))
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        caller.sendall(str(abs(code)).encode())
        caller.close()


def sample(database: Path, many: int) -> None:
    """Keep so many of the mutants, drawn with a fixed seed; the rest is never run."""
    with sqlite3.connect(database) as db:
        jobs = [job for (job,) in db.execute(
            "select job_id from mutation_specs where job_id not in (select job_id from"
            " work_results) order by module_path, start_pos_row, start_pos_col, operator_name,"
            " occurrence"
        )]  # fmt: skip
        random.Random(1).shuffle(jobs)
        for job in jobs[many:]:
            for table in ("mutation_specs", "work_items"):
                db.execute(f"delete from {table} where job_id = ?", [job])


def forget_survivors(database: Path) -> None:
    """Let them run again, as after a new test."""
    with sqlite3.connect(database) as db:
        db.execute("delete from work_results where test_outcome = 'SURVIVED'")


def changed(diff: str) -> tuple[str, str]:
    """The line of a diff before and after; at a file's end it has lines that are the same, too."""
    lines = [line for line in diff.splitlines() if line[:3] not in ("---", "+++")]
    was, now = ([line[1:] for line in lines if line[:1] == mark] for mark in "-+")
    pairs = [(one, other) for one, other in zip(was, now, strict=False) if one != other]
    return "\n".join(one for one, _ in pairs), "\n".join(other for _, other in pairs)


def report(database: Path, total: int) -> None:
    """Print the counts of a group, and its survivors."""
    with sqlite3.connect(database) as db:
        rows = db.execute(
            "select s.module_path, start_pos_row, operator_name, test_outcome, diff"
            " from mutation_specs s join work_results r on s.job_id = r.job_id"
            " where worker_outcome = 'NORMAL' order by 1, 2, 3"
        ).fetchall()
    alive = [row for row in rows if row[3] == "SURVIVED"]
    print(f"{database.stem}: {total} mutants, {len(rows)} run, {len(rows) - len(alive)} killed")
    for module, line, operator, _, diff in alive:
        before, after = changed(diff)
        print(f"  {module}:{line} {operator.removeprefix('core/')}\n-{before}\n+{after}")


def run(folder: Path, group: str, many: int, seconds: int) -> None:
    """Make, draw and run the mutants of one group; or go on with those left."""
    modules, tests = GROUPS[group]
    name = group.replace(" ", "-")
    database, config, door = (folder / f"{name}.{kind}" for kind in ("sqlite", "toml", "door"))
    ask = f"{sys.executable} -IS {folder / 'ask.py'} {door}"
    (folder / "ask.py").write_text(ASK)
    tool = [str(Path(sys.executable).with_name("cosmic-ray"))]
    here = {"cwd": folder / "project", "check": True}
    wanted = "|".join(f"(?:{some})" for some in NEAR_MISSES)
    others = (
        rf"^core/(?!.*(?:{wanted})$)(?!.*(?:Delete_|Replace(?:And|Or|Break|Continue|True|False)))"
    )
    config.write_text(CONFIG.format(modules=modules, ask=ask, others=others.replace("\\", "\\\\")))
    if not database.exists():
        subprocess.run([*tool, "init", str(config), str(database)], **here)
        chosen = Path(sys.executable).with_name("cr-filter-operators")
        subprocess.run([str(chosen), str(database), str(config)], **here)
        with sqlite3.connect(database) as db:
            total = db.execute(
                "select count(*) from mutation_specs where job_id not in"
                " (select job_id from work_results)"
            ).fetchone()[0]
        database.with_suffix(".total").write_text(str(total))
        sample(database, many)
    # The tests pass before anything is changed.  This compiles all sources, of which those that
    # are changed must be read anew: a mutant may have the size and the second of the file before.
    subprocess.run([sys.executable, "-m", "pytest", *OPTIONS, *tests], **here)
    for module in modules:
        for path in (folder / "project" / module).parent.glob(f"__pycache__/{Path(module).stem}.*"):
            path.unlink()
    door.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(door))
    listener.listen()
    if not (server := os.fork()):
        os.chdir(folder / "project")
        serve(listener, tests, seconds)
    try:
        began = time.monotonic()
        subprocess.run([*tool, "exec", str(config), str(database)], **here)
        print(f"{time.monotonic() - began:.0f} s")
    finally:
        os.kill(server, 15)
        os.waitpid(server, 0)
    report(database, int(database.with_suffix(".total").read_text()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=GROUPS, action="append")
    parser.add_argument("--sample", type=int, default=1 << 30)
    parser.add_argument("--seconds", type=int, default=60, help="processor time of a mutant")
    parser.add_argument("--again", action="store_true", help="run those that survived again")
    args = parser.parse_args()
    os.environ |= {
        "NUMBA_DISABLE_JIT": "1",
        "HYPOTHESIS_STORAGE_DIRECTORY": "hypothesis",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # loading them takes longer than most tests
    }
    folder = args.folder.resolve()
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(folder / "project/src"), str(folder / "project")]
    )
    project = folder / "project"
    for name in ("src", "tests"):
        unused = shutil.ignore_patterns("__pycache__")
        shutil.copytree(name, project / name, dirs_exist_ok=True, ignore=unused)
    for name in ("pyproject.toml", "config.yaml"):
        shutil.copy(name, project)
    for group in args.only or GROUPS:
        database = folder / f"{group.replace(' ', '-')}.sqlite"
        if args.again and database.exists():
            forget_survivors(database)
        run(folder, group, args.sample, args.seconds)


if __name__ == "__main__":
    main()
