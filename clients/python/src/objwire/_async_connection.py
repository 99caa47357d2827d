"""The asyncio connection: the same conversation as `_connection`, without threads."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import warnings
from collections.abc import AsyncIterator, Mapping, Sequence
from types import TracebackType
from typing import Any, Callable, TypeVar, cast

from ._calls import (
    Call,
    Calls,
    Default,
    Mailbox,
    Slot,
    Timeout,
    batch_line,
    cancel_line,
    notification_line,
    outcome,
    request_line,
)
from ._errors import (
    ClientClosed,
    Error,
    ProtocolError,
    RequestTimeout,
    RPCError,
    ServerExited,
    ServerNotFound,
    UnsavedChangesWarning,
)
from ._launch import GRACE_SECONDS, Launch, StorePath, Tail, handshake_error, server_info
from ._model import Converters
from ._types import Notification, ServerInfo

_STDERR_SECONDS = 1.0
_EXIT_UNSAVED = 4
Self = TypeVar("Self", bound="AsyncConnection")


class _Awaited(Slot):
    """A reply that a task waits for."""

    __slots__ = ("future",)

    def __init__(
        self, loop: asyncio.AbstractEventLoop, id: int, method: str, line: bytes = b"", items: int = 1
    ) -> None:
        super().__init__(id, method, line, items)
        self.future: asyncio.Future[Mapping[str, Any]] = loop.create_future()

    def resolve(self, reply: Mapping[str, Any]) -> None:
        if not self.future.done():
            self.future.set_result(reply)

    def fail(self, error: Error) -> None:
        if not self.future.done():
            self.future.set_exception(error)
            # A call that is given up at the same moment never asks; that is no fault to report.
            self.future.exception()


class AsyncNotifications(AsyncIterator[Notification]):
    """Notifications of the server as they come, from the moment this was made.

    Iterating waits for the next one. It ends when the client is closed and raises ServerExited when the server died.
    At most `maximum` wait to be read; if more come, the oldest are dropped and NotificationsLost is raised once.
    """

    def __init__(self, pipe: _AsyncPipe, methods: Sequence[str], maximum: int) -> None:
        self._pipe = pipe
        self._mailbox = Mailbox(methods, maximum)
        self._changed = asyncio.Event()
        self._closed = False
        pipe.subscriptions.append(self)

    async def __anext__(self) -> Notification:
        message = await self._next()
        if message is None:
            raise StopAsyncIteration
        return message

    async def get(self, timeout: float | None = None) -> Notification:
        """The next one, within `timeout` seconds.

        Raises TimeoutError if none came, ClientClosed at the end, ServerExited if the server died.
        """
        try:
            message = await asyncio.wait_for(self._next(), timeout)
        except asyncio.TimeoutError:
            raise TimeoutError("no notification came in time") from None
        if message is None:
            raise ClientClosed("there are no more notifications: the client was closed")
        return message

    async def close(self) -> None:
        """Stops collecting. Tasks that wait for the next one come to the end."""
        with contextlib.suppress(ValueError):
            self._pipe.subscriptions.remove(self)
        self._wake()

    async def __aenter__(self) -> AsyncNotifications:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _next(self) -> Notification | None:
        while True:
            message = self._mailbox.take()
            if message is not None:
                return message
            if self._closed:
                self._pipe.raise_if_died()
                return None
            self._changed.clear()
            await self._changed.wait()

    def _put(self, message: Notification) -> None:
        if self._mailbox.wants(message.method):
            self._mailbox.put(message)
            self._changed.set()

    def _wake(self) -> None:
        self._closed = True
        self._changed.set()


class _AsyncPipe(asyncio.SubprocessProtocol):
    """The process and its three pipes, driven by the event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.owner = os.getpid()
        self.calls: Calls[_Awaited] = Calls(self._deliver)
        self.subscriptions: list[AsyncNotifications] = []
        self.tail = Tail()
        self.closing = False
        self.finished = asyncio.Event()
        self._transport: asyncio.SubprocessTransport | None = None
        self._stdin: asyncio.WriteTransport | None = None
        self._ended: Callable[[], Error] | None = None
        self._problem: Error | None = None
        self._exited = asyncio.Event()
        self._closed_pipes: dict[int, asyncio.Event] = {1: asyncio.Event(), 2: asyncio.Event()}
        self._writable = asyncio.Event()
        self._writable.set()
        self._watcher: asyncio.Task[None] | None = None

    # MARK: Called by the event loop

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.SubprocessTransport, transport)
        self._stdin = cast(asyncio.WriteTransport, self._transport.get_pipe_transport(0))
        self._watcher = self.loop.create_task(self._watch())

    def pipe_data_received(self, fd: int, data: bytes) -> None:
        if fd == 2:
            self.tail.add(data)
        elif self._problem is None:
            try:
                self.calls.receive(data)
            except ProtocolError as error:
                # Nothing it writes can be trusted now; what follows is only drained.
                self._problem = error
                self.signal(signal.SIGTERM)

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        if fd in self._closed_pipes:
            self._closed_pipes[fd].set()
        else:
            self._writable.set()

    def process_exited(self) -> None:
        self._exited.set()

    def pause_writing(self) -> None:
        self._writable.clear()

    def resume_writing(self) -> None:
        self._writable.set()

    # MARK: State

    @property
    def pid(self) -> int:
        return -1 if self._transport is None else self._transport.get_pid()

    @property
    def returncode(self) -> int | None:
        return None if self._transport is None else self._transport.get_returncode()

    def check(self) -> None:
        """Raises if nothing can be sent any more."""
        if os.getpid() != self.owner:
            raise ClientClosed("this client belongs to the process that made it; make another one after a fork")
        if self.closing:
            raise ClientClosed("the client was closed")
        self.raise_if_died()

    def raise_if_died(self) -> None:
        if self._ended is not None and not self.closing:
            raise self._ended()

    # MARK: Writing

    def write(self, line: bytes) -> None:
        # A server that is gone takes everything: the watcher learns how it ended and fails all calls.
        if self._stdin is not None and not self._stdin.is_closing():
            self._stdin.write(line)

    async def drained(self) -> None:
        """Waits until the server has taken enough of what was written."""
        await self._writable.wait()

    def cancel(self, slot: _Awaited) -> None:
        """Gives a call up and tells the server."""
        if self.calls.discard(slot):
            self.write(cancel_line(slot.id))

    # MARK: The end

    def signal(self, number: int) -> None:
        """Sends a signal to the server's process group, also through a wrapper; nothing if it has ended."""
        if self._transport is not None and self.returncode is None and not self._exited.is_set():
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, number)

    async def _watch(self) -> None:
        """Waits for the end, which shows as an exit, as closed output, or as both in either order."""
        stdout, stderr = self._closed_pipes[1], self._closed_pipes[2]
        await _first(stdout, self._exited)
        if not await _within(GRACE_SECONDS, self._exited):
            self.signal(signal.SIGKILL)
            await self._exited.wait()
        await _within(_STDERR_SECONDS, stdout)
        await _within(_STDERR_SECONDS, stderr)
        self._end(self.returncode)

    def _end(self, returncode: int | None) -> None:
        """Fails all that is pending, and from now on everything that is tried."""

        def error() -> Error:
            if self._problem is not None:
                return type(self._problem)(*self._problem.args)
            if self.closing and returncode in (0, _EXIT_UNSAVED):
                return ClientClosed("the client was closed before the reply came")
            return ServerExited(returncode, self.tail.text())

        self._ended = error
        self._writable.set()
        self.calls.fail_all(error)
        for subscription in self.subscriptions:
            subscription._wake()
        self.subscriptions.clear()
        if self._transport is not None:
            self._transport.close()
        self.finished.set()

    async def close(self) -> None:
        """Ends the server: end of input, SIGTERM, SIGKILL, each with a time to follow it."""
        if self._stdin is not None:
            # What is still to be written goes out first.
            self._stdin.close()
        for number in (signal.SIGTERM, signal.SIGKILL):
            if await _within(GRACE_SECONDS, self.finished):
                break
            self.signal(number)
        await self.finished.wait()

    def abandon(self) -> None:
        """Ends the server's input and leaves the rest to it; from any thread, also after the loop was closed."""
        self.closing = True
        if self._stdin is None:
            return
        if self.loop.is_closed():
            self._stdin.get_extra_info("pipe").close()
        else:
            self.loop.call_soon_threadsafe(self._stdin.close)

    def _deliver(self, message: Notification) -> None:
        for subscription in list(self.subscriptions):
            subscription._put(message)


