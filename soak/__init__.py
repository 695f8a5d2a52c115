"""Long runs that try to break the server: crashes and malformed messages."""
