"""What a build does, from config to published banks, for any kind of puzzle."""
