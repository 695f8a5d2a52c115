"""Every rule has a test that names its id."""

import ast
import re
from pathlib import Path

from testkit.rule_ids import RULES

ROOT = Path(__file__).parent


def rules_with_a_test() -> set[str]:
    """The ids in the `rules` marks of all tests."""
    found = set()
    for path in ROOT.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rules":
                        found |= {ast.literal_eval(argument) for argument in mark.args}
    return found


def test_every_rule_is_named_by_a_test() -> None:
    assert rules_with_a_test() == RULES


def test_the_code_names_only_rules_that_exist() -> None:
    for path in (ROOT.parent / "src" / "ingenious" / "rules").glob("*.py"):
        named = set(re.findall(r"\b([A-J]\d{1,2})\b", path.read_text("utf-8")))
        assert named - {"H8", "H9"} <= RULES, path
