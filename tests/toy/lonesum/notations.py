"""Nobody else writes lonesum grids: JSON lines are all there is."""

from moat_bank.families.notation import json_lines

NOTATIONS = (json_lines("lonesum"),)
