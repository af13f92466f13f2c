"""Slow and plain answers that share nothing with the package: what the fast ones are held to."""
