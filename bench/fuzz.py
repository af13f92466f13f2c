"""Long fuzzing of one reader, guided by coverage.  Needs atheris; ``tests/fuzz`` has the readers.

    python bench/fuzz.py READER FOLDER [libFuzzer options, such as -max_total_time=300]

FOLDER keeps what reached new code; it begins with what the reader takes without a word.  Anything
but MoatError, and any input on which it stays for two minutes, ends the run and is written down;
so does memory of 6 GB in all, of which the instrumented code takes up to half a megabyte an input
for itself (the same calls without it take none).
"""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

sys.path[:0] = [str(Path(__file__).parents[1] / "src"), str(Path(__file__).parents[1])]

with atheris.instrument_imports(include=["moat_bank"]):
    from tests.fuzz.readers import READERS, good, survives


def main() -> None:
    name, folder, *options = sys.argv[1:]
    for number, data in enumerate(good(name)):
        path = Path(folder, f"good-{number}")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    reader = READERS[name]
    limits = ["-timeout=120", "-rss_limit_mb=6144", "-max_len=20000"]
    atheris.Setup([sys.argv[0], *limits, *options, folder], lambda data: survives(reader, data))
    atheris.Fuzz()


if __name__ == "__main__":
    main()
