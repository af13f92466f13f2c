"""Banks of proved, rated and deduplicated boards of the Queens / Star Battle family."""

__version__ = "0.2.0"
