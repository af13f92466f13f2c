"""Deductions and contradictions in plain English.  Rows and columns count from 1: R3C5."""

from __future__ import annotations

from collections.abc import Sequence

from moat_bank.families.stars.words.chain import needed
from moat_bank.families.stars.words.sheet import (
    KINDS,
    Board,
    Deduction,
    Sheet,
    Trouble,
    cells_of,
)
from moat_bank.families.stars.words.suppose import End


def sentence(sheet: Sheet, one: Deduction) -> str:
    """What a deduction concludes on a sheet, and why: a whole sentence that names every cell."""
    text = clause(sheet, one)
    return f"{text[0].upper()}{text[1:]}."


def clause(sheet: Sheet, one: Deduction) -> str:
    """The same without a full stop."""
    return (
        f"{follows(sheet.board, one.stars, one.out)}, since {ARGUMENTS[one.argument](sheet, one)}"
    )


def follows(board: Board, stars: int, out: int) -> str:
    """What is concluded."""
    parts = []
    if stars:
        are = "is a star" if stars.bit_count() == 1 else "are stars"
        parts.append(f"{cell_names(board, stars)} {are}")
    if out:
        are = "is" if out.bit_count() == 1 else "are"
        parts.append(f"{cell_names(board, out)} {are} ruled out")
    return " and ".join(parts)


def _last(sheet: Sheet, one: Deduction) -> str:
    (u,) = one.units
    name, need = unit_name(sheet.board, u), sheet.need[u]
    if need == 1:
        return f"it is the only cell left in {name}"
    return f"{name} misses {counted(need, 'star')} and has only {counted(need, 'cell')} left"


def _fills(sheet: Sheet, one: Deduction) -> str:
    u, v = one.units
    need, elsewhere = one.detail
    name, other = unit_name(sheet.board, u), unit_name(sheet.board, v)
    if elsewhere:
        fit = "fits" if elsewhere == 1 else "fit"
        gives = counted(need - elsewhere, "star")
        return (
            f"only {elsewhere} of the {need} stars that {name} misses {fit} outside of {other},"
            f" which gets the {gives} it misses from there"
        )
    if sheet.board.stars == 1:
        return f"all cells left in {name} lie in {other}"
    full = "its star" if need == 1 else f"its {need} missing stars"
    return f"{name} must have {full} in {other}, which misses no more"


def _squeeze(sheet: Sheet, one: Deduction) -> str:
    (u,) = one.units
    name, (need,) = unit_name(sheet.board, u), one.detail
    left = _no_room(need)
    if not one.stars:
        where = "there" if one.out.bit_count() == 1 else "in any of them"
        return f"a star {where} would leave {name} {left}"
    if not one.out:
        them = "it" if one.stars.bit_count() == 1 else "all of them"
        return f"without {them} {name} would have {left}"
    return f"otherwise {name} would have {left}"


def _pair(sheet: Sheet, one: Deduction) -> str:
    names = unit_names(sheet.board, one.units)
    return f"otherwise {names} would have no room for the {_each(one.detail)} they miss"


def _count(sheet: Sheet, one: Deduction) -> str:
    board = sheet.board
    at_most, _, given = one.detail
    total = counted(sum(sheet.need[u] for u in one.units), "star")
    name = unit_names(board, one.units)
    misses = "misses" if len(one.units) == 1 else "miss"
    parts = unit_names(board, [part for part, _ in given])
    has = "has" if len(given) == 1 else "have"
    shares = listed([f"{counted(share, 'star')} in {unit_name(board, p)}" for p, share in given])
    if at_most:
        return f"{name} {misses} {total} and {parts} {has} room there for no more: {shares}"
    return f"{name} {misses} {total} and {parts} must put as many there: {shares}"


def _k_in_k(sheet: Sheet, one: Deduction) -> str:
    inner = unit_names(sheet.board, one.units)
    outer = unit_names(sheet.board, one.detail[0])
    return f"all cells left in {inner} lie in {outer}, so these get their stars there"


def _what_if(sheet: Sheet, one: Deduction) -> str:
    (end,) = one.detail
    return f"a star there {_leads(sheet, one.out, end)}"


def _leads(sheet: Sheet, supposed: int, end: End) -> str:
    """How a supposition ends, step by step."""
    assert end.trouble is not None
    steps = [clause(before, step) for before, step in needed(sheet, supposed, end)]
    trouble = TROUBLES[end.trouble.kind](end.sheet, end.trouble)
    if not steps:
        return f"would mean that {trouble}"
    return f"would mean that {'; then '.join(steps)}; but then {trouble}"


def _ways(sheet: Sheet, one: Deduction) -> str:
    board = sheet.board
    (u,), (count, struck) = one.units, one.detail
    ways = f"{counted(count, 'way')} to place {counted(sheet.need[u], 'star')} in"
    ways = f"{ways} {unit_name(board, u)}"
    if not struck:
        return f"all {ways} agree on this" if count > 1 else f"the only way, {ways}, says this"
    cannot = listed(
        [f"{cell_names(board, way)} {_leads(sheet, way, end)}" for way, end in struck], "; "
    )
    left = count - len(struck)
    rest = "the other one says this" if left == 1 else f"the other {left} agree on this"
    which = f"of the {ways} {len(struck)} cannot be ({cannot})"
    return f"{which} and {rest}"


