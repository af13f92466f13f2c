"""``python -m moat_bank`` is the command ``moat-bank``."""

import sys

from moat_bank.cli.main import main

sys.exit(main())
