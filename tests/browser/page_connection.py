"""The socket between a page and the server, which a test can hold back or answer itself."""

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute


class PageConnection:
    """Intercepts a page's socket; create it before the page opens the socket."""

    def __init__(self, page: Page) -> None:
        self.is_held = False  # whether messages of the server are held back
        self.refusal: dict[str, Any] | None = None  # the answer to every decision, if any
        self.decisions = 0  # that the page has sent
        self._waiting: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket("**/live?*", self._connect)

    def release(self) -> None:
        """Send the messages that were held back."""
        self.is_held = False
        for route, message in self._waiting:
            route.send(message)
        self._waiting.clear()

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def from_server(text: str | bytes) -> None:
            if self.is_held:
                self._waiting.append((route, text))
            else:
                route.send(text)

        def from_page(text: str | bytes) -> None:
            message = json.loads(text)
            is_decision = message["do"] == "play"
            self.decisions += is_decision
            if is_decision and self.refusal is not None:
                route.send(json.dumps({"type": "refused", "id": message["id"], **self.refusal}))
            else:
                server.send(text)

        server.on_message(from_server)
        route.on_message(from_page)
