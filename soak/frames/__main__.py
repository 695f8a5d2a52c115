"""Bad frames, in full: `python -m soak.frames [--frames 50000] [--seed …]`.

Starts a server, opens tables of all games, and sends random and mutated frames to all of them at
once, while others there only want to play. Each frame has to be refused with a reason, or its
socket closed with the right code; the server's log may tell of no fault, its memory may not grow
for ever, and in the end every table has to be played to its end, with a record that holds.
Prints one JSON object, and ends with status 1 if anything was otherwise.
"""

import argparse
import asyncio
import json
import signal
import sys
import tempfile
from pathlib import Path

from .run import bombard


def main() -> int:
    """Send what was asked for, and say what was found."""
    parser = argparse.ArgumentParser(
        prog="soak.frames",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--frames", type=int, default=50_000)
    parser.add_argument("--seed", default="frames")
    arguments = parser.parse_args()
    # Whoever ends us gently wants the server ended too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with tempfile.TemporaryDirectory(prefix="ingenious-frames-") as folder:
        found = asyncio.run(bombard(Path(folder), arguments.frames, arguments.seed))
    command = " ".join(["python -m soak.frames", *sys.argv[1:]])
    print(json.dumps({"command": command, **found}, indent=1))
    return 1 if found["problems"] else 0


if __name__ == "__main__":
    sys.exit(main())
