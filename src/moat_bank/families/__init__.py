"""Families of puzzles behind one protocol."""