async def _within(seconds: float, event: asyncio.Event) -> bool:
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(event.wait(), seconds)
    return event.is_set()


async def _first(*events: asyncio.Event) -> None:
    tasks = [asyncio.ensure_future(event.wait()) for event in events]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()


class AsyncConnection:
    """A server and the conversation with it, in one event loop: `async with` starts and ends it."""

    def __init__(
        self,
        store: StorePath | None = None,
        *,
        model: StorePath | Sequence[StorePath] | None = None,
        in_memory: bool = False,
        read_only: bool = False,
        autosave: bool = False,
        time_zone: str | None = None,
        synchronous: str | None = None,
        busy_timeout: float | None = None,
        max_message: int | None = None,
        log_level: str | None = None,
        server: str | os.PathLike[str] | None = None,
        command: Sequence[str] | None = None,
        env: Mapping[str, str] | None = None,
        did_save: bool = False,
        store_did_change: bool = False,
        timeout: float | None = None,
        start_timeout: float | None = 10.0,
    ) -> None:
        self._timeout = timeout
        # Kept for the life of the server, whose model does not change; made by the first who needs it.
        self._converters: Converters | None = None
        self._start_timeout = start_timeout
        self._launch = Launch(
            store=store,
            model=model,
            in_memory=in_memory,
            read_only=read_only,
            autosave=autosave,
            time_zone=time_zone,
            synchronous=synchronous,
            busy_timeout=busy_timeout,
            max_message=max_message,
            log_level=log_level,
            server=server,
            command=command,
            env=env,
            did_save=did_save,
            store_did_change=store_did_change,
        )
        self._pipe: _AsyncPipe | None = None
        self._server: ServerInfo | None = None
        self._closer: asyncio.Task[None] | None = None

    async def start(self: Self) -> Self:
        """Starts the server; `async with` does it. Gives the client itself."""
        if self._pipe is not None:
            raise Error("the client was started already")
        arguments = self._launch.arguments()
        loop = asyncio.get_running_loop()
        try:
            _, pipe = await loop.subprocess_exec(
                lambda: _AsyncPipe(loop),
                *arguments,
                env=None if self._launch.env is None else dict(self._launch.env),
                # A Ctrl-C at the terminal is for this program; the server ends when its input does.
                start_new_session=True,
            )
        except FileNotFoundError:
            raise ServerNotFound([f"{os.fsdecode(arguments[0])} (the command)"]) from None
        except OSError as error:
            raise ServerExited(None, f"{os.fsdecode(arguments[0])} could not be started: {error}") from error
        self._pipe = pipe
        try:
            result = await self.call("initialize", self._launch.handshake(), timeout=self._start_timeout)
            self._server = server_info(result)
        except BaseException as error:
            await self._close(warn=False)
            raise (handshake_error(error) if isinstance(error, RPCError) else error) from None
        return self

    # MARK: Requests

    async def call(
        self, method: str, params: Mapping[str, Any] | None = None, *, timeout: Timeout = Default.TIMEOUT
    ) -> Any:
        """Sends one request and gives its result as JSON gives it: dicts, lists, strings, numbers, booleans, None.

        In `params`, dates, UUIDs, decimals and bytes may be Python's own; they are written as attributes take them.
        `timeout` is in seconds, None waits for ever; by default it is the client's. A task that is cancelled here
        cancels the request, too.

        Raises RPCError (a subclass by kind) for an error of the server, RequestTimeout, ServerExited, ClientClosed;
        TypeError and ValueError for params that have no form in JSON.
        """
        pipe = self._running()
        id = pipe.calls.next_id()
        line = request_line(id, method, params)
        slot = _Awaited(pipe.loop, id, method, line)
        (reply,) = await self._exchange([slot], line, timeout, method)
        result = outcome(reply, method)
        if isinstance(result, RPCError):
            raise result
        return result

    async def batch(
        self, calls: Sequence[Call], *, timeout: Timeout = Default.TIMEOUT, return_errors: bool = False
    ) -> list[Any]:
        """Sends many requests as one message and gives their results in the same order.

        They are executed like single requests, in order; a batch is not a transaction. The replies come together, when
        the last is done. All are executed even if some fail: then the first error is raised, or with `return_errors`
        each stands in its place as an RPCError. Each item is a method or a pair of method and params.
        """
        if not calls:
            return []
        pipe = self._running()
        ids = [pipe.calls.next_id() for _ in calls]
        line, methods = batch_line(ids, calls)
        slots = [_Awaited(pipe.loop, id, method, line, len(ids)) for id, method in zip(ids, methods)]
        replies = await self._exchange(slots, line, timeout, f"a batch of {len(calls)}")
        results = [outcome(reply, method) for reply, method in zip(replies, methods)]
        if not return_errors:
            for result in results:
                if isinstance(result, RPCError):
                    raise result
        return results

    async def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends a notification: no reply comes, errors neither."""
        pipe = self._running()
        pipe.write(notification_line(method, params))
        await pipe.drained()

    def notifications(self, *methods: str, maximum: int = 10_000) -> AsyncNotifications:
        """Notifications of the server from now on: all, or those of `methods`.

        They come to clients made with `did_save` (`context.didSave`) or `store_did_change` (`store.didChange`).
        """
        return AsyncNotifications(self._running(), methods, maximum)

    def _running(self) -> _AsyncPipe:
        if self._pipe is None:
            raise ClientClosed("the client was not started; use `async with`, or await start()")
        self._pipe.check()
        return self._pipe

    async def _exchange(
        self, slots: Sequence[_Awaited], line: bytes, timeout: Timeout, what: str
    ) -> list[Mapping[str, Any]]:
        pipe = self._running()
        seconds = self._timeout if timeout is Default.TIMEOUT else timeout
        for slot in slots:
            pipe.calls.add(slot)
        expiry: asyncio.TimerHandle | None = None
        if seconds is not None:
            expiry = pipe.loop.call_later(seconds, _expire, pipe, slots, what, seconds)
        try:
            pipe.write(line)
            # Nothing waits for the pipe to drain: the reply cannot come before, and the time runs meanwhile.
            return [await slot.future for slot in slots]
        except BaseException:
            for slot in slots:
                pipe.cancel(slot)
            raise
        finally:
            if expiry is not None:
                expiry.cancel()

    # MARK: The server

    @property
    def server(self) -> ServerInfo:
        """What the server said about itself when it was started."""
        if self._server is None:
            raise ClientClosed("the client was not started")
        return self._server

    @property
    def pid(self) -> int:
        """The process ID of the server."""
        if self._pipe is None:
            raise ClientClosed("the client was not started")
        return self._pipe.pid

    @property
    def returncode(self) -> int | None:
        """The server's exit code, negative for a signal; None while it runs. 4: unsaved changes were discarded."""
        return None if self._pipe is None else self._pipe.returncode

    @property
    def stderr_tail(self) -> str:
        """The end of what the server wrote to standard error, at most 8 KiB."""
        return "" if self._pipe is None else self._pipe.tail.text()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._pipe is not None and self._pipe.closing

    async def close(self) -> None:
        """Ends the server: what it has accepted is answered and written, then it exits. May be called repeatedly.

        Its input is closed; after two seconds it gets SIGTERM, after two more SIGKILL. A cancellation does not cut that
        short. Unsaved changes are discarded, with an UnsavedChangesWarning.
        """
        await self._close(warn=True)

    async def _close(self, warn: bool) -> None:
        pipe = self._pipe
        if pipe is None or os.getpid() != pipe.owner:
            return
        if self._closer is None:
            pipe.closing = True
            self._closer = pipe.loop.create_task(pipe.close())
        elif self._closer.done():
            return
        closer = self._closer
        try:
            await asyncio.shield(closer)
        except asyncio.CancelledError:
            await closer
            raise
        if warn and self.returncode == _EXIT_UNSAVED:
            warnings.warn(self.stderr_tail.strip(), UnsavedChangesWarning, stacklevel=3)

    async def __aenter__(self: Self) -> Self:
        return await self.start() if self._pipe is None else self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # Whoever leaves by an exception did not mean to save.
        await self._close(warn=kind is None)

    def __del__(self) -> None:
        pipe = getattr(self, "_pipe", None)
        if pipe is not None and not pipe.closing and os.getpid() == pipe.owner:
            pipe.abandon()
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)

    def __repr__(self) -> str:
        state = "not started" if self._pipe is None else "closed" if self.closed else f"pid {self.pid}"
        return f"<{type(self).__module__.partition('.')[0]}.{type(self).__name__} {state}>"


def _expire(pipe: _AsyncPipe, slots: Sequence[_Awaited], what: str, seconds: float) -> None:
    for slot in slots:
        pipe.cancel(slot)
        slot.fail(RequestTimeout(what, seconds))
