"""The stages between candidates and a published bank, and the files between them."""
