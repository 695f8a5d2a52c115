"""Measures how strong the bots are: `python -m bench.strength [NAME…]`.

A link is a series of games between two bots, or of one in solo. A name is a link (`classic-2-5-4`),
a mode (`classic-2`) or a game. Without names, all links are played that are missing, unfinished or
stale, which means that the code or the weights of their bots have changed since.

Every link is stored as `bench/strength/NAME.json` while it is played. A run that is interrupted
continues there. `bench/STRENGTH.md` is written from all results.
"""

import argparse

from .links import Link, chosen_links
from .resumable import read, write
from .series import play_on
from .strength_page import write_page


def play(link: Link, games: int, jobs: int, *, again: bool) -> None:
    """Play a link until it has this number of games."""
    series = link.series()
    if not again:
        series = series.continued(read(link.file))

    def save() -> None:
        if series.scores:
            write(link.file, {"compiled": link.is_compiled} | series.values())
            print(f"{link.name}: {series.result}", flush=True)

    for _ in play_on(series, games, jobs, save, link.play):
        pass


def main() -> None:
    """Play the links that are asked for, then write the page."""
    parser = argparse.ArgumentParser(prog="python -m bench.strength")
    parser.add_argument("names", metavar="NAME", nargs="*", help="links, modes or games")
    parser.add_argument(
        "--games", type=int, help="games of each link, those played before included"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--again", action="store_true", help="forget the games played before")
    parser.add_argument("--list", action="store_true", help="only print what there is to play")
    parser.add_argument("--page", action="store_true", help="only write the page")
    options = parser.parse_args()
    try:
        links = chosen_links(options.names)
    except ValueError as error:
        parser.error(str(error))
    if options.list:
        for link in links:
            print(f"{link.status(options.games):<11} {link.name}")
        print("Stale links were played by bots that have changed since; they are played again.")
        return
    for link in [] if options.page else links:
        if options.again or link.status(options.games) != "complete":
            play(link, options.games or link.games, options.jobs, again=options.again)
            write_page()
    write_page()


if __name__ == "__main__":
    main()
