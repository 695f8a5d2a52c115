"""The line between a page and the server, which a test can hold or speak on."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute


class Line:
    """The socket of a page at a table; to be there before the page comes to it."""

    def __init__(self, page: Page) -> None:
        self.held = False
        """What the server says waits."""
        self.refusal: dict[str, Any] | None = None
        """What every decision is answered with, in place of the server."""
        self.decisions = 0
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket("**/live?*", self._connect)

    def release(self) -> None:
        """Say all that had to wait."""
        self.held = False
        for route, message in self._waiting:
            route.send(message)
        self._waiting.clear()

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def hear(message: str | bytes) -> None:
            if self.held:
                self._waiting.append((route, message))
            else:
                route.send(message)

        def ask(message: str | bytes) -> None:
            order = json.loads(message)
            is_decision = order["do"] == "play"
            self.decisions += is_decision
            if is_decision and self.refusal is not None:
                route.send(json.dumps({"type": "refused", "id": order["id"], **self.refusal}))
            else:
                server.send(message)

        server.on_message(hear)
        route.on_message(ask)
