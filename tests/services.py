"""PostgreSQL and Redis for tests: real servers of their own, in a temporary folder."""

from bench.services import HOST, Postgres, Redis, postgres, redis

__all__ = ["HOST", "Postgres", "Redis", "postgres", "redis"]
