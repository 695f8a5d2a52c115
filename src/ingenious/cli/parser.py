"""The parser of the command, which suggests the right word for a misspelled one."""

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Any

MIN_LIKENESS = 0.7
"""How like a wrong word the right one is, from 0 to 1.

`--gmae` is like `--game`, `--seat` not like `--at`.
"""


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` with suggestions for wrong options, commands and choices.

    Options are written in full. Otherwise `--move 3` would be taken for `--moves`.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def check_options(self, words: Sequence[str]) -> None:
        """Refuse a wrong option and suggest the right one, before argparse misreads its value."""
        known = list(self._option_string_actions)
        for at, word in enumerate(words):
            if word == "--":
                return
            name = word.partition("=")[0]
            if not name.startswith("--") or " " in name:
                continue
            if name not in known:
                values = takewhile(lambda value: not value.startswith("-"), words[at + 1 :])
                wrong = " ".join([word, *values])
                self.error(f"unrecognized arguments: {wrong}{suggestion(name, known)}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            choices = map(str, action.choices or ())
            message = f"{error.message}{suggestion(str(value), choices)}"
            raise argparse.ArgumentError(action, message) from None


def suggestion(word: str, known: Iterable[str]) -> str:
    """A question with the known word that is meant by a wrong one; empty if none is close.

    It begins with the wrong word, if it is the only one that does, or is most like it.
    """
    names, wrong = {name.lstrip("-"): name for name in known}, word.lstrip("-")
    found = [name for name in names if wrong and name.startswith(wrong)]
    if len(found) != 1:
        found = get_close_matches(wrong, names, n=1, cutoff=MIN_LIKENESS)
    return f"; did you mean {names[found[0]]}?" if found else ""


def split_at(words: Sequence[str], command: str | None) -> tuple[Sequence[str], Sequence[str]]:
    """The words before a command and those after it."""
    if command is None:
        return words, ()
    at = words.index(command)
    return words[:at], words[at + 1 :]
