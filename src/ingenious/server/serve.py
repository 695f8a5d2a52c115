"""Running the server."""

import os
import tempfile

import uvicorn

from . import logs
from .app import MULTIPROCESS
from .config import Config

FACTORY = "ingenious.server.app:create_app"
LONGEST_MESSAGE = 16 * 1024
GOODBYE = 10
"""Seconds that requests under way have to end when the server is asked to stop."""


def serve(config: Config) -> int:
    """Run until it is asked to stop; the exit status."""
    os.environ.update(config.to_environment())  # the workers read their settings there
    logs.set_up(config.log_level)
    with tempfile.TemporaryDirectory(prefix="ingenious-metrics-") as folder:
        if config.workers > 1:
            os.environ.setdefault(MULTIPROCESS, folder)
        uvicorn.run(
            FACTORY,
            factory=True,
            host=config.host,
            port=config.port,
            workers=config.workers,
            loop="auto",
            ws="websockets-sansio",
            ws_max_size=LONGEST_MESSAGE,
            ws_per_message_deflate=False,  # costs more than it saves for messages of this size
            log_config=None,
            access_log=False,
            server_header=False,
            forwarded_allow_ips=config.proxies,
            timeout_graceful_shutdown=GOODBYE,
            timeout_keep_alive=30,
            h11_max_incomplete_event_size=32 * 1024,
        )
    return 0
