"""Faults tried, faults survived, bytes lost: tests/faults in full, and its table.

    python bench/faults.py [options of pytest]

Takes a quarter of an hour on two quiet cores, and root for small disks; what is skipped is named.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def main():
    call = [sys.executable, "-m", "pytest", "-q", "-n", "0", "tests/faults", *sys.argv[1:]]
    environment = {**os.environ, "MOAT_FAULTS": "long"}
    sys.exit(subprocess.run(call, cwd=ROOT, env=environment).returncode)


if __name__ == "__main__":
    main()
