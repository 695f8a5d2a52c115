"""Records: reading, writing, replaying, verifying and redacting; the dealer and notation."""

from .dealer import Dealer
from .errors import NotationError, RecordError
from .model import Commitment, Entry, MatchRecord, Record
from .reading import parse, read
from .recorder import Recorder, match_by_totals, match_of
from .redact import redact
from .replay import Step, moves_of, replay, steps
from .verify import verify
from .writing import to_json, write_match, write_record

__all__ = [
    "Commitment",
    "Dealer",
    "Entry",
    "MatchRecord",
    "NotationError",
    "Record",
    "RecordError",
    "Recorder",
    "Step",
    "match_by_totals",
    "match_of",
    "moves_of",
    "parse",
    "read",
    "redact",
    "replay",
    "steps",
    "to_json",
    "verify",
    "write_match",
    "write_record",
]
