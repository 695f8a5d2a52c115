"""`ingenious analyse`: a position, its best moves, and what to expect of each."""

import argparse

from ..bots.hints import analyse
from ..terminal import status
from ..terminal.pieces import printable
from .console import output_console
from .given import add_position_options, read_given
from .hint import (
    add_thinking_options,
    check_goes_on,
    print_hints,
    reported_refusals,
    thinking_options,
)
from .show import title


def add_to(parser: argparse.ArgumentParser) -> None:
    """Add the description and the options of the command."""
    parser.description = (
        "Analyse a position for the seat to move: the best moves, the chance to win "
        "with each, and reasons. Unlike 'hint', it looks at the position alone, not at the moves "
        "that led to it. What the seat does not know is dealt at random."
    )
    add_position_options(parser)
    add_thinking_options(parser, count=5)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the analysis; 1 if there is nothing to decide, 2 if the file is unreadable."""
    with reported_refusals():
        given = read_given(arguments)
        check_goes_on(given)
        position, names = given.position, given.names
        found = analyse(position, seats=names, **thinking_options(arguments))
    if not arguments.json:
        console = output_console()
        console.print(title(given))
        console.print(status(position.rules, position.state, [printable(name) for name in names]))
    print_hints(found, as_json=arguments.json)
    return 0
