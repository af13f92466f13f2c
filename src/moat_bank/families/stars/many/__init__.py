"""Boards with two or more stars a unit: the same stages, by kernels of their own."""
