"""How well one order agrees with another, ties and all: Spearman, tau-b, and a bootstrap."""

import numpy as np

RESAMPLES = 400


def ranks(values):
    """Ranks from 1, equals at the mean of theirs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return (last - (count - 1) / 2)[place]


def spearman(a, b):
    """Spearman's rank correlation, or NaN where all of ``a`` or all of ``b`` are equal."""
    x, y = (r - r.mean() for r in (ranks(a), ranks(b)))
    scale = np.sqrt((x @ x) * (y @ y))
    return float(x @ y / scale) if scale else float("nan")


def tau_b(a, b):
    """Kendall's tau-b, in which pairs equal in one order count for neither side; NaN as above."""
    x, y = (np.sign(np.subtract.outer(v, v)) for v in (np.asarray(a), np.asarray(b)))
    scale = np.sqrt(float(np.abs(x).sum()) * float(np.abs(y).sum()))
    return float((x * y).sum() / scale) if scale else float("nan")


def interval(a, b, seed=0):
    """The middle 95% of Spearman's correlation over boards drawn again and again, with return."""
    a, b = np.asarray(a), np.asarray(b)
    draws = np.random.default_rng(seed).integers(0, len(a), (RESAMPLES, len(a)))
    found = [spearman(a[draw], b[draw]) for draw in draws]
    found = [value for value in found if value == value]
    return tuple(np.percentile(found, (2.5, 97.5))) if found else (float("nan"),) * 2
