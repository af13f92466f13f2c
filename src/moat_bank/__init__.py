"""Banks of proved, rated and deduplicated puzzles, built by Snakemake and looked up by level."""

__version__ = "0.3.0"
