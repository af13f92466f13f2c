"""A counter-based generator: the stream of a candidate depends on its name and nothing else.

Word ``i`` of a stream is ``mix(key + i * GAMMA)``, the SplitMix64 sequence of Steele, Lea and Flood
("Fast splittable pseudorandom number generators", OOPSLA 2014), so any word can be had alone.
"""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from moat_bank.kernels.jit import U64, kernel

State = NDArray[np.uint64]

GAMMA = U64(0x9E3779B97F4A7C15)
MIX_A = U64(0xBF58476D1CE4E5B9)
MIX_B = U64(0x94D049BB133111EB)


def stream_key(*parts: object) -> int:
    """A 64-bit key for a kind of boards, from its parts' text; the same on every machine."""
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


@kernel
def mix(word: Any) -> Any:
    """Scramble a uint64; a bijection."""
    word = (word ^ (word >> U64(30))) * MIX_A
    word = (word ^ (word >> U64(27))) * MIX_B
    return word ^ (word >> U64(31))


@kernel
def start(state: State, key: Any, seed: Any) -> None:
    """Set the one-word state to the start of a candidate's stream."""
    state[0] = mix(key ^ mix(seed * GAMMA))


@kernel
def below(state: State, bound: int) -> Any:
    """A number from 0 to bound - 1, for bounds up to 2**31; advances the stream by one word.

    The bias of the multiply-and-shift is under bound / 2**32.
    """
    state[0] += GAMMA
    return np.int64(((mix(state[0]) >> U64(32)) * U64(bound)) >> U64(32))
