"""The views of a table: what a seat or a spectator sees, as the structs that are sent.

`structs`, `position`, `news`, `decision` and `records` define what goes over the wire. The API
(`/api/openapi.json`) and the types of the pages (`web/src/net/wire.ts`) are generated from them.
"""
