"""From a level number or a date to a board; needs orjson alone, neither numba nor snakemake."""

from moat_bank.errors import MoatError
from moat_bank.runtime.banks import Banks, Level
from moat_bank.runtime.claims import Claim

__all__ = ["Banks", "Claim", "Level", "MoatError"]
