"""Settings that all tests share."""

from functools import cache

import httpx
import pytest
from hypothesis import settings

from tests.cases import cases

# The same examples in every run, so that a failure is a fact and not luck.
settings.register_profile(
    "project", deadline=None, derandomize=True, print_blob=True, max_examples=cases(30)
)
settings.load_profile("project")

# Each client of httpx would load the certificates of all authorities, which takes longer than most
# requests; nothing here uses HTTPS.
pytest.MonkeyPatch().setattr(
    "httpx._transports.default.create_ssl_context", cache(httpx.create_ssl_context)
)
