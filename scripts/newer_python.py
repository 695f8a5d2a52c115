"""Tries the project with the Python of a newer Debian: `python -m scripts.newer_python`.

Makes a Debian in build/ with debootstrap, installs the wheel there, runs the tests of rules and
records, and plays a game through the API of the pages. Only root can do this; for anyone else it
prints a sentence and does nothing.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from testkit.installed import Broken, check_play

ROOT = Path(__file__).resolve().parent.parent
SUITE = "trixie"
DEBIAN = ROOT / "build" / f"debian-{SUITE}"
PACKAGES = "python3,python3-venv,ca-certificates"
CERTIFICATES = Path("etc/ssl/certs/ca-certificates.crt")
ENVIRONMENT = "/opt/env"
CHECKOUT = "opt/checkout"
"""The folder of the new system that gets a copy of `COPIED`."""
COPIED = ("constraints.txt", "docs", "pyproject.toml", "testkit", "tests")


def make_debian() -> None:
    """Make the new system, unless it is there."""
    if not (DEBIAN / "usr/bin/python3").exists():
        if shutil.which("debootstrap") is None:
            _run("apt-get", "-qq", "update")
            _run("apt-get", "-qq", "install", "-y", "--no-install-recommends", "debootstrap")
        shutil.rmtree(DEBIAN, ignore_errors=True)
        DEBIAN.parent.mkdir(exist_ok=True)
        _run("debootstrap", "--variant=minbase", f"--include={PACKAGES}", SUITE, str(DEBIAN))
    shutil.copyfile("/etc/resolv.conf", DEBIAN / "etc/resolv.conf")
    if (here := Path("/", CERTIFICATES)).exists():  # with those of this network
        shutil.copyfile(here, DEBIAN / CERTIFICATES)


def install() -> None:
    """Install the wheel of this checkout and the tools of the tests."""
    checkout = DEBIAN / CHECKOUT
    shutil.rmtree(checkout, ignore_errors=True)
    checkout.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, checkout / name)
        else:
            shutil.copyfile(source, checkout / name)
    _run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(checkout))
    (wheel,) = checkout.glob("*.whl")
    _inside("python3", "-m", "venv", "--clear", ENVIRONMENT)
    tools = ("httpx", "hypothesis", "pytest", "pytest-cov")
    _inside(f"{ENVIRONMENT}/bin/pip", "install", "--quiet", f"./{wheel.name}", *tools)


def check() -> None:
    """Run the tests of rules and records, and play a game."""
    _inside(f"{ENVIRONMENT}/bin/python", "--version")
    _inside(f"{ENVIRONMENT}/bin/python", "-m", "pytest", "--quiet", "tests/rules", "tests/record")
    command = ["chroot", str(DEBIAN), f"{ENVIRONMENT}/bin/ingenious"]
    with tempfile.TemporaryDirectory() as folder:
        played = check_play(command, os.environ | {"HOME": "/root"}, Path(folder))
    print(f"Served {played.pages} files of the pages, and played {played.entries} entries.")


def _inside(*words: str) -> None:
    """Run a command in the new system, in the folder with the tests."""
    variables = f"PIP_CONSTRAINT=constraints.txt HOME=/root LC_ALL=C.UTF-8 PATH={os.defpath}"
    script = f'cd /{CHECKOUT} && exec env {variables} "$@"'
    _run("chroot", str(DEBIAN), "sh", "-c", script, "sh", *words)


def _run(*words: str) -> None:
    """Run a command; raises `Broken` if it fails."""
    if status := subprocess.run(words, cwd=ROOT, check=False).returncode:
        raise Broken(f"`{' '.join(words)}` failed with status {status}")


def main() -> int:
    """Try it, if this is root on a Debian."""
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        print("scripts/newer_python.py: skipped, because it needs root, on Debian or Ubuntu")
        return 0
    try:
        make_debian()
        install()
        check()
    except Broken as error:
        print(f"scripts/newer_python.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
