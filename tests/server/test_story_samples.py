"""The stories and ends that the pages are tested with are those that the server sends."""

import json

import msgspec

from ingenious.rules import game
from ingenious.table.view.news import STORY_EVENTS
from tests.server.story_samples import GAMES, MORE, RARE, TARGET, rare

UNSEEN = {"BonusLapsed"}
"""Too rare to be found by playing."""

told = json.loads(TARGET.read_text("utf-8"))


def test_the_samples_contain_every_kind_of_event() -> None:
    kinds = {kind for found in told["stories"].values() for story in found for kind, _ in story}
    assert kinds == set(STORY_EVENTS) - UNSEEN
    assert set(told["stories"]) == set(GAMES)


def test_the_endings_are_those_of_the_server() -> None:
    both = [*GAMES.items(), *MORE.items()]
    assert set(told["ends"]) == {f"{name} {players}" for name, players in both}
    for name, players in both:
        kept = told["ends"][f"{name} {players}"]
        again = json.loads(msgspec.json.encode([*rare(name, players)]))
        assert kept[len(kept) - len(again) :] == again
        assert len(again) == len(RARE.get(f"{name} {players}", []))
        ranks = {end["position"]["ranks"][0] for end in kept}
        assert len(ranks) >= min(2, len(game(name, players).sides))
