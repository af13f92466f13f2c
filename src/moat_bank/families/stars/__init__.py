"""Queens and Star Battle: boards of regions with stars that must not touch."""
