"""How the server is started, the same for both clients."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Union

from ._errors import ProtocolError, ProtocolMismatch, RPCError
from ._find import find_server
from ._types import ServerInfo

PROTOCOL_VERSIONS = ("1.0",)

# Between closing the server's input, SIGTERM and SIGKILL: as long as the server itself takes at most to drain.
GRACE_SECONDS = 2.0
STDERR_TAIL_BYTES = 8192
READ_BYTES = 1 << 16

StorePath = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]


@dataclass(frozen=True)
class Launch:
    """What a client was asked for; see `Client`."""

    store: StorePath | None = None
    model: StorePath | Sequence[StorePath] | None = None
    in_memory: bool = False
    read_only: bool = False
    autosave: bool = False
    time_zone: str | None = None
    synchronous: str | None = None
    busy_timeout: float | None = None
    max_message: int | None = None
    log_level: str | None = None
    server: str | os.PathLike[str] | None = None
    command: Sequence[str] | None = None
    env: Mapping[str, str] | None = None
    did_save: bool = False
    store_did_change: bool = False

    def arguments(self) -> list[str | bytes]:
        """The command line. Raises ServerNotFound, and ValueError for options that exclude each other."""
        options = self._options()
        if self.command is not None:
            if self.server is not None or options:
                raise ValueError("command= is the whole command line; give the server's options there")
            return list(self.command)
        if self.in_memory and self.store is not None:
            raise ValueError("store= and in_memory= exclude each other")
        return [find_server(self.server), "serve", *options]

    def _options(self) -> list[str | bytes]:
        options: list[str | bytes] = []
        for path in self._models():
            options += ["--model", os.fspath(path)]
        if self.store is not None:
            options += ["--store", os.fspath(self.store)]
        for flag, wanted in (
            ("--in-memory", self.in_memory),
            ("--read-only", self.read_only),
            ("--autosave", self.autosave),
        ):
            if wanted:
                options.append(flag)
        if self.synchronous is not None:
            options += ["--synchronous", self.synchronous]
        if self.busy_timeout is not None:
            options += ["--busy-timeout", str(round(self.busy_timeout * 1000))]
        if self.max_message is not None:
            options += ["--max-message", str(self.max_message)]
        if self.log_level is not None:
            options += ["--log-level", self.log_level]
        return options

    def _models(self) -> Sequence[StorePath]:
        if self.model is None:
            return []
        return [self.model] if isinstance(self.model, (str, bytes, os.PathLike)) else self.model

    def handshake(self) -> dict[str, Any]:
        """The params of `initialize`."""
        params: dict[str, Any] = {
            "clientInfo": {"name": "objwire-python"},
            "protocolVersions": list(PROTOCOL_VERSIONS),
            # Python indexes strings by code point.
            "positionEncodings": ["utf-32"],
            "capabilities": {"didSave": self.did_save, "storeDidChange": self.store_did_change},
        }
        if self.command is None:
            # A command of the caller's own may run where this process cannot be seen.
            params["processId"] = os.getpid()
        if self.time_zone is not None:
            params["timeZone"] = self.time_zone
        return params


def server_info(result: Any) -> ServerInfo:
    """The result of `initialize`. Raises ProtocolError if it is none."""
    try:
        version = result["protocolVersion"]
        info = ServerInfo(
            result["serverInfo"]["name"],
            result["serverInfo"]["version"],
            version,
            result.get("positionEncoding", "utf-8"),
            tuple(result["capabilities"]["methods"]),
            result["store"],
        )
    except (KeyError, TypeError, AttributeError):
        raise ProtocolError(f"the server's answer to initialize is none of objwire's: {str(result)[:200]}") from None
    if version not in PROTOCOL_VERSIONS:
        raise ProtocolMismatch([version], PROTOCOL_VERSIONS)
    return info


def handshake_error(error: RPCError) -> Exception:
    """What a refused `initialize` means."""
    if isinstance(error.data.get("supported"), list):
        return ProtocolMismatch(error.data["supported"], PROTOCOL_VERSIONS)
    return error


def package_version() -> str:
    """The version that was installed, "0" where the package runs without being installed."""
    # Read only when asked for: the import takes longer than starting the server.
    from importlib import metadata

    try:
        return metadata.version("objwire")
    except metadata.PackageNotFoundError:
        return "0"


class Tail:
    """The end of what the server wrote to standard error."""

    def __init__(self) -> None:
        self._bytes = b""

    def add(self, chunk: bytes) -> None:
        self._bytes = (self._bytes + chunk)[-STDERR_TAIL_BYTES:]

    def text(self) -> str:
        return self._bytes.decode("utf-8", "replace")
