"""Where the tests find the server, and how they start one."""

from __future__ import annotations

import contextlib
import os
import pathlib
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from typing import Callable

import pytest

import objwire

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]


def _find_binary() -> str | None:
    given = os.environ.get("OBJWIRE_BINARY")
    if given:
        return given
    for configuration in ("release", "debug"):
        path = REPOSITORY / ".build" / configuration / "objwire"
        if path.is_file():
            return str(path)
    return shutil.which("objwire")


@pytest.fixture(scope="session", autouse=True)
def binary() -> str:
    """The server's binary, which every client of the tests finds by the environment variable."""
    path = _find_binary()
    if path is None:
        pytest.exit("no objwire binary: run `swift build`, or set OBJWIRE_BINARY", returncode=2)
    path = os.path.abspath(path)
    os.environ["OBJWIRE_BINARY"] = path
    return path


@pytest.fixture
def client() -> Iterator[objwire.Client]:
    """A client whose server keeps its tasks in memory; a test that hangs is a test that fails."""
    client = objwire.Client(in_memory=True, timeout=30)
    yield client
    client._close(warn=False)


@pytest.fixture
def store(tmp_path: pathlib.Path) -> pathlib.Path:
    return tmp_path / "tasks.sqlite"


# A server that does what a test says after the handshake: `answer(id, result)` and `lines`, what is asked of it.
_FAKE_SERVER = """
import json, os, signal, sys, time
lines = iter(sys.stdin.readline, "")
def send(message):
    sys.stdout.write(json.dumps(message) + "\\n")
    sys.stdout.flush()
def answer(id, result):
    send({"jsonrpc": "2.0", "id": id, "result": result})
def greet():
    answer(json.loads(next(lines))["id"], {
        "serverInfo": {"name": "fake", "version": "0"}, "protocolVersion": "1.0", "positionEncoding": "utf-32",
        "capabilities": {"methods": []}, "store": {"type": "InMemory", "uuid": "", "readOnly": False}})
"""


@pytest.fixture
def fake() -> Callable[[str], list[str]]:
    """The command line of a server that runs a script."""
    return lambda script: [sys.executable, "-c", _FAKE_SERVER + script]


def is_running(pid: int) -> bool:
    """Whether a process is there and not merely waiting to be reaped."""
    try:
        status = pathlib.Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return "State:\tZ" not in status


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)


class Stopped:
    """Holds a server still while the block runs."""

    def __init__(self, pid: int) -> None:
        self._pid = pid

    def __enter__(self) -> None:
        os.kill(self._pid, signal.SIGSTOP)

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGCONT)
