"""The question in docs/examples. To write it again: python -m testkit.example_question."""

from dataclasses import replace
from pathlib import Path

from ingenious import Position, read, redact
from ingenious.bots.engine_protocol import write_question

EXAMPLES = Path(__file__).parent.parent / "docs" / "examples"
FILE = EXAMPLES / "question.json"
ENTRIES = 70
"""Late in the game, when few placements are left, so that the question is short."""


def example_question() -> str:
    """The question about a position of the example of classic."""
    (record,) = read(EXAMPLES / "classic.jsonl")
    seat = Position.of(record, ENTRIES).turn
    assert seat is not None, "a seat has to decide"
    record = replace(record, log=record.log[:ENTRIES], result=None)
    return write_question(redact(record, seat), seat, 1.0)


if __name__ == "__main__":
    FILE.write_text(f"{example_question()}\n", "utf-8")
