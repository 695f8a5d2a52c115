"""The server: HTTP and WebSocket, lobby, bot workers."""