ARGUMENTS = {
    "last": _last,
    "fills": _fills,
    "squeeze": _squeeze,
    "starved": _squeeze,
    "pair": _pair,
    "count": _count,
    "k in k": _k_in_k,
    "what-if": _what_if,
    "ways": _ways,
}
"""Why, by the ``argument`` of a deduction."""


def _few(sheet: Sheet, trouble: Trouble) -> str:
    need, count = trouble.detail
    name = unit_names(sheet.board, trouble.units)
    if count == 0:
        return f"{name} has no cell left for the {_missing(need)}"
    return f"{name} has only {counted(count, 'cell')} left for the {_missing(need)}"


def _cramped(sheet: Sheet, trouble: Trouble) -> str:
    return f"{unit_names(sheet.board, trouble.units)} has {_no_room(trouble.detail[0])}"


def _pair_full(sheet: Sheet, trouble: Trouble) -> str:
    names = unit_names(sheet.board, trouble.units)
    return f"{names} have no room for the {_each(trouble.detail)} they miss"


def _overfull(sheet: Sheet, trouble: Trouble) -> str:
    u, v = trouble.units
    need, elsewhere = trouble.detail
    name, other = unit_name(sheet.board, u), unit_name(sheet.board, v)
    most = counted(sheet.need[v], "star")
    return f"{name} must put {counted(need - elsewhere, 'star')} into {other}, which misses {most}"


def _too_few(sheet: Sheet, trouble: Trouble) -> str:
    total, most, parts = trouble.detail
    kind = KINDS[parts[0] // sheet.board.size] if parts else "other unit"
    names = unit_names(sheet.board, trouble.units)
    misses = "misses" if len(trouble.units) == 1 else "miss"
    return f"{names} {misses} {counted(total, 'star')} and the {kind}s can put only {most} there"


def _too_many(sheet: Sheet, trouble: Trouble) -> str:
    total, least, parts = trouble.detail
    kind = KINDS[parts[0] // sheet.board.size]
    names = unit_names(sheet.board, trouble.units)
    misses = "misses" if len(trouble.units) == 1 else "miss"
    return f"{names} {misses} {counted(total, 'star')} and the {kind}s must put {least} there"


def _clash(sheet: Sheet, trouble: Trouble) -> str:
    return f"{cell_names(sheet.board, trouble.cells)} would have to be a star and cannot be one"


def _no_way(sheet: Sheet, trouble: Trouble) -> str:
    name = unit_names(sheet.board, trouble.units)
    return f"none of the ways to place the {_missing(trouble.detail[0])} in {name} can be"


TROUBLES = {
    "few": _few,
    "cramped": _cramped,
    "pair": _pair_full,
    "overfull": _overfull,
    "too few": _too_few,
    "too many": _too_many,
    "clash": _clash,
    "no way": _no_way,
}
"""What cannot be, by the ``kind`` of a contradiction."""


def trouble_sentence(sheet: Sheet, trouble: Trouble) -> str:
    """A contradiction as a whole sentence."""
    text = TROUBLES[trouble.kind](sheet, trouble)
    return f"{text[0].upper()}{text[1:]}."


def _no_room(need: int) -> str:
    return "no cell for its star" if need == 1 else f"no room for the {need} stars that it misses"


def _missing(need: int) -> str:
    return "star that it misses" if need == 1 else f"{need} stars that it misses"


def _each(needs: Sequence[int]) -> str:
    return f"{needs[0]} and {needs[1]} stars that"


def cell_name(board: Board, x: int) -> str:
    """Such as R3C5."""
    r, c = divmod(x, board.size)
    return f"R{r + 1}C{c + 1}"


def cell_names(board: Board, cells: int) -> str:
    """Such as R1C2, R1C4 and R3C5, in order."""
    return listed([cell_name(board, x) for x in cells_of(cells)])


def region_letter(region: int) -> str:
    """A to Y for the regions 0 to 24."""
    return chr(ord("A") + region)


def _short_name(board: Board, u: int) -> str:
    kind, i = divmod(u, board.size)
    return region_letter(i) if kind == 0 else str(i + 1)


def unit_name(board: Board, u: int) -> str:
    """Such as region C or row 3."""
    return f"{KINDS[u // board.size]} {_short_name(board, u)}"


def unit_names(board: Board, units: Sequence[int]) -> str:
    """Units of one kind, such as rows 3 and 4."""
    kind = KINDS[units[0] // board.size] + "s" * (len(units) > 1)
    return f"{kind} {listed([_short_name(board, u) for u in units])}"


def listed(words: Sequence[str], comma: str = ", ") -> str:
    """Such as a, b and c."""
    return " and ".join(filter(None, (comma.join(words[:-1]), words[-1])))


def counted(count: int, noun: str) -> str:
    """Such as 1 star, 2 stars."""
    return f"{count} {noun}{'s' * (count != 1)}"
