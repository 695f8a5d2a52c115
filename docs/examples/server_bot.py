"""A bot that plays a game on a server: python server_bot.py URL [TABLE INVITE].

Without a table it opens one, and plays the duel against a bot of the server.
"""

import json
import sys
import time
from typing import Any
from urllib.request import Request, urlopen

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ingenious.bots import player
from ingenious.record import Record, read
from ingenious.record.entries import write_decision

DUEL = {"settings": {"games": ["duel"], "seats": [{}, {"kind": "bot"}]}, "sit": [0], "begin": True}


def ask(url: str, headers: dict[str, str], values: object = None) -> Any:
    """What the server answers to a GET, or to a POST of some values."""
    data = None if values is None else json.dumps(values).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json", **headers})) as response:
        return json.load(response)


def decide(record: dict[str, Any], seat: int) -> dict[str, Any]:
    """The decision of a seat, from the record as the seat knows it. Put your own idea here."""
    known = read(record)
    assert isinstance(known, Record)
    return {"seat": seat, **write_decision(player("3").decide(known, seat, seed=len(known.log)))}


def play(socket: ClientConnection) -> dict[str, Any]:
    """Follow the table to its end, and decide whenever it is the bot's turn; the last record."""
    view, record = dict[str, Any](), dict[str, Any](log=[])
    while not view or view["shared"]["phase"] != "over":
        message = json.loads(socket.recv())
        if "view" in message:  # a whole table, or an update
            view, record = message["view"], message.get("record") or record
            if "record" not in message:
                record["log"] += [e for news in message["news"] for e in news.get("entries", ())]
        elif message.get("again"):  # the store was away for a moment
            time.sleep(1)
        else:  # a heartbeat, presence, or a refusal: too late, and the news comes anyway
            if message["type"] == "refused":
                sys.stderr.write(f"{message}\n")
            continue
        if any(news["event"] == "asked-back" for news in message.get("news", ())):
            socket.send(json.dumps({"do": "takeback-reply", "agrees": True}))
        elif (turn := view.get("turn")) and turn["seat"] == view["looks"]:
            order = {"do": "play", "seat": turn["seat"], "number": view["number"] + 1}
            socket.send(json.dumps({**order, "decision": decide(record, turn["seat"])}))
    return record


def main(url: str, table: str = "", invite: str = "") -> None:
    """Take a seat and play; reconnect after a lost connection."""
    me = ask(f"{url}/api/tokens", {}, {"name": "Example"})
    headers = {"Authorization": f"Bearer {me['token']}"}
    if not table:
        table = ask(f"{url}/api/tables", headers, DUEL)["table"]
    else:
        seats = ask(f"{url}/api/tables/{table}?invite={invite}", headers)["view"]["shared"]["seats"]
        free = [seat["taken"] for seat in seats].index(False)
        ask(f"{url}/api/tables/{table}", headers, {"do": "sit", "seat": free, "invite": invite})
    live, result = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/live", None
    while result is None:
        try:
            with connect(live, additional_headers=headers) as socket:
                result = play(socket)["result"]
        except (ConnectionClosed, OSError):
            time.sleep(1)
    sys.stdout.write(f"{table} is over: {json.dumps(result)}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
