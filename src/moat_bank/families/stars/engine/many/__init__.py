"""Rating boards of two or more stars: the ladder of techniques, one module a group."""
