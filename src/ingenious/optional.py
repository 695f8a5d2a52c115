"""What an installation may lack, and how to install it."""

from importlib.util import find_spec

EXTRAS = {
    "asyncpg": ("PostgreSQL needs asyncpg", "server"),
    "prometheus_client": ("Metrics need prometheus-client", "server"),
    "redis": ("Redis needs the package redis", "server"),
    "shtab": ("Shell completion needs shtab", "completion"),
    "resvg_py": ("Pictures in PNG need resvg-py", "pictures"),
}
"""Packages that not everyone needs: a sentence for people, and the extra that installs them."""

EDITION = __name__.partition(".")[0]
"""`ingenious`, or `ingenious_rules`."""

COMPLETE_EDITION = ("arena", "kernel", "lessons", "perf", "server", "store", "table", "training")
"""Packages of this project that `ingenious-rules` does not have."""

NEEDS_COMPLETE_EDITION = "this needs the complete edition: pip install ingenious"
"""What `ingenious-rules` says when it lacks one of them."""


def how_to_install(module: str) -> str | None:
    """A sentence for people about a module that is missing, or none if it is not optional."""
    package, _, rest = module.partition(".")
    if package in EXTRAS:
        sentence, extra = EXTRAS[package]
        return f"{sentence}: pip install '{EDITION.replace('_', '-')}[{extra}]'"
    part = rest.partition(".")[0]
    is_ours = package == EDITION and part in COMPLETE_EDITION
    if is_ours and find_spec(f"{package}.{part}") is None:  # not only one of its modules
        return NEEDS_COMPLETE_EDITION
    return None


__all__ = ["how_to_install"]
