"""The process that builds replays and draws previews: it answers each input line with one line."""

import os
import sys
from contextlib import suppress
from time import process_time

import msgspec
from msgspec import Raw

from ...record import RecordError
from .picture import draw_preview
from .record_reader import PictureRequest, ReadAnswer, ReadRequest, RecordProblem
from .replays import CannotReplay, history_of_table, replay_json, table_replay_json


def main() -> None:
    """Answer until the input ends, at low priority."""
    with suppress(OSError):
        os.nice(10)
    decoder, encoder = msgspec.json.Decoder(ReadRequest | PictureRequest), msgspec.json.Encoder()
    for line in sys.stdin.buffer:
        request, began = decoder.decode(line), process_time()
        made, wrong = Raw(b"null"), None
        try:
            if isinstance(request, PictureRequest):
                made = Raw(encoder.encode(draw_preview(request)))
            elif request.view is not None:
                made = Raw(history_of_table(request.text, request.view))
            elif request.is_checked:
                made = Raw(table_replay_json(request.text, request.stand_ins))
            else:
                made = Raw(replay_json(request.text, request.game))
        except CannotReplay as error:
            wrong = RecordProblem(error.code, error.message)
        except RecordError as error:
            wrong = RecordProblem("record", error.message, error.entry, error.rule, error.game)
        answer = ReadAnswer(process_time() - began, made, wrong)
        sys.stdout.buffer.write(encoder.encode(answer) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
