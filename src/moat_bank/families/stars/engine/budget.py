"""How long solving and rating may go on: in steps, counted where the work is done.

A step is a look at one set of units, some ten nanoseconds.  All else that a search repeats is
charged by its like in steps.  So an answer, and whether there is one, depends on no clock.
"""

from __future__ import annotations

BUDGET = 150_000_000
"""The default for a board that somebody gives: about two seconds; boards of banks take far less."""

UNBOUNDED = 2**62
"""For boards that the generator draws: none of them ever took long."""
