"""Random and mutated frames: `python -m soak.frames [--frames 50000] [--seed …]`.

Starts a server, opens tables of all games, and sends random and mutated frames to all of them,
while honest players play there. The server has to refuse each frame with a reason, or close its
socket with the right code. It must log no errors, and its memory must not keep growing. In the end
every table must be played to its end, with a valid record. Prints one JSON object; the exit status
is 1 if anything was wrong.
"""

import argparse
import asyncio
import json
import signal
import sys
import tempfile
from pathlib import Path

from .run import attack_server


def main() -> int:
    """Send the frames and print the results; the exit status."""
    parser = argparse.ArgumentParser(
        prog="soak.frames",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--frames", type=int, default=50_000)
    parser.add_argument("--seed", default="frames")
    arguments = parser.parse_args()
    # Exit by an exception, so that the server is stopped too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with tempfile.TemporaryDirectory(prefix="ingenious-frames-") as folder:
        found = asyncio.run(attack_server(Path(folder), arguments.frames, arguments.seed))
    command = " ".join(["python -m soak.frames", *sys.argv[1:]])
    print(json.dumps({"command": command, **found}, indent=1))
    return 1 if found["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
