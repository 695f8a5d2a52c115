"""What people may write: names, and messages between partners.

A name and a message are one line of plain text with only visible characters. Nothing here
forbids a language: joiners are allowed where scripts and emoji need them, accents up to what
languages use. No name of a person looks like the name of a bot in a record, "Nora (bot 3)".
"""

import re
import unicodedata
from itertools import pairwise

from .errors import Refused

MAX_NAME_LENGTH = 40
MAX_MESSAGE_LENGTH = 200
"""In characters, as Unicode counts them."""

MAX_ACCENTS = 2
"""Accents on one letter, as in Vietnamese; most are part of the letter and do not count."""

MAX_MARKS = 4
"""Marks of any kind on one letter: vowel signs and tone marks stack up in some scripts."""

BOT_ENDING = re.compile(r"(?: \(bot \d\))+$")
"""How the names of bots end in a record (`Seat.record_name`)."""

_LOOK_ALIKES = {
    "b": "бвьъƅɓʙβßᏏᏰᏴᖯᗷ฿ꓐ𐊂𐊡𐌁🅑🅱🇧",
    "o": "οоօσөɵⲟᴏꬽסهჿ〇○◯⚪⚬⭕øθꓳ𐐄𐊒𐊫𐓂🅞🅾🇴",
    "t": "тτⲧᴛᎢƭʈŧ†⊤⟙ꓔ𐊗𐊱𐌕🅣🆃🇹",
}
_PLAIN = str.maketrans({other: b for b, like in _LOOK_ALIKES.items() for other in like.lower()})
_LIKE_A_BOT = re.compile(r"\([\W_]*b[\W_]*o[\W_]*t(?!(?![ilvx])[^\W\d_])")
"""A bracket and "bot", unless the word goes on; "botIII" does not."""

# Characters that show nothing although Unicode calls them letters, marks or symbols: what has the
# property Default_Ignorable_Code_Point, and blanks that have a code of their own.
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8"
    "\ufffc\U00013441\U00013442\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
_NEVER_SHOWN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"}
_MARKS = {"Mn", "Me"}
_GENERAL_ACCENTS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")

# Emoji and symbols that can look like one, some of them newer than Python's Unicode.
_EMOJI = "[\u00a9\u00ae\u203c\u2049\u2122\u2139\u2190-\u21ff\u2300-\u27bf\u2900-\u297f"
_EMOJI += "\u2b00-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff]"
_ONE_EMOJI = f"{_EMOJI}[\ufe0e\ufe0f]?[\U0001f3fb-\U0001f3ff]?"
_SEQUENCES = re.compile(
    "\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{3,6}\U000e007f"
    f"|{_ONE_EMOJI}(?:\u200d{_ONE_EMOJI})*"
    "|[0-9#*]\ufe0f?\u20e3"
)
_ARABIC = "[\u0620-\u06ff\u0750-\u077f\u08a0-\u08ff]"
_JOINED = re.compile(f"(?<={_ARABIC})\u200c(?={_ARABIC})")
_VIRAMA = 9  # the combining class of the sign after which Indic scripts use joiners

_LINK = re.compile(
    r"[a-z][a-z0-9+.-]*://|\bwww\.|\b(?:mailto|javascript|data|tel):"
    r"|\w@\w|\d{1,3}(?:\.\d{1,3}){3}|\d\.(?:com|net|org|gg|io)\b"
    r"|[^\W\d][\w-]*\.[^\W\d_]{2,}|[a-z\d]。[a-z]{2,}"
)
"""A scheme, an address, or two words with a dot and no space between them.

A browser reads the Chinese and Japanese full stop as a dot too. Between letters of those languages
it ends a sentence.
"""


def check_name(name: str) -> str:
    """A name as it is shown, without needless spaces and without the ending of a bot's name."""
    name = BOT_ENDING.sub("", _one_line(name))
    if not 1 <= len(name) <= MAX_NAME_LENGTH or not is_visible(name):
        raise Refused("name", f"a name must have 1 to {MAX_NAME_LENGTH} visible characters")
    if not _has_few_marks(name):
        raise Refused("name", f"a letter in a name can have at most {MAX_ACCENTS} accents")
    if _LIKE_A_BOT.search(_skeleton(name)):
        raise Refused("name", "only a bot's name can end like “(bot 3)”")
    return name


def check_message(text: str) -> str:
    """A message as it is shown: one line without links."""
    text = _one_line(text)
    if not 1 <= len(text) <= MAX_MESSAGE_LENGTH or not is_visible(text):
        why = f"a message must have 1 to {MAX_MESSAGE_LENGTH} visible characters"
        raise Refused("message", why)
    if not _has_few_marks(text):
        raise Refused("message", f"a letter in a message can have at most {MAX_ACCENTS} accents")
    if _LINK.search(unicodedata.normalize("NFKC", text).lower()):
        why = "links are not allowed; if this is not a link, put a space after the full stop"
        raise Refused("link", why)
    return text


def to_visible_name(name: str) -> str:
    """The name in a record from elsewhere, without characters that cannot be shown; never empty."""
    line = _one_line(name)
    if is_visible(line) and _has_few_marks(line):
        return line[:MAX_NAME_LENGTH] or "?"
    kept = "".join(letter for letter in line if letter == " " or _is_shown(letter))
    bare = unicodedata.normalize("NFD", kept)
    kept = "".join(letter for letter in bare if unicodedata.category(letter) not in _MARKS)
    return _one_line(kept)[:MAX_NAME_LENGTH] or "?"


def is_visible(text: str) -> bool:
    """Whether every character of a line is visible, and no combining mark lacks a base."""
    plain = _SEQUENCES.sub("*", text)
    plain = _JOINED.sub("", plain)
    previous = " "
    for letter in plain:
        if letter in "\u200c\u200d":
            if unicodedata.combining(previous) != _VIRAMA:
                return False
        elif letter != " ":
            lacks_base = previous == " " and unicodedata.category(letter) in _MARKS
            if lacks_base or not _is_shown(letter):
                return False
        previous = letter
    return True


def _one_line(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def _is_shown(letter: str) -> bool:
    return unicodedata.category(letter) not in _NEVER_SHOWN and not _BLANK.match(letter)


def _has_few_marks(text: str) -> bool:
    marks = accents = 0
    for letter in text:
        if unicodedata.category(letter) not in _MARKS:
            marks = accents = 0
            continue
        marks += 1
        accents += bool(_GENERAL_ACCENTS.match(letter))
        if marks > MAX_MARKS or accents > MAX_ACCENTS:
            return False
    apart = unicodedata.normalize("NFD", text)
    return not any(a == b and unicodedata.category(a) in _MARKS for a, b in pairwise(apart))


def _skeleton(name: str) -> str:
    """A name in letters that look alike: no accents, one kind of bracket, Latin b, o and t."""
    found = []
    for letter in unicodedata.normalize("NFKD", name):
        kind = unicodedata.category(letter)
        if kind in ("Ps", "Pe"):
            found.append("(")
        elif unicodedata.digit(letter, None) == 0:
            found.append("o")
        elif kind not in _MARKS and kind != "Cf":
            found.append(letter)
    return "".join(found).lower().translate(_PLAIN)
