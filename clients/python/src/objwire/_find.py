"""Where the server's binary is."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from collections.abc import Iterator

from ._errors import ServerNotFound

ENVIRONMENT_VARIABLE = "OBJWIRE_BINARY"
_NAME = "objwire"


def find_server(server: str | os.PathLike[str] | None = None) -> str:
    """The path of the objwire binary.

    A `server` that is given decides alone, then the environment variable OBJWIRE_BINARY; both may be a path (`~` is
    expanded) or a name to look up on PATH. Otherwise the binary that was installed with this package comes first,
    then PATH, then ~/.local/bin.

    Raises ServerNotFound, which lists every place that was looked at.
    """
    if server is not None:
        return _named(os.fspath(server), "server=")
    from_environment = os.environ.get(ENVIRONMENT_VARIABLE)
    if from_environment:
        return _named(from_environment, f"${ENVIRONMENT_VARIABLE}=")

    searched = [f"${ENVIRONMENT_VARIABLE} (not set)"]
    for directory, reason in _script_directories():
        path = os.path.join(directory, _NAME)
        if _is_program(path):
            return path
        searched.append(f"{path} ({reason})")
    found = shutil.which(_NAME)
    if found is not None:
        return found
    searched.append(f"{_NAME} on PATH ({os.environ.get('PATH') or 'empty'})")
    path = os.path.join(os.path.expanduser("~"), ".local", "bin", _NAME)
    if _is_program(path):
        return path
    searched.append(path)
    raise ServerNotFound(searched)


def _named(name: str, origin: str) -> str:
    path = os.path.expanduser(name)
    if os.path.dirname(path):
        if _is_program(path):
            return path
        problem = "not executable" if os.path.isfile(path) else "no such file"
        raise ServerNotFound([f"{path} (from {origin}{name}: {problem})"])
    found = shutil.which(path)
    if found is None:
        raise ServerNotFound([f"{name} on PATH (from {origin}{name}; PATH is {os.environ.get('PATH') or 'empty'})"])
    return found


def _script_directories() -> Iterator[tuple[str, str]]:
    """Where installers put programs that come with this package, each with the way of installing that does so."""
    seen: list[str] = []
    for directory, reason in _candidates():
        if directory and directory not in seen:
            seen.append(directory)
            yield directory, reason


def _candidates() -> Iterator[tuple[str | None, str]]:
    yield sysconfig.get_path("scripts"), "scripts of this Python"
    yield sysconfig.get_path("scripts", vars={"base": sys.base_prefix}), "scripts of the base Python"
    package = os.path.dirname(os.path.abspath(__file__))
    site = os.path.dirname(package)
    if os.path.basename(site) in ("site-packages", "dist-packages"):
        # <prefix>/lib/pythonX.Y/site-packages beside <prefix>/bin.
        prefix = os.path.dirname(os.path.dirname(os.path.dirname(site)))
        yield os.path.join(prefix, "bin"), "pip install --prefix"
    yield os.path.join(site, "bin"), "pip install --target"
    yield sysconfig.get_path("scripts", f"{os.name}_user"), "pip install --user"


def _is_program(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)
