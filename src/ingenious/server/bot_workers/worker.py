"""The process in which bots think: `python -m ingenious.server.bot_workers.worker`.

It writes `{"ready": true}`, then answers each line, a JSON object, with another one, in order:
`{"ask": "entry", "record": …, "seat": 0, "level": 3, "seconds": 1.0}` with `{"entry": …}`,
`{"ask": "simple", …}` with the entry of a simple bot that needs nothing compiled,
`{"ask": "hints", "record": …, "seat": 0, "count": 3, "seconds": 1.0}` with `{"hints": […]}`,
each hint as the command `ingenious hint` writes it,
`{"ask": "coach", "record": …, "seat": 0, "decision": …, "said": […]}` with
`{"coach": {"advice": …}}`,
`{"ask": "ready", "game": "classic", "players": 2, "level": 3}`, when it has loaded what that bot
needs, with `{"ready": true}`, and what it cannot use with `{"error": …}`.
"""

import json
import logging
import os
import signal
import sys
from contextlib import suppress
from io import FileIO
from pathlib import Path

from ...bots.engine_protocol import load_question, read_question, write_answer
from ...bots.players import LevelPlayer, seed_of
from ...bots.question import Budget
from ...bots.simple import simple_player
from ...bots.warmup import warm_up
from ...record.entries import read_decision
from ...record.validate import a_list, a_whole_number, expected, required

log = logging.getLogger(__name__)

SIMPLE_OPTION = "--simple"
"""For a process that runs only the simple bot, at normal priority."""

NICENESS = 5
"""On a busy machine the server gets about three times our share."""


def answer(line: bytes) -> dict[str, object]:
    """The answer to a line."""
    try:
        return _answer(line.decode())
    except (ValueError, FileNotFoundError) as error:  # an invalid line, or missing weights
        return {"error": str(error)}
    except Exception as error:  # a bug; another attempt would not help
        log.exception("could not answer a question")
        return {"error": f"{type(error).__name__}: {error}"}


def _answer(line: str) -> dict[str, object]:
    values = load_question(line)

    def number(key: str) -> int:
        return a_whole_number(required(values, key, "the question"), key)

    match required(values, "ask", "the question"):
        case "entry":
            record, seat, seconds = read_question(values)
            bot = LevelPlayer(number("level"), Budget(seconds))
            return {"entry": write_answer(seat, bot.decide(record, seat, seed_of(record, seat)))}
        case "simple":
            record, seat, _ = read_question(values)
            simple = simple_player(record.game, number("level"))
            return {"entry": write_answer(seat, simple.decide(record, seat, seed_of(record, seat)))}
        case "hints":
            from ...bots.hints import hints, write_hint  # noqa: PLC0415 - the simple bot gives none

            record, seat, seconds = read_question(values)
            found = hints(record, seat, budget=Budget(seconds), count=number("count"))
            return {"hints": [write_hint(hint) for hint in found]}
        case "coach":
            from ...bots.coach import advise, write_advice  # noqa: PLC0415 - nor this

            record, seat, _ = read_question(values)
            entry = values.get("decision")
            decision = None if entry is None else read_decision(entry, record.game, seat)
            said = [
                str(about) for about in a_list(required(values, "said", "the question"), "said")
            ]
            advice = advise(record, seat, decision, said)
            return {"coach": {"advice": None if advice is None else write_advice(advice)}}
        case "hello":
            return {"ready": True}
        case "ready":
            name = str(required(values, "game", "the question"))
            warm_up(name, number("players"), [number("level")])
            return {"ready": True}
        case other:
            raise expected("'entry', 'simple', 'hints', 'coach' or 'ready'", other, "ask")


def _write_answer(answers: FileIO, values: dict[str, object]) -> None:
    data = json.dumps(values, separators=(",", ":")).encode() + b"\n"
    while data:
        data = data[answers.write(data) :]


def _lower_priority() -> None:
    """Let the server's requests go first."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    # Linux may share time between sessions first; `nice` counts only within one.
    with suppress(OSError):
        Path("/proc/self/autogroup").write_text(str(NICENESS))


def main() -> int:
    """Answer until the input ends, as it does when the server is killed."""
    # Ctrl-C reaches all processes of a terminal; the server ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if SIMPLE_OPTION not in sys.argv:
        _lower_priority()
    # What libraries print must not mix with the answers.
    answers = FileIO(os.dup(1), "w")
    os.dup2(2, 1)
    with suppress(BrokenPipeError):  # the server has ended
        _write_answer(answers, {"ready": True})
        for line in sys.stdin.buffer:
            _write_answer(answers, answer(line))
    return 0


if __name__ == "__main__":
    sys.exit(main())
