"""What the engines share: compiling and its cache, and random numbers."""
