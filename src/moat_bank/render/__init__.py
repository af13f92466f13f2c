"""Pictures of scenes: text for a terminal, PDF to print, SVG for everything else."""

from moat_bank.render.scene import Mark, Scene
from moat_bank.render.svg import board_svg, sheet_svg
from moat_bank.render.text import board_text

__all__ = ["Mark", "Scene", "board_svg", "board_text", "sheet_svg"]
