"""The parser of the command, which suggests the right word for a misspelled one."""

import argparse
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Any


class Parser(argparse.ArgumentParser):
    """An `ArgumentParser` with suggestions for wrong options, commands and choices."""

    def check_options(self, words: Sequence[str]) -> None:
        """Refuse a wrong option and suggest the right one, before argparse misreads its value."""
        known = list(self._option_string_actions)
        for at, word in enumerate(words):
            if word == "--":
                return
            name = word.partition("=")[0]
            if not name.startswith("--") or " " in name:
                continue
            if not any(option.startswith(name) for option in known):
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
    """A question with the known word that is closest to a wrong one; empty if none is close."""
    names = {name.lstrip("-"): name for name in known}
    found = get_close_matches(word.lstrip("-"), names, n=1)
    return f"; did you mean {names[found[0]]}?" if found else ""


def split_at(words: Sequence[str], command: str | None) -> tuple[Sequence[str], Sequence[str]]:
    """The words before a command and those after it."""
    if command is None:
        return words, ()
    at = words.index(command)
    return words[:at], words[at + 1 :]
