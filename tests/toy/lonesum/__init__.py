"""A toy family: cells are filled or not, and the counts of each row and column tell which.

A grid that its counts determine is called lonesum (Ryser 1957; Brewbaker 2008 counts them).  The
tests build, check, show and damage banks of it, and docs/families.md reads along.
"""
