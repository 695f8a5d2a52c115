"""A server with another build of the pages: `python -m testkit.other_site FOLDER serve …`.

The rest of the command is that of `ingenious`.
"""

import re
import shutil
import sys
from pathlib import Path

from ingenious.cli import main
from ingenious.server.http import static

VERSION = re.compile(r'"version":"\w+"')
HASHED = re.compile(r"(?P<name>.+)-(?P<hash>[\w-]{8})(?P<suffix>\.\w+)")


def rename_assets(site: Path, folder: Path) -> None:
    """Copy a built site so that every asset has another name, as after a change of all sources."""
    shutil.copytree(site, folder)
    names = {
        path.name: f"{found['name']}-{found['hash'][::-1]}{found['suffix']}"
        for path in (folder / "assets").iterdir()
        if (found := HASHED.fullmatch(path.name))
    }
    assert not set(names) & set(names.values())
    for path in [*folder.glob("*.*"), *(folder / "assets").iterdir()]:
        if path.suffix in (".css", ".html", ".js"):
            text = path.read_text("utf-8")
            for old, new in names.items():
                text = text.replace(old, new)
            path.write_text(text, "utf-8")
        if path.name == "worker.js":
            path.write_text(VERSION.sub('"version":"second"', path.read_text("utf-8")), "utf-8")
        if path.name in names:
            path.rename(path.with_name(names[path.name]))


if __name__ == "__main__":
    static.SITE = Path(sys.argv.pop(1))
    sys.exit(main())
