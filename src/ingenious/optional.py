"""What an installation may lack, and how to install it."""

from importlib.util import find_spec

EXTRAS = {
    "asyncpg": ("PostgreSQL needs asyncpg", "ingenious[server]"),
    "prometheus_client": ("Metrics need prometheus-client", "ingenious[server]"),
    "redis": ("Redis needs the package redis", "ingenious[server]"),
}
"""Packages that only hosts need: a sentence for people, and what to install."""

COMPLETE_EDITION = ("arena", "kernel", "perf", "server", "store", "table", "training")
"""Packages of this project that `ingenious-rules` does not have."""


def how_to_install(module: str) -> str | None:
    """A sentence for people about a module that is missing, or none if it is not optional."""
    package, _, rest = module.partition(".")
    if package in EXTRAS:
        sentence, requirement = EXTRAS[package]
        return f"{sentence}: pip install '{requirement}'"
    part = rest.partition(".")[0]
    is_ours = package == __name__.partition(".")[0] and part in COMPLETE_EDITION
    if is_ours and find_spec(f"{package}.{part}") is None:  # not only one of its modules
        return "this needs the complete edition: pip install ingenious"
    return None


__all__ = ["how_to_install"]
