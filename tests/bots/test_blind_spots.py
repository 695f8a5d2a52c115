"""What each level does not see: a position for each point, in which the next level does better."""

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from ingenious import Position
from ingenious.bots import Budget, Question
from ingenious.bots.levels import thinker
from ingenious.record.notation import write_move

DOCS = Path(__file__).parents[2] / "docs" / "bots.md"
SEEDS = range(4)
SEARCH = Budget(playouts=2000)


@dataclass(frozen=True)
class BlindSpot:
    """A position in which a level overlooks something and the next one plays the right move."""

    games: str  # the heading in the docs
    level: int
    name: str
    position: str
    right: str
    is_by_chance: bool = False  # the level may find the right move by chance


BLIND_SPOTS = [
    BlindSpot(
        "The board games",
        1,
        "Long lines",
        "classic2 0:place:1:16 0.0.0.0.0.0/0.0.0.0.0.0 "
        "R4G/7/8/9/10/P4BBBBBB/4PGGRR1/4GGGRR/1BB1GOOO/YYYGGOO/YYYYOO "
        "RROBOBOPGPBB/RORBRPYBGPBP 446535454454536444445",
        "BB G8-H7",
    ),
    BlindSpot(
        "The board games",
        1,
        "Low colours",
        "classic2 0:place:1:19 10.7.5.4.1.4/6.8.5.7.1.8 "
        "RRRGGG/1RRPPG1/1RR1PGGG/2R2POOO/6POOB/P5BPORB/8OB/RYP6/YYG5/YY5/Y4O "
        "RBRBRBOYOYOB/ROYBYPGGGBBB 245635544344554354455",
        "OB J10-J11",
    ),
    BlindSpot(
        "The board games",
        1,
        "Lost points",
        "classic2 1:place:1:5 18.17.4.4.4.4/18.17.4.4.4.4 "
        "R3GG/2BGGGG/8/9/10/P9B/10/9/6O1/5OP/Y3OO "
        "RPOGOGYPGPPP/RBOBOPYGBBBP 566655464545565355454",
        "YG C10-C11",
    ),
    BlindSpot(
        "The board games",
        1,
        "Swaps",
        "classic2 1:swap:0:30 3.16.7.14.12.12/5.11.9.11.16.8 "
        "R1YGGG/RBBGGGG/RBBGGG2/RBBBOO1RR/1PBBO3RO/PPPPB4OB/PPB4GOB/PYB4O1/PYB3OP/YYYY1OP/YYOOOO "
        "RBRPOPOPGPPP/OOOPYGYGGP 456634343414345344342",
        "swap OO OP YG YG GP",
    ),
    BlindSpot(
        "The board games",
        1,
        "The other half",
        "solo1 0:place:1:26 0.0.0.0.0.0 "
        "R1BG1G/BROGGGG/BRRPPG2/BPPP5/1POP6/PPOBB5B/POOBR5/GORRR4/BBRR2O1/BYRBRPO/YYYYYO "
        "BB 354635366455645354434",
        "BB H8-G8",
    ),
    BlindSpot(
        "The board games",
        2,
        "The others' needs",
        "classic2 0:place:1:34 7.18.13.5.14.16/14.8.18.9.9.18 "
        "RRYGGG/1RRGPPG/2RG1PBB/1RRRPPPBB/1GBPPPPPBB/PPG2P1RPBB/PGYYYOORYB/GGYYBOORB/1YYBPOOR/"
        "YYYYOOO/Y1PGGO RRRGRBOYYBGP/RORGYPGBGPBB 336143355642324531242",
        "GP F5-G4",
    ),
    BlindSpot(
        "The board games",
        2,
        "Bonus placements",
        "classic2 1:place:1:26 7.7.6.17.9.10/9.9.6.5.8.15 "
        "R3GG/5G1/5GP1/5GPPP/P4GRRRR/PP3GRRBBB/PP2G1RBBB/PPOYORYBB/PPYOOYYY/1YPOOO1/YY1BOO "
        "RRRYOBOPBPBP/RPOGOPYPGBBP 454443524434655454331",
        "YP I6-I5",
    ),
    BlindSpot(
        "The board games",
        3,
        "Quiet moves",
        "classic2 1:place:1:35 13.10.6.9.11.6/9.5.10.18.7.9 "
        "RRRGGG/RRRGBGG/RPRGBGGG/RYPGRRGP1/PY1GGR1PR1/PPPYYYPPYBB/PBYYY1PBBB/G1OBYO1BB/1PG1YOOB/"
        "3GOOO/Y1PORO RYRYYPYPBPPP/RORBRPYGYPBB 443241446454242352243",
        "RO K3-J4",
    ),
    BlindSpot(
        "The board games",
        4,
        "What follows",
        "classic2 1:place:1:30 8.7.3.3.9.12/5.6.6.7.7.4 "
        "R4G/5GO/4PYOO/5GBG1/3YBRGBBB/PPPPYGGGPBB/PPP1BPGYBB/P1BGR1OOB/YGBRRRGO/YYRRROO/YYYOOO "
        "RYRGOBGPBPBP/RORYOOYGYBYP 433365432465433534323",
        "OO F8-F7",
    ),
    BlindSpot(
        "The Card Challenge",
        1,
        "Closed areas",
        "cards2 1:play:1:0 0.0.3.2.2.2/0.0.1.3.0.3 YPYB/GPYP "
        "RYRBYOYGOBBP/RPOBOBOPYGGP 001100000101100",
        "play YG",
    ),
    BlindSpot(
        "The Card Challenge",
        1,
        "Favourite colours",
        "cards2 0:play:1:0 2.0.1.0.1.2/2.0.1.0.0.3 RBYP/RPYP "
        "OYOGOBYBGBBP/OBOBOPYGGPGP 001100000101000",
        "play YB",
    ),
    BlindSpot(
        "The Card Challenge",
        1,
        "New hands",
        "cards2 1:discard:0:0 1.3.3.3.5.3/2.3.3.3.3.3 OBRB/RORP "
        "RYRPOYOYYBBP/OPOPYGGBGP 001100120213111",
        "discard OP OP YG GB GP",
    ),
    BlindSpot(
        "The Card Challenge",
        2,
        "Better among equals",
        "cards2 1:play:1:0 2.1.3.1.3.3/2.0.3.0.2.3 BPOG/YGOB "
        "RYOYOBYBGBBP/OBOPOPBGBPGP 001210000113000",
        "play GB",
        is_by_chance=True,
    ),
    BlindSpot(
        "The Card Challenge",
        3,
        "Giving up a point",
        "cards2 0:play:1:0 10.6.10.7.9.6/10.9.9.10.6.9 GBGB/GPRP "
        "RORYRPOBOPYB/RYRGRBOYYPGB 000000000000000",
        "play OB",
    ),
    BlindSpot(
        "The Card Challenge",
        4,
        "What follows",
        "cards2 1:play:1:0 6.3.4.4.4.6/6.3.6.5.4.6 BPOB/GPOP "
        "RPRPOGOBOPGP/ROOYOYYBGBBP 343212212333312",
        "play YB",
    ),
    BlindSpot(
        "The Dice Challenge",
        1,
        "Wild scores",
        "dice2 0:choose:1:3 0.1.1.1.3.0/2.1.2.0.2.1 OOPO/PPYP - -",
        "use 0+1+3=O 2",
    ),
    BlindSpot(
        "The Dice Challenge",
        1,
        "Better rolls",
        "dice2 0:choose:1:2 0.1.1.1.3.0/2.1.2.0.2.1 BBRY/PPYP - -",
        "reroll",
    ),
    BlindSpot(
        "The Dice Challenge",
        2,
        "Other colours",
        "dice2 0:choose:1:3 2.3.2.6.3.6/3.3.4.3.5.6 PRRP/BRRB - -",
        "use 0+3=Y 1 2",
    ),
    BlindSpot(
        "The Dice Challenge",
        2,
        "Low colours",
        "dice2 1:choose:1:3 6.7.6.6.4.7/5.5.7.4.6.6 OOPY/YOGY - -",
        "use 0+3=G 1 2",
    ),
    BlindSpot(
        "The Dice Challenge",
        3,
        "The last roll",
        "dice2 1:choose:1:1 6.3.3.6.3.6/3.3.4.3.5.6 PRRP/ROBP - -",
        "reroll",
    ),
    BlindSpot(
        "The Dice Challenge",
        3,
        "The race",
        "dice2 1:choose:1:3 10.6.6.6.6.7/6.6.7.5.7.7 OGBO/GGGB - -",
        "use 0 1 2 3",
    ),
    BlindSpot(
        "The Dice Challenge",
        4,
        "Dice for the others",
        "dice2 1:choose:1:1 6.5.5.6.4.6/5.4.4.4.6.6 YOYY/GOYP - -",
        "use 0 1 2 3",
    ),
]


