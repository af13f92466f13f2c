"""Every fact of an entry found anew, from the definitions, on numpy alone."""
