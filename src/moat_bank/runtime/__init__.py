"""From a level number or a date to a board; needs orjson and numpy alone."""
