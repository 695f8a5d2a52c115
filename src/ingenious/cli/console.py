"""The console for tables; a module of its own, because a server starts quicker without it."""

from rich.console import Console

WIDTH_WITHOUT_TERMINAL = 120


def output_console(*, stderr: bool = False) -> Console:
    """A console for tables; wide if the output is not a terminal."""
    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal:
        console.width = WIDTH_WITHOUT_TERMINAL
    return console
