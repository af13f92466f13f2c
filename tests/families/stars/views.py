"""Views of solutions, by size and stars as a solution has them."""

from typing import Any

from moat_bank.families.stars.kind import StarsKind
from moat_bank.families.stars.play import view_solution


def transform_solution(solution: Any, t: int) -> Any:
    stars = len(solution[0]) if isinstance(solution[0], list) else 1
    return view_solution(StarsKind(len(solution), stars), solution, t)
