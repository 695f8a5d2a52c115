"""Requests that are generated from the description of the API: answered as described, never a 5xx.

Collecting these tests generates all their cases, so `make test` gives them one process.
"""

import json
from itertools import cycle
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import settings
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi.checks import positive_data_acceptance

from ingenious import __version__
from ingenious.server.http import openapi
from ingenious.server.http.routes import ENDPOINTS
from testkit.guests import Guest
from testkit.server_process import ServerProcess

from .conftest import GuestAtTables

DOCUMENT = json.loads(msgspec.json.encode(openapi.openapi_document(ENDPOINTS, __version__)))
load_all_checks()
described = schemathesis.openapi.from_dict(DOCUMENT)
described.config.generation.update(deterministic=True)

CHECKED_BEYOND_SCHEMA = ("POST /api/tables", "POST /api/replays")
"""Operations that refuse some bodies although they match the schema: contradictory settings, and
records of illegal games."""

EXAMPLES = 10

pytestmark = pytest.mark.usefixtures("without_faults")


def test_the_document_that_is_served_is_the_one_that_is_checked(server: ServerProcess) -> None:
    assert httpx.get(server.url + "/api/openapi.json").json() == DOCUMENT


turns = cycle(range(6))


# Both in one test, because generating all the cases takes long.
@described.parametrize()
@settings(max_examples=EXAMPLES)
def test_the_api_is_as_described_for_strangers_and_guests(
    case: Any, server: ServerProcess, guest_at_tables: GuestAtTables
) -> None:
    response = case.call(base_url=server.url, timeout=30)
    case.validate_response(response, excluded_checks=excluded_checks_for(case, response))

    turn = next(turns)
    if "table" in case.path_parameters:
        case.path_parameters["table"] = guest_at_tables.tables[turn % 3]
    headers = guest_at_tables.ways[turn % 2]
    if case.operation.label == "DELETE /api/tokens":  # the token would be revoked
        headers = {"Authorization": f"Bearer {Guest(server.url, 'Eve').token}"}
    response = case.call(base_url=server.url, headers=headers, timeout=30)
    excluded = excluded_checks_for(case, response)
    case.validate_response(response, headers=headers, excluded_checks=excluded)


def excluded_checks_for(case: Any, response: Any) -> list[Any]:
    """Checks that do not apply to this response, although it is right."""
    is_one = case.operation.label in CHECKED_BEYOND_SCHEMA and response.status_code == 422
    return [positive_data_acceptance] if is_one else []
