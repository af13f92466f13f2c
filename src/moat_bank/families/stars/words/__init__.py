"""How a person solves a board: the rater's rounds, each with its reason."""

from moat_bank.families.stars.words.explanation import Explanation, Step, explain

__all__ = ["Explanation", "Step", "explain"]
