"""The browser has a sentence for every rule by which a move is refused or points are lost."""

import re
from pathlib import Path

import pytest

import ingenious.rules
from ingenious.rulebook import LANGUAGES
from testkit.rule_ids import RULES

ROOT = Path(__file__).parents[2]
_ID = re.compile(r'"([A-J]\d{1,2})"')
_SENTENCE = re.compile(r"^  'why\.(\w+)(?:\.\d+)?':\s+'(.+)',$", re.MULTILINE)


def raised() -> set[str]:
    """The ids that appear in the code as strings: in errors, awaited decisions, lost points."""
    rules = Path(ingenious.rules.__file__).parent
    sources = [*rules.glob("*.py"), rules.parent / "table" / "commands.py"]
    return {id_ for path in sources for id_ in _ID.findall(path.read_text("utf-8"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_is_a_sentence_for_every_rule_that_can_be_asked_about(language: str) -> None:
    words = (ROOT / "web" / "src" / "i18n" / language / "rules.ts").read_text("utf-8")
    sentences = dict(_SENTENCE.findall(words))
    assert raised() - set(sentences) == set()
    assert set(sentences) <= RULES
    assert all(re.search(r"[.!?]$", sentence) for sentence in sentences.values())
