"""What ``verify`` does around the proofs."""
