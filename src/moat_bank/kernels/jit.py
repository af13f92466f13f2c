"""How kernels are compiled: one decorator, three bit instructions, a cache folder a module.

Numba keys its disk cache by the file of the kernel alone, so an edit of a helper in another file,
or of a constant that a kernel freezes, would go unseen.  Here a module's cache folder is named by a
digest of all code that the module reaches: any edit there but one of comments compiles anew, and an
old cache can never answer for new code.

Compiled code that processes put into one cache is linked by name: the qualified name of the
function, the types of its arguments and a number that every process counts from 1.  Functions
of one name, compiled by two processes, may stand in for one another.  So every kernel has a name
of its own.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import config as numba_config
from numba.extending import intrinsic as numba_intrinsic

from moat_bank.kernels.cache import check_cache
from moat_bank.sources import digest

F = TypeVar("F", bound=Callable[..., Any])

# Numba's own annotations lack these attributes and options.
config: Any = numba_config
njit: Any = numba.njit
intrinsic: Callable[[Callable[..., Any]], Any] = numba_intrinsic

U64 = np.uint64
ZERO = U64(0)
ONE = U64(1)


@cache
def fingerprint(module: str) -> str:
    """12 hex digits that change with any code a module reaches, with Numba and with NumPy.

    A package stands for all modules in it.

    Raises:
        ModuleNotFoundError: there is no module of that name.
    """
    versions = f"{digest(module)} {numba.__version__} {np.__version__}"
    return hashlib.sha256(versions.encode()).hexdigest()[:12]


def cache_folder(module: str) -> Path | None:
    """Where the compiled kernels of a module are kept, or None where no folder can be written.

    Raises:
        ModuleNotFoundError: there is no module of that name.
    """
    root = cache_root()
    return root / f"{module}-{fingerprint(module)}" if root else None


@cache
def cache_root() -> Path | None:
    """The folder of all compiled kernels, or None where none can be written, which is said once.

    ``MOAT_BANK_CACHE`` names the folder above it, else it is the user's own cache folder.
    """
    base = os.environ.get("MOAT_BANK_CACHE") or os.environ.get("XDG_CACHE_HOME")
    try:
        root = Path(base) if base else Path.home() / ".cache"
        folder = root / "moat_bank" / "kernels"
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except (OSError, RuntimeError):
        print(
            "moat-bank: no cache folder can be written, so kernels are compiled on every start;"
            " set MOAT_BANK_CACHE to a folder that can",
            file=sys.stderr,
        )
        return None
    return folder


def small_kernel(function: F) -> F:
    """A kernel put into its callers, where passing its arguments would cost more than its work.

    An array is seven machine words to pass, and a named tuple passes all its arrays.
    """
    return _compile(function, forceinline=True)


def kernel(function: F) -> F:
    """Compile with Numba, kept in ``cache_root``; plain Python under NUMBA_DISABLE_JIT=1.

    A kernel works in memory that its caller made.  So reference counting is off (``_nrt``), which
    makes the rating three times as fast; a kernel that allocated would fail to compile.
    """
    return _compile(function, forceinline=False)


def _compile(function: F, forceinline: bool) -> F:
    if "<" in function.__qualname__:
        raise ValueError(f"{function.__qualname__}: a kernel is a named function of a module")
    module = function.__module__
    kept = not config.DISABLE_JIT and module != "__main__"  # a script has no name to find it by
    folder = cache_folder(module) if kept else None
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder or "")
    try:
        compiled: F = njit(
            cache=folder is not None,
            nogil=True,
            error_model="numpy",
            forceinline=forceinline,
            _nrt=False,
        )(function)
        if folder is not None:
            check_cache(compiled)
    finally:
        config.CACHE_DIR = before
    return compiled


@intrinsic
def _popcount(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.uint64), generate


@intrinsic
def _lowest(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.uint64), generate


@intrinsic
def _highest(typing_context: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
        return builder.sub(ir.Constant(ir.IntType(64), 63), zeros)

    return types.int64(types.uint64), generate


@intrinsic
def _span(typing_context: Any, words: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        if isinstance(words, types.BaseTuple):
            return ir.Constant(ir.IntType(64), len(words))
        return args[0]

    return types.int64(words), generate


if config.DISABLE_JIT:

    def span(words: Any) -> int:
        """Words of a mask, from ``Geometry.words``."""
        return len(words) if isinstance(words, tuple) else int(words)

    def popcount(word: Any) -> int:
        """Set bits of a uint64."""
        return int(word).bit_count()

    def lowest(word: Any) -> int:
        """Place of the lowest set bit of a uint64 that is not 0."""
        value = int(word)
        return (value & -value).bit_length() - 1

    def highest(word: Any) -> int:
        """Place of the highest set bit of a uint64 that is not 0."""
        return int(word).bit_length() - 1

else:

    @kernel
    def span(words: Any) -> int:
        """Words of a mask, from ``Geometry.words``."""
        return _span(words)  # type: ignore[no-any-return]

    @kernel
    def popcount(word: Any) -> int:
        """Set bits of a uint64."""
        return _popcount(word)  # type: ignore[no-any-return]

    @kernel
    def lowest(word: Any) -> int:
        """Place of the lowest set bit of a uint64 that is not 0."""
        return _lowest(word)  # type: ignore[no-any-return]

    @kernel
    def highest(word: Any) -> int:
        """Place of the highest set bit of a uint64 that is not 0."""
        return _highest(word)  # type: ignore[no-any-return]
