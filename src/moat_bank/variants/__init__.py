"""Boards made from what a person gives: relatives of a board, and drawn maps completed."""

from moat_bank.variants.template import complete, parse_template
from moat_bank.variants.vary import vary

__all__ = ["complete", "parse_template", "vary"]
