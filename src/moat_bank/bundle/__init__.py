"""Banks as a folder that any static host can serve: compact shards, compressed, named by hash."""

from moat_bank.bundle.build import Bundle, Shape, bundle

__all__ = ["Bundle", "Shape", "bundle"]
