"""Checks messages against the schemas of the wire: no key may be missing, none unknown."""

from functools import cache
from typing import Any

from jsonschema_rs import Draft202012Validator

from ingenious.server.http.openapi import openapi_document
from ingenious.server.http.routes import ENDPOINTS

DOCUMENT = openapi_document(ENDPOINTS, "")
SCHEMAS: dict[str, dict[str, Any]] = DOCUMENT["components"]["schemas"]


@cache
def _validator(name: str) -> Draft202012Validator:
    schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
    return Draft202012Validator(schema)


def is_of(name: str, values: object) -> bool:
    """Whether a value, as it comes out of JSON, is of the type that has this name."""
    return _validator(name).is_valid(values)


def check(name: str, values: object) -> None:
    """Fail unless a value is of the type that has this name, and say where it is not."""
    if is_of(name, values):
        return
    errors = _validator(name).iter_errors(values)
    told = [f"{list(error.instance_path)}: {error.message[:300]}" for error in errors]
    raise AssertionError(f"what was sent is no {name}: {told}")
