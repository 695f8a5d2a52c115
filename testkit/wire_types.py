"""Checks messages against the schemas of the API: no field may be missing or unknown."""

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


def has_wire_type(name: str, values: object) -> bool:
    """Whether a decoded JSON value is valid for the type of this name."""
    return _validator(name).is_valid(values)


def check_wire_type(name: str, values: object) -> None:
    """Fail unless a decoded JSON value is valid for the type of this name, and list the errors."""
    errors = [
        f"{list(error.instance_path)}: {error.message[:300]}"
        for error in _validator(name).iter_errors(values)
    ]
    assert not errors, f"what was sent is not a {name}: {errors}"
