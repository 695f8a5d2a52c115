"""What an installation may lack, and how to install it."""

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
    if package == __name__.partition(".")[0] and rest.partition(".")[0] in COMPLETE_EDITION:
        return "this needs the complete edition: pip install ingenious"
    return None


__all__ = ["how_to_install"]
