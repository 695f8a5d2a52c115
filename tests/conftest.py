"""Settings that all tests share."""

from hypothesis import settings

from tests.cases import cases

# The same examples in every run, so that a failure is a fact and not luck.
settings.register_profile(
    "project", deadline=None, derandomize=True, print_blob=True, max_examples=cases(30)
)
settings.load_profile("project")
