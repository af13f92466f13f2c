"""Queens and Star Battle: generator, solver and rating side by side."""

from moat_bank.families.stars.engine.family import ENGINE

__all__ = ["ENGINE"]
