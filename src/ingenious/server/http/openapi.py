"""The OpenAPI description of the HTTP API, and the page that shows it."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from http import HTTPStatus

import msgspec

from ..identity import COOKIE, SECURE_COOKIE
from ..wire import Schema, schemas
from .endpoint import MAX_QUERY_NUMBER, Endpoint
from .errors import JSON, ProblemDoc


def openapi_document(endpoints: Sequence[Endpoint], version: str) -> Schema:
    """The endpoints as an OpenAPI document."""
    bodies = [endpoint.body for endpoint in endpoints if endpoint.body]
    kinds = [ProblemDoc, *(e.answers for e in endpoints if e.media == JSON), *bodies]
    # Socket messages belong to no path, but their schemas are listed too.
    found, components = schemas(kinds)
    schema_of = dict(zip(map(str, kinds), found, strict=True))
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        operation = _operation(endpoint, schema_of)
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = operation
    return {
        "openapi": "3.1.0",
        "info": {"title": "Ingenious", "version": version, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": SECURITY_SCHEMES},
        "security": [{}, {"guest": []}, {"program": []}],
    }


def _operation(endpoint: Endpoint, schema_of: Mapping[str, Schema]) -> Schema:
    """One endpoint; the schemas are listed by the names of their types."""
    operation: Schema = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "responses": _responses(endpoint, schema_of),
    }
    if parameters := _parameters(endpoint):
        operation["parameters"] = parameters
    if endpoint.body:
        schema = schema_of[str(endpoint.body)]
        content = {JSON: {"schema": schema, "example": endpoint.example}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _responses(endpoint: Endpoint, schema_of: Mapping[str, Schema]) -> Schema:
    schema = schema_of[str(endpoint.answers)] if endpoint.media == JSON else {"type": "string"}
    answer = {endpoint.media: {"schema": schema}}
    problem = {JSON: {"schema": schema_of[str(ProblemDoc)]}}
    responses: Schema = {str(endpoint.status): {"description": "Done.", "content": answer}}
    body = (400, 408, 413, 415, 422) if endpoint.body else ()
    for status in sorted({*endpoint.problems, 403, 429, *body}):
        phrase = HTTPStatus(status).phrase
        responses[str(status)] = {"description": f"{phrase}.", "content": problem}
    responses["429"]["headers"] = {"Retry-After": RETRY_AFTER}
    return responses


RETRY_AFTER: Schema = {
    "required": False,
    "schema": {"type": "integer", "minimum": 1},
    "description": "seconds until the same request is allowed, if that is known",
}

SECURITY_SCHEMES: Schema = {
    "guest": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": f"`{SECURE_COOKIE}` on a server that is run with `--secure`",
    },
    "program": {"type": "http", "scheme": "bearer"},
}

ABOUT = (
    "Tables are opened, listed and read here. Play goes over a WebSocket at "
    "/api/tables/{table}/live; a program may also send the same messages to POST "
    "/api/tables/{table}."
)


def _parameters(endpoint: Endpoint) -> list[Schema]:
    found: list[Schema] = []
    for name in re.findall(r"{(\w+)}", endpoint.path):
        found.append({"name": name, "in": "path", "required": True, "schema": {"type": "string"}})
    for name, asked in endpoint.query.items():
        schema: Schema = {"type": "string"}
        if asked.is_number:
            schema = {"type": "integer", "minimum": 0, "maximum": MAX_QUERY_NUMBER}
        found.append({"name": name, "in": "query", "description": asked.meaning, "schema": schema})
    return found


PAGE_TEMPLATE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Ingenious: the API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<h1>Ingenious: the API</h1>
<p>{about} The same as a document: <a href="/api/openapi.json">openapi.json</a>.</p>
{operations}
<h2>Schemas</h2>
{schemas}
</body>
</html>
"""

STYLESHEET = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 54rem; margin: 2rem auto; padding: 0 1rem;
  color: #1d1d1f; background: #fbfaf7; }
code, pre { font: 14px/1.45 ui-monospace, monospace; }
pre { background: #efece4; padding: .75rem 1rem; overflow-x: auto; border-radius: 6px; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #d9d4c7; }
h3 code { font-size: 17px; }
a { color: #0b57a4; }
@media (prefers-color-scheme: dark) {
  body { color: #eceae4; background: #191a1c; } pre { background: #26282b; }
  h2 { border-color: #3a3c40; } a { color: #8ab8f0; } }
"""


def page(document: Schema) -> str:
    """The document as an HTML page without scripts."""
    operations = [
        f"<h3><code>{method.upper()} {escape(path)}</code></h3>\n"
        f"<p>{escape(operation['summary'])}</p>\n"
        + _section("Asks for", operation.get("requestBody", {}).get("content"))
        + "".join(
            f"<p>Query <code>{escape(p['name'])}</code>: {escape(p['description'])}.</p>\n"
            for p in operation.get("parameters", [])
            if p["in"] == "query"
        )
        + "".join(
            _section(f"Answers {status}", answer.get("content"))
            for status, answer in operation["responses"].items()
        )
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]
    schemas = [
        f'<h3 id="{escape(name)}"><code>{escape(name)}</code></h3>\n<pre>{_json(schema)}</pre>'
        for name, schema in document["components"]["schemas"].items()
    ]
    return PAGE_TEMPLATE.format(
        about=escape(ABOUT), operations="\n".join(operations), schemas="\n".join(schemas)
    )


def _section(what: str, content: Schema | None) -> str:
    if not content:
        return ""
    if JSON not in content:
        return f"<p>{what}: <code>{escape(', '.join(content))}</code></p>\n"
    schema = content[JSON]["schema"]
    if name := schema.get("$ref", "").rpartition("/")[2]:
        return f'<p>{what}: <a href="#{escape(name)}"><code>{escape(name)}</code></a></p>\n'
    return f"<p>{what}:</p>\n<pre>{_json(schema)}</pre>\n"


def _json(values: object) -> str:
    return escape(msgspec.json.format(msgspec.json.encode(values), indent=1).decode())
