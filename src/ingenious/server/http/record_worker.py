"""The process that builds replays: it answers each input line with one line."""

import os
import sys
from contextlib import suppress
from time import process_time

import msgspec
from msgspec import Raw

from ...record import RecordError
from .record_reader import ReadAnswer, ReadRequest, RecordProblem
from .replays import CannotReplay, history_of_table, replay_json, table_replay_json


def main() -> None:
    """Answer until the input ends, at low priority."""
    with suppress(OSError):
        os.nice(10)
    decoder, encoder = msgspec.json.Decoder(ReadRequest), msgspec.json.Encoder()
    for line in sys.stdin.buffer:
        request, began = decoder.decode(line), process_time()
        replay, wrong = Raw(b"null"), None
        try:
            if request.view is not None:
                replay = Raw(history_of_table(request.text, request.view))
            elif request.is_checked:
                replay = Raw(table_replay_json(request.text, request.stand_ins))
            else:
                replay = Raw(replay_json(request.text, request.game))
        except CannotReplay as error:
            wrong = RecordProblem(error.code, error.message)
        except RecordError as error:
            wrong = RecordProblem("record", error.message, error.entry, error.rule, error.game)
        answer = ReadAnswer(process_time() - began, replay, wrong)
        sys.stdout.buffer.write(encoder.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
