"""What people may write: every character is visible, and no name looks like a bot's."""

import unicodedata
from time import process_time

import pytest

from ingenious.table import Refused
from ingenious.table.texts import check_message, check_name, to_visible_name

ALLOWED = (
    "Ann",
    "Zoë",
    "Nguyễn Thị Hồng Vân",
    "Ελένη",
    "Юлия Ёлкина",
    "שָׁלוֹם",
    "محمّد",
    "علی\u200cرضا",  # Persian writes a non-joiner inside words
    "क्\u200dष",  # and Hindi a joiner after the sign that takes away a vowel
    "ณัฐพงษ์ ผู้",
    "山田 太郎",
    "김민준",
    "O'Neill-Smith (2nd)",
    "Ann (Botany)",
    "Ann (607)",
    "Max (1984)",
    "🙂",
    "❤️ Ann",
    "👩‍👩‍👧‍👦",  # joined by U+200D
    "👩🏽‍🚀",
    "🏳️‍🌈",
    "🏴󠁧󠁢󠁳󠁣󠁴󠁿",  # with tags
    "1️⃣ #️⃣",
    "🇩🇪🇫🇷",
    "\U0001fae8",  # an emoji newer than Python's own list
)

INVISIBLE = (
    "\u3164",
    "\u2800",
    "\uffa0",
    "\u034f",
    "\u115f\u1160",
    "\u200b",
    "\u200d",
    "\u2060",
    "\u00ad",
    "\u180e",
    "\ufe0f",
    "\u3000",
    "\u2028",
    "\U000e0041",
    "\ufff9",
    "\ufffc",
    "\ue000",
    "\u0301",
    "\x00",
    "\ufeff",
)

LOOK_ALIKES = (
    "Nora (bot 3",
    "Nora ( bot 3 )",
    "Nora (Bot 3)",
    "Nora （bot 3）",
    "Nora [bot 3]",
    "Nora ⟮bot 3⟯",
    "Nora (bоt 3)",  # Cyrillic о
    "Nora (ꓐꓳꓔ 3)",  # Lisu
    "Nora (b𐐬t 3)",  # Deseret
    "Nora (🅱️🅾️🆃 3)",
    "Nora (🇧🇴🇹 3)",
    "Nora (воt 3)",
    "Nora (bοτ 3)",  # Greek
    "Nora (b0t 3)",
    "Nora (ＢＯＴ ３)",
    "Nora (𝐛𝐨𝐭 𝟑)",
    "Nora (bot③)",
    "Nora (bot III)",
    "Nora (botⅢ)",
    "Nora (b o t 3)",
    "Nora (b.o.t. 3)",
    "Nora (ḃöţ 3)",
    "Nora ⒝⒪⒯⑶",
    "Nora (бот 3)",
    "Nora (bot 3) ·",
    "Nora (bot\u00a03)~",
)


@pytest.mark.parametrize("name", ALLOWED)
def test_names_of_all_scripts_and_emoji_are_kept(name: str) -> None:
    assert check_name(f"  {name} ") == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("hidden", INVISIBLE)
def test_invisible_names_are_refused(hidden: str) -> None:
    for name in (hidden, hidden * 3, f" {hidden} "):
        with pytest.raises(Refused, match="visible characters") as refusal:
            check_name(name)
        assert refusal.value.code == "name"


@pytest.mark.parametrize("hidden", [h for h in INVISIBLE if not h.isspace() and h != "\u0301"])
def test_invisible_characters_are_refused_in_names_and_messages(hidden: str) -> None:
    with pytest.raises(Refused, match="visible characters"):
        check_name(f"An{hidden}n")
    with pytest.raises(Refused, match="visible characters"):
        check_message(f"take{hidden}red")


def test_every_character_of_unicode_that_can_be_ignored_is_refused() -> None:
    """Those with the property Default_Ignorable_Code_Point, and all controls and spaces."""
    ignorable = [0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810)]
    ignorable += [*range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164]
    ignorable += [*range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0xFFF0, 0xFFF9)]
    ignorable += [*range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)]
    blank = [*range(0x20), *range(0x7F, 0xA1), 0x2800, 0x1680, *range(0x2000, 0x200B), 0x3000]
    for code in ignorable + blank:
        with pytest.raises(Refused):
            check_name(chr(code))


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_a_persons_name_cannot_look_like_a_bots(name: str) -> None:
    with pytest.raises(Refused, match="only a bot's name can end like"):
        check_name(name)


def test_the_suffix_of_a_bot_is_removed() -> None:
    for name in ("Nora (bot 3)", "Nora  (bot 3) (bot 1) ", "Nora (bot\u00a03)", "Nora (bot ٣)"):
        assert check_name(name) == "Nora"


def test_accents_do_not_stack_up() -> None:
    assert check_name("Z\u0308\u0301") == "Z\u0308\u0301"
    for name in (
        "Z\u0308\u0301\u0300",
        "Z\u0301\u0301",
        "Z\u0308\u0308",
        "Z" + "\u0335\u0336\u0337\u0338" * 5,
    ):
        with pytest.raises(Refused, match="at most 2 accents"):
            check_name(name)


def test_the_length_is_bounded() -> None:
    assert check_name("x" * 40)
    assert check_message("x" * 200)
    for check, longest in ((check_name, 40), (check_message, 200)):
        with pytest.raises(Refused, match=f"1 to {longest} visible characters"):
            check("x" * (longest + 1))


LINKS = (
    "see https://example.org",
    "HTTP://EXAMPLE",
    "www.example",
    "example.com",
    "go to example.co.uk/path now",
    "ｅｘａｍｐｌｅ．ｃｏｍ",
    "bücher.de",
    "пример.рф",
    "me@example",
    "10.0.0.1",
    "123.com",
    "javascript:alert(1)",
    ".example.com",
    "look...example.com",
    "look\u2026example.com",
    "example\u3002com",
    "example\uff61com",
)


@pytest.mark.parametrize("text", LINKS)
def test_links_are_refused_with_a_reason(text: str) -> None:
    with pytest.raises(Refused, match="links are not allowed") as refusal:
        check_message(text)
    assert refusal.value.code == "link"


@pytest.mark.parametrize(
    "text",
    [
        "I hold two reds... block green!",
        "e.g. z.B. usw.",
        "H8-H9, then 3.5",
        "3.Runde",
        "well: red/blue?",
        "好。我们走吧",
        "ok 👍🏽",
    ],
)
def test_ordinary_messages_are_kept(text: str) -> None:
    assert check_message(f" {text}\n") == text


def test_a_long_message_is_checked_quickly() -> None:
    started = process_time()
    for text in ("a-" * 100, "a." * 100, "1." * 100, "-" * 200, "a" * 200, "a_1-" * 50):
        for _ in range(10):
            try:
                check_message(text)
            except Refused:
                continue
    assert process_time() - started < 3


def test_names_of_imported_records_are_shown_without_invisible_characters() -> None:
    assert to_visible_name("Nora (bot 3)") == "Nora (bot 3)"
    assert to_visible_name("A\u202enn\u3164") == "Ann"
    assert to_visible_name("\u2800") == to_visible_name("") == "?"
    assert to_visible_name("Z" + "\u0335\u0336\u0337\u0338" * 9) == "Z"
    assert to_visible_name("x" * 99) == "x" * 40
