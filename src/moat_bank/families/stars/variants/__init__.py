"""Boards made from what a person gives: relatives of a board, and drawn maps completed."""

from moat_bank.families.stars.variants.template import complete, parse_template
from moat_bank.families.stars.variants.vary import vary

__all__ = ["complete", "parse_template", "vary"]
