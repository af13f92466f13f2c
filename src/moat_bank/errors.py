"""The one error that a user may see."""


class MoatError(ValueError):
    """Bad input, told in one line: what, where, and how to mend it.

    The command line prints it without a traceback and exits nonzero; a program that calls the
    package may catch it as a ``ValueError``.
    """
