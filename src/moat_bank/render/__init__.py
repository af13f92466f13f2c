"""Pictures of boards: text for a terminal, SVG for everything else."""

from moat_bank.render.picture import Picture, kind_words, read_picture
from moat_bank.render.svg import board_svg, sheet_svg
from moat_bank.render.text import board_text

__all__ = ["Picture", "board_svg", "board_text", "kind_words", "read_picture", "sheet_svg"]
