"""All solutions by OR-Tools CP-SAT, from the rules stated as constraints."""

from __future__ import annotations

from functools import cache

from ortools.sat.python import cp_model

Grid = list[list[int]]


@cache
def _without_regions(size: int, stars: int) -> cp_model.CpModel:
    """Rows, columns and touching; the cell (r, c) is variable ``r * size + c``."""
    model = cp_model.CpModel()
    cells = [model.new_bool_var(f"{r},{c}") for r in range(size) for c in range(size)]
    for i in range(size):
        model.add(sum(cells[i * size : (i + 1) * size]) == stars)
        model.add(sum(cells[i::size]) == stars)
    for r in range(size - 1):
        for c in range(size - 1):
            # Any two cells that touch lie in one square of four.
            square = [cells[y * size + x] for y in (r, r + 1) for x in (c, c + 1)]
            model.add_at_most_one(square)
    return model


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, cells: list[cp_model.IntVar], size: int, limit: int) -> None:
        super().__init__()
        self.cells, self.size, self.limit = cells, size, limit
        self.found: list[list[list[int]]] = []

    def on_solution_callback(self) -> None:
        size = self.size
        self.found.append(
            [[c for c in range(size) if self.value(self.cells[r * size + c])] for r in range(size)]
        )
        if len(self.found) >= self.limit:
            self.stop_search()


def solutions(regions: Grid, stars: int = 1, limit: int = 10**9) -> list[list[list[int]]]:
    """Solutions in dictionary order; with more than ``limit``, any ``limit`` of them."""
    size = len(regions)
    model = _without_regions(size, stars).clone()
    cells = [model.get_bool_var_from_proto_index(i) for i in range(size * size)]
    for region in range(size):
        inside = [
            cells[r * size + c] for r in range(size) for c in range(size) if regions[r][c] == region
        ]
        model.add(sum(inside) == stars)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.cp_model_presolve = False
    collector = _Collector(cells, size, limit)
    status = solver.solve(model, collector)
    assert status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE)
    return sorted(collector.found)
