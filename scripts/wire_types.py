"""Generates the browser's types from the server's: `python scripts/wire_types.py`."""

import re
from collections.abc import Iterator
from pathlib import Path

from ingenious.server.http.openapi import openapi_document
from ingenious.server.http.routes import ENDPOINTS
from ingenious.server.wire import Schema

TYPES_FILE = Path(__file__).resolve().parent.parent / "web" / "src" / "net" / "wire.ts"
COMMAND = "python scripts/wire_types.py"

FILE_HEAD = f"""\
// The wire types, generated from the server's own types. To regenerate them:
//   {COMMAND}
"""

BROWSER_NAMES = {"ProblemDoc": "Problem"}
"""Types with another name in the browser."""

TYPE_NAMES = {"integer": "number", "object": "Record<string, unknown>"}
MAX_LINE_LENGTH = 140


class TypeScriptWriter:
    """Writes the schemas of an OpenAPI document as TypeScript.

    The server sends all keys except optional ones; clients may also leave out keys with a default.
    A type that goes both ways is written twice if the two differ.
    """

    def __init__(self, document: Schema) -> None:
        self._schemas: dict[str, Schema] = document["components"]["schemas"]
        bodies = [
            one["requestBody"]
            for path in document["paths"].values()
            for one in path.values()
            if "requestBody" in one
        ]
        answers = [one["responses"] for path in document["paths"].values() for one in path.values()]
        self._asked = self._reached([*bodies, self._schemas["ClientMessage"]]) | {"ClientMessage"}
        sent = self._reached([*answers, self._schemas["ServerMessage"]])
        self._two_way = {
            name
            for name in self._asked & sent
            if any(
                self._is_looser(below) for below in self._reached([self._schemas[name]]) | {name}
            )
        }

    def written(self) -> str:
        """The whole file."""
        parts = [FILE_HEAD]
        for name in self._schemas:
            parts.append(
                self._declared(name, asked=name in self._asked and name not in self._two_way)
            )
            if name in self._two_way:
                parts.append(self._declared(name, asked=True))
        return "\n".join(parts)

    def _reached(self, found: object) -> set[str]:
        """The names of all types that a schema refers to."""
        reached: set[str] = set()
        fresh = set(_references(found))
        while fresh:
            reached |= fresh
            fresh = {n for name in fresh for n in _references(self._schemas[name])} - reached
        return reached

    def _is_looser(self, name: str) -> bool:
        return any("default" in part for part in self._schemas[name].get("properties", {}).values())

    def _name(self, name: str, asked: bool) -> str:
        return ("Wanted" if asked and name in self._two_way else "") + BROWSER_NAMES.get(name, name)

    def _declared(self, name: str, asked: bool) -> str:
        schema = self._schemas[name]
        note = _note(schema.get("description", ""), "")
        if "properties" not in schema:
            kind = " " + self._kind(schema, asked)
            if len(kind) > MAX_LINE_LENGTH:
                kind = "\n  | " + kind[1:].replace(" | ", "\n  | ")
            return f"{note}export type {self._name(name, asked)} ={kind}\n"
        lines = [
            _field(
                f"  {key}{self._mark(schema, key, asked)}: {self._kind(part, asked)}",
                part.get("description", ""),
            )
            for key, part in schema["properties"].items()
        ]
        return f"{note}export interface {self._name(name, asked)} {{\n{''.join(lines)}}}\n"

    def _mark(self, schema: Schema, key: str, asked: bool) -> str:
        """Whether a key may be missing."""
        is_sent = "default" in schema["properties"][key] and not asked
        return "" if is_sent or key in schema.get("required", ()) else "?"

    def _kind(self, schema: Schema, asked: bool) -> str:
        if "$ref" in schema:
            return self._name(schema["$ref"].rpartition("/")[2], asked)
        if "anyOf" in schema:
            return " | ".join(self._kind(part, asked) for part in schema["anyOf"])
        if "enum" in schema or "const" in schema:
            return " | ".join(_literal(v) for v in schema.get("enum", [schema.get("const")]))
        if "prefixItems" in schema:
            return f"[{', '.join(self._kind(part, asked) for part in schema['prefixItems'])}]"
        if schema.get("type") == "array":
            kind = self._kind(schema["items"], asked)
            return f"({kind})[]" if " | " in kind else f"{kind}[]"
        if isinstance(values := schema.get("additionalProperties"), dict):
            return f"Record<string, {self._kind(values, asked)}>"
        kind = str(schema.get("type", "unknown"))
        return TYPE_NAMES.get(kind, kind)


def _references(found: object) -> Iterator[str]:
    if isinstance(found, dict):
        if isinstance(name := found.get("$ref"), str):
            yield name.rpartition("/")[2]
        for part in found.values():
            yield from _references(part)
    elif isinstance(found, list):
        for part in found:
            yield from _references(part)


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else str(value).lower()


def _field(field: str, note: str) -> str:
    """A field with its note: behind it if there is room, or else above it."""
    line = f"{field} // {note}" if note else field
    if len(line) <= MAX_LINE_LENGTH and "\n" not in line:
        return f"{line}\n"
    return _note(note, "  ") + f"{field}\n"


def _note(text: str, indent: str) -> str:
    """A description as a comment."""
    lines = re.sub(r"\n *", "\n", text.strip()).split("\n") if text else []
    if len(lines) < 2:
        return "".join(f"{indent}/** {line} */\n" for line in lines)
    body = "".join(f"{indent} * {line}".rstrip() + "\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def written() -> str:
    """The file of types as it should be."""
    return TypeScriptWriter(openapi_document(ENDPOINTS, "")).written()


if __name__ == "__main__":
    TYPES_FILE.write_text(written(), encoding="utf-8")
