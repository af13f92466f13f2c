"""Pictures of boards: text for a terminal, SVG for everything else."""
