"""Requests that wait for replies, without any input or output of its own: the half that both clients share."""

from __future__ import annotations

import collections
import enum
import itertools
from collections.abc import Mapping, Sequence
from typing import Any, Callable, Generic, Optional, TypeVar, Union

from ._errors import Error, NotificationsLost, ProtocolError, RPCError, rpc_error
from ._types import Notification
from ._wire import (
    MessageReader,
    decode_message,
    encode_message,
    nesting_depth,
    notification,
    request,
    server_notification,
)

Call = Union[str, tuple[str, Optional[Mapping[str, Any]]]]
"""One item of a batch: a method, or a method and its params."""

# `limits.nestingDepth` of the server.
_MAXIMUM_DEPTH = 512


class Default(enum.Enum):
    """Stands for "as the client says" where None means something else."""

    TIMEOUT = "the client's timeout"


Timeout = Union[None, float, Default]
"""Seconds to wait for a reply; None waits for ever."""


class Slot:
    """The place for one reply. A subclass says how the one who waits is woken."""

    __slots__ = ("id", "items", "line", "method")

    def __init__(self, id: int, method: str, line: bytes = b"", items: int = 1) -> None:
        self.id = id
        self.method = method
        self.line = line
        self.items = items

    def resolve(self, reply: Mapping[str, Any]) -> None:
        raise NotImplementedError

    def fail(self, error: Error) -> None:
        raise NotImplementedError


class Mailbox:
    """Notifications that wait to be read: the newest `maximum`, and how many were dropped before them."""

    def __init__(self, methods: Sequence[str], maximum: int) -> None:
        if maximum < 1:
            raise ValueError("maximum must be 1 or more")
        self._methods: set[str] | None = set(methods) or None
        self._maximum = maximum
        self._waiting: collections.deque[Notification] = collections.deque()
        self._lost = 0

    def wants(self, method: str) -> bool:
        return self._methods is None or method in self._methods

    def put(self, message: Notification) -> None:
        if len(self._waiting) == self._maximum:
            self._waiting.popleft()
            self._lost += 1
        self._waiting.append(message)

    def take(self) -> Notification | None:
        """The oldest; None if there is none. Raises NotificationsLost once after some were dropped."""
        if self._lost:
            lost, self._lost = self._lost, 0
            raise NotificationsLost(lost)
        return self._waiting.popleft() if self._waiting else None


AnySlot = TypeVar("AnySlot", bound=Slot)


class Calls(Generic[AnySlot]):
    """Gives ids to requests and finds the one that a reply belongs to.

    `receive` runs in one thread; everything else may run in others at the same time, and relies on single operations
    of a dict being atomic.
    """

    def __init__(self, deliver: Callable[[Notification], None]) -> None:
        self._deliver = deliver
        self._pending: dict[int, AnySlot] = {}
        self._ids = itertools.count(1)
        self._reader = MessageReader()

    def next_id(self) -> int:
        return next(self._ids)

    def add(self, slot: AnySlot) -> None:
        self._pending[slot.id] = slot

    def discard(self, slot: AnySlot) -> bool:
        """Gives up waiting. False if the reply had come already."""
        return self._pending.pop(slot.id, None) is not None

    def fail_all(self, error: Callable[[], Error]) -> None:
        """Ends every pending call, each with an error of its own: two threads must not raise the same object."""
        while self._pending:
            try:
                _, slot = self._pending.popitem()
            except KeyError:
                return
            slot.fail(error())

    def receive(self, chunk: bytes) -> None:
        """Takes what came from the server. Raises ProtocolError if it is no message of the protocol."""
        for line in self._reader.feed(chunk):
            if not line or line.isspace():
                continue
            message = decode_message(line)
            for item in message if isinstance(message, list) else (message,):
                self._dispatch(item, line)

    def _dispatch(self, message: Any, line: bytes) -> None:
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            raise ProtocolError(f"the server wrote what is not a message: {line[:200]!r}")
        if "method" in message:
            self._accept(message)
            return
        error = message.get("error")
        if ("result" in message) == isinstance(error, dict) or "id" not in message:
            raise ProtocolError(f"the server wrote what is no reply: {line[:200]!r}")
        if message["id"] is None and isinstance(error, dict):
            self._refuse(error)
            return
        slot = self._pending.pop(message["id"], None) if isinstance(message["id"], int) else None
        # No slot: the call was given up, and this is what came of it.
        if slot is not None:
            slot.resolve(message)

    def _accept(self, message: Mapping[str, Any]) -> None:
        if "id" in message:
            raise ProtocolError(f"the server sent a request, {message['method']!r}; is it objwire?")
        params = message.get("params", {})
        try:
            parsed = server_notification(message["method"], params)
        except (KeyError, TypeError, AttributeError):
            raise ProtocolError(f"{message['method']} of the server has not its members") from None
        self._deliver(parsed)

    def _refuse(self, error: Mapping[str, Any]) -> None:
        """Ends the calls that an error without an id can be about: the server could not read their ids."""
        pending = [slot for _, slot in sorted(self._pending.copy().items())]
        data = error.get("data") or {}
        maximum = data.get("maximum")
        if data.get("kind") == "parse":
            affected = [slot for slot in pending if nesting_depth(slot.line) > _MAXIMUM_DEPTH]
        elif maximum is not None:
            affected = [slot for slot in pending if slot.items > maximum or len(slot.line) - 1 > maximum]
        else:
            affected = []
        for slot in affected or pending:
            if self.discard(slot):
                slot.fail(rpc_error(error, slot.method))


def request_line(id: int, method: str, params: Mapping[str, Any] | None) -> bytes:
    return encode_message(request(id, method, params))


def notification_line(method: str, params: Mapping[str, Any] | None) -> bytes:
    return encode_message(notification(method, params))


def cancel_line(id: int) -> bytes:
    return b'{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}\n' % id


def batch_line(ids: Sequence[int], calls: Sequence[Call]) -> tuple[bytes, list[str]]:
    """The line of a batch and the method of each item."""
    pairs = [(call, None) if isinstance(call, str) else (call[0], call[1]) for call in calls]
    line = encode_message([request(id, method, params) for id, (method, params) in zip(ids, pairs)])
    return line, [method for method, _ in pairs]


def outcome(reply: Mapping[str, Any], method: str) -> Any | RPCError:
    """The result of a reply, or its error as a value."""
    return rpc_error(reply["error"], method) if "error" in reply else reply["result"]