@pytest.mark.parametrize("spot", BLIND_SPOTS, ids=lambda spot: f"{spot.games} {spot.name}")
def test_the_next_level_sees_it(spot: BlindSpot) -> None:
    played = moves(spot.position, spot.level)
    assert played != {spot.right}
    assert spot.is_by_chance or spot.right not in played
    assert moves(spot.position, spot.level + 1) == {spot.right}


def test_the_docs_list_every_point() -> None:
    text = DOCS.read_text("utf-8")
    listed, games = list[tuple[str, int, str]](), ""
    for line in text.partition("## What each level does not see")[2].splitlines():
        if line.startswith("## "):
            break
        if line.startswith("### "):
            games = line.removeprefix("### ")
        if match := re.match(r"- \*\*(.+)\*\* \(level (\d)\): ", line):
            listed.append((games, int(match[2]), match[1]))
    assert listed == [(spot.games, spot.level, spot.name) for spot in BLIND_SPOTS]


def moves(text: str, level: int) -> set[str]:
    """What a level plays in a position, with different random numbers."""
    position = Position.parse(text)
    seat = position.turn
    assert seat is not None
    rules, state = position.rules, position.state
    questions = [Question(rules, state, seat, level, SEARCH, seed) for seed in SEEDS]
    return {write_move(thinker(rules)(question)[0].decision) for question in questions}
