"""The synchronous connection: a server process, a thread that reads from it, and any number that write to it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import threading
import time
import warnings
import weakref
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import IO, Any, Callable, TypeVar, cast

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
from ._launch import GRACE_SECONDS, READ_BYTES, Launch, StorePath, Tail, handshake_error, server_info
from ._model import Converters
from ._types import Notification, ServerInfo

_STDERR_SECONDS = 1.0
# poll counts milliseconds in an int.
_LONGEST_POLL_SECONDS = 1_000_000.0
_EXIT_UNSAVED = 4
Self = TypeVar("Self", bound="Connection")


class _Waiting(Slot):
    """A reply that a thread waits for: a lock, taken at first, released by the reader. Nothing in Python is quicker."""

    __slots__ = ("_lock", "error", "reply")

    def __init__(self, id: int, method: str, line: bytes = b"", items: int = 1) -> None:
        super().__init__(id, method, line, items)
        self.reply: Mapping[str, Any] | None = None
        self.error: Error | None = None
        self._lock = threading.Lock()
        self._lock.acquire()

    def resolve(self, reply: Mapping[str, Any]) -> None:
        self.reply = reply
        self._lock.release()

    def fail(self, error: Error) -> None:
        self.error = error
        self._lock.release()

    def wait(self, deadline: float | None) -> bool:
        """False if the deadline passed first."""
        if deadline is None:
            return self._lock.acquire()
        return self._lock.acquire(timeout=_remaining(deadline))


class _WriteTimeout(Exception):
    """The pipe took no more bytes in time."""


class Notifications(Iterator[Notification]):
    """Notifications of the server as they come, from the moment this was made.

    Iterating waits for the next one. It ends when the client is closed and raises ServerExited when the server died.
    At most `maximum` wait to be read; if more come, the oldest are dropped and NotificationsLost is raised once.
    """

    def __init__(self, pipe: _Pipe, methods: Sequence[str], maximum: int) -> None:
        self._pipe = pipe
        self._mailbox = Mailbox(methods, maximum)
        self._condition = threading.Condition()
        self._closed = False
        pipe.subscribe(self)

    def __next__(self) -> Notification:
        message = self._next(None)
        if message is None:
            raise StopIteration
        return message

    def get(self, timeout: float | None = None) -> Notification:
        """The next one, within `timeout` seconds.

        Raises TimeoutError if none came, ClientClosed at the end, ServerExited if the server died.
        """
        message = self._next(None if timeout is None else time.monotonic() + timeout)
        if message is None:
            raise ClientClosed("there are no more notifications: the client was closed")
        return message

    def close(self) -> None:
        """Stops collecting. Threads that wait for the next one come to the end."""
        self._pipe.unsubscribe(self)
        self._wake()

    def __enter__(self) -> Notifications:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _next(self, deadline: float | None) -> Notification | None:
        with self._condition:
            while True:
                message = self._mailbox.take()
                if message is not None:
                    return message
                if self._closed:
                    self._pipe.raise_if_died()
                    return None
                if not self._condition.wait(None if deadline is None else _remaining(deadline)):
                    raise TimeoutError("no notification came in time")

    def _put(self, message: Notification) -> None:
        if self._mailbox.wants(message.method):
            with self._condition:
                self._mailbox.put(message)
                self._condition.notify()

    def _wake(self) -> None:
        with self._condition:
            self._closed = True
            self._condition.notify_all()


class _Pipe:
    """The process and its three pipes.

    The threads that read hold this, never the client, so that a client nobody holds any more can be collected.
    """

    def __init__(self, launch: Launch) -> None:
        arguments = launch.arguments()
        try:
            self._process = subprocess.Popen(
                arguments,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=None if launch.env is None else dict(launch.env),
                # A Ctrl-C at the terminal is for this program; the server ends when its input does.
                start_new_session=True,
            )
        except FileNotFoundError:
            raise ServerNotFound([f"{os.fsdecode(arguments[0])} (the command)"]) from None
        except OSError as error:
            raise ServerExited(None, f"{os.fsdecode(arguments[0])} could not be started: {error}") from error
        self._stdin = cast("IO[bytes]", self._process.stdin)
        self._stdout = cast("IO[bytes]", self._process.stdout)
        self._stderr = cast("IO[bytes]", self._process.stderr)
        os.set_blocking(self._stdin.fileno(), False)
        self.owner = os.getpid()
        self.calls: Calls[_Waiting] = Calls(self._deliver)
        self.tail = Tail()
        self.closing = False
        self.finished = threading.Event()
        self._ended: Callable[[], Error] | None = None
        self._write_lock = threading.Lock()
        self._unsent = b""
        self._cancels: list[bytes] = []
        self._subscriptions: list[Notifications] = []
        self._subscription_lock = threading.Lock()
        self._stderr_thread = threading.Thread(target=self._read_stderr, name="objwire stderr", daemon=True)
        self._stderr_thread.start()
        threading.Thread(target=self._read, name="objwire reader", daemon=True).start()
        _pipes.add(self)

    # MARK: State

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        return self._process.poll()

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

    def send(self, slot: _Waiting, line: bytes, deadline: float | None) -> None:
        """Writes the request of `slot`. Raises _WriteTimeout, and what `check` raises."""
        self.add(slot)
        self.write(line, deadline)

    def add(self, slot: _Waiting) -> None:
        self.calls.add(slot)
        # The end is announced before pending calls are failed, so one of the two sees the other.
        if self._ended is not None:
            self.calls.discard(slot)
            raise self._ended()

    def write(self, line: bytes, deadline: float | None) -> None:
        """Writes one line whole, after what an earlier write had to leave. A server that is gone takes everything."""
        if not self._write_lock.acquire(timeout=-1 if deadline is None else _remaining(deadline)):
            raise _WriteTimeout
        try:
            self._write_locked(line, deadline)
        finally:
            self._write_lock.release()
        if self._cancels:
            self._write_cancels()

    def cancel(self, slot: _Waiting) -> None:
        """Gives a call up and tells the server, without waiting."""
        if self.calls.discard(slot):
            self._cancels.append(cancel_line(slot.id))
            self._write_cancels()

    def _write_cancels(self) -> None:
        # Whoever holds the lock comes here after releasing it.
        while self._cancels and self._write_lock.acquire(blocking=False):
            try:
                lines, self._cancels = self._cancels, []
                with contextlib.suppress(_WriteTimeout):
                    self._write_locked(b"".join(lines), time.monotonic(), keep=True)
            finally:
                self._write_lock.release()

    def _write_locked(self, line: bytes, deadline: float | None, keep: bool = False) -> None:
        """What does not fit is kept for the next write: half a line can be finished, but never taken back.

        A line of which nothing was written is dropped, unless it is to be kept.
        """
        earlier = len(self._unsent)
        view = memoryview(self._unsent + line if earlier else line)
        size = len(view)
        written = 0
        try:
            while written < size:
                try:
                    written += os.write(self._stdin.fileno(), view[written:] if written else view)
                except BlockingIOError:
                    self._await_writable(deadline)
        except (BrokenPipeError, ValueError):
            # The server is gone, or its input was closed: the reader learns how it ended and fails all calls.
            written = size
        finally:
            begun = keep or written > earlier
            self._unsent = bytes(view[written:] if begun else view[written:earlier])

    def _await_writable(self, deadline: float | None) -> None:
        poll = select.poll()
        poll.register(self._stdin.fileno(), select.POLLOUT)
        milliseconds = None if deadline is None else min(_remaining(deadline), _LONGEST_POLL_SECONDS) * 1000
        if not poll.poll(milliseconds):
            raise _WriteTimeout

    # MARK: Reading

    def _read(self) -> None:
        problem: Error | None = None
        try:
            descriptor = self._stdout.fileno()
            while True:
                chunk = os.read(descriptor, READ_BYTES)
                if not chunk:
                    break
                if problem is None:
                    try:
                        self.calls.receive(chunk)
                    except ProtocolError as error:
                        # Nothing it writes can be trusted now; what follows is only drained.
                        problem = error
                        self.signal(signal.SIGTERM)
        except OSError:
            pass
        finally:
            self._finish(problem)

    def _read_stderr(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while True:
                chunk = os.read(self._stderr.fileno(), READ_BYTES)
                if not chunk:
                    break
                self.tail.add(chunk)

    def _finish(self, problem: Error | None) -> None:
        try:
            returncode: int | None = self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self.signal(signal.SIGKILL)
            returncode = self._process.wait()
        self._stderr_thread.join(_STDERR_SECONDS)
        self.end(problem, returncode)
        for stream in (self._stdout, self._stderr):
            # Another process may hold the other end of stderr, and a thread of ours this one.
            if stream is self._stdout or not self._stderr_thread.is_alive():
                stream.close()

    def end(self, problem: Error | None, returncode: int | None) -> None:
        """Fails all that is pending, and from now on everything that is tried."""

        def error() -> Error:
            if problem is not None:
                return type(problem)(*problem.args)
            if self.closing and returncode in (0, _EXIT_UNSAVED):
                return ClientClosed("the client was closed before the reply came")
            return ServerExited(returncode, self.tail.text())

        self._ended = error
        self.calls.fail_all(error)
        with self._subscription_lock:
            subscriptions, self._subscriptions = self._subscriptions, []
        for subscription in subscriptions:
            subscription._wake()
        self.finished.set()

    # MARK: Notifications

    def subscribe(self, subscription: Notifications) -> None:
        with self._subscription_lock:
            if self._ended is not None:
                subscription._closed = True
            self._subscriptions = [*self._subscriptions, subscription]

    def unsubscribe(self, subscription: Notifications) -> None:
        with self._subscription_lock:
            self._subscriptions = [other for other in self._subscriptions if other is not subscription]

    def _deliver(self, message: Notification) -> None:
        for subscription in self._subscriptions:
            subscription._put(message)

    # MARK: The end

    def signal(self, number: int) -> None:
        """Sends a signal to the server's process group, also through a wrapper; nothing if it has ended."""
        if self._process.poll() is None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, number)

    def close_input(self, seconds: float) -> None:
        """Ends the server's input, after what is still to be written if that takes no longer than `seconds`."""
        deadline = time.monotonic() + seconds
        if self._stdin.closed or not self._write_lock.acquire(timeout=seconds):
            return
        try:
            with contextlib.suppress(_WriteTimeout):
                self._write_locked(b"", deadline)
            self._stdin.close()
        finally:
            self._write_lock.release()

    def close(self) -> None:
        """Ends the server: end of input, SIGTERM, SIGKILL, each with a time to follow it."""
        self.close_input(GRACE_SECONDS)
        for number in (signal.SIGTERM, signal.SIGKILL):
            if self.finished.wait(GRACE_SECONDS):
                break
            self.signal(number)
        if not self.finished.wait(GRACE_SECONDS):
            # Somebody else holds its output open.
            self.end(None, self.returncode)
        # A writer that held the input until now has been told that nobody reads.
        self.close_input(GRACE_SECONDS)

    def abandon(self) -> None:
        """Ends the server's input and leaves the rest to it and to the reader."""
        self.closing = True
        self.close_input(0)

    def close_after_fork(self) -> None:
        """In a child process: lets go of the pipes, so that the parent's end of input is one."""
        for stream in (self._stdin, self._stdout, self._stderr):
            with contextlib.suppress(OSError):
                stream.close()


_pipes: weakref.WeakSet[_Pipe] = weakref.WeakSet()


def _close_pipes_after_fork() -> None:
    for pipe in list(_pipes):
        pipe.close_after_fork()


os.register_at_fork(after_in_child=_close_pipes_after_fork)


def _remaining(deadline: float) -> float:
    return min(max(0.0, deadline - time.monotonic()), threading.TIMEOUT_MAX)


class Connection:
    """A running server and the conversation with it. Every method may be called from any thread."""

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
        launch = Launch(
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
        self._close_lock = threading.Lock()
        self._pipe = _Pipe(launch)
        try:
            self._server = server_info(self.call("initialize", launch.handshake(), timeout=start_timeout))
        except BaseException as error:
            self._close(warn=False)
            raise (handshake_error(error) if isinstance(error, RPCError) else error) from None

    # MARK: Requests

    def call(self, method: str, params: Mapping[str, Any] | None = None, *, timeout: Timeout = Default.TIMEOUT) -> Any:
        """Sends one request and gives its result as JSON gives it: dicts, lists, strings, numbers, booleans, None.

        In `params`, dates, UUIDs, decimals and bytes may be Python's own; they are written as attributes take them.
        `timeout` is in seconds, None waits for ever; by default it is the client's.

        Raises RPCError (a subclass by kind) for an error of the server, RequestTimeout, ServerExited, ClientClosed;
        TypeError and ValueError for params that have no form in JSON.
        """
        pipe = self._pipe
        pipe.check()
        id = pipe.calls.next_id()
        line = request_line(id, method, params)
        slot = _Waiting(id, method, line)
        seconds = self._timeout if timeout is Default.TIMEOUT else timeout
        deadline = None if seconds is None else time.monotonic() + seconds
        reply = self._exchange(slot, line, deadline)
        if reply is None:
            raise RequestTimeout(method, seconds or 0.0)
        result = outcome(reply, method)
        if isinstance(result, RPCError):
            raise result
        return result

    def batch(
        self, calls: Sequence[Call], *, timeout: Timeout = Default.TIMEOUT, return_errors: bool = False
    ) -> list[Any]:
        """Sends many requests as one message and gives their results in the same order.

        They are executed like single requests, in order; a batch is not a transaction. The replies come together, when
        the last is done. All are executed even if some fail: then the first error is raised, or with `return_errors`
        each stands in its place as an RPCError. Each item is a method or a pair of method and params.
        """
        if not calls:
            return []
        pipe = self._pipe
        pipe.check()
        ids = [pipe.calls.next_id() for _ in calls]
        line, methods = batch_line(ids, calls)
        slots = [_Waiting(id, method, line, len(ids)) for id, method in zip(ids, methods)]
        seconds = self._timeout if timeout is Default.TIMEOUT else timeout
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            for slot in slots[1:]:
                pipe.add(slot)
            first = self._exchange(slots[0], line, deadline)
            replies = [first, *(self._await(slot, deadline) for slot in slots[1:])] if first else [None]
        except BaseException:
            self._give_up(slots)
            raise
        results: list[Any] = []
        for reply, method in zip(replies, methods):
            if reply is None:
                self._give_up(slots)
                raise RequestTimeout(f"a batch of {len(calls)}", seconds or 0.0)
            results.append(outcome(reply, method))
        if not return_errors:
            for result in results:
                if isinstance(result, RPCError):
                    raise result
        return results

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Sends a notification: no reply comes, errors neither."""
        self._pipe.check()
        deadline = None if self._timeout is None else time.monotonic() + self._timeout
        try:
            self._pipe.write(notification_line(method, params), deadline)
        except _WriteTimeout:
            raise RequestTimeout(method, self._timeout or 0.0) from None

    def notifications(self, *methods: str, maximum: int = 10_000) -> Notifications:
        """Notifications of the server from now on: all, or those of `methods`.

        They come to clients made with `did_save` (`context.didSave`) or `store_did_change` (`store.didChange`).
        """
        self._pipe.check()
        return Notifications(self._pipe, methods, maximum)

    def _exchange(self, slot: _Waiting, line: bytes, deadline: float | None) -> Mapping[str, Any] | None:
        """Sends and waits; None if that took too long."""
        try:
            self._pipe.send(slot, line, deadline)
        except _WriteTimeout:
            self._pipe.cancel(slot)
            return None
        except BaseException:
            self._pipe.cancel(slot)
            raise
        return self._await(slot, deadline)

    def _await(self, slot: _Waiting, deadline: float | None) -> Mapping[str, Any] | None:
        try:
            if not slot.wait(deadline) and slot.reply is None and slot.error is None:
                self._pipe.cancel(slot)
                return None
        except BaseException:
            self._pipe.cancel(slot)
            raise
        if slot.error is not None:
            raise slot.error
        return slot.reply

    def _give_up(self, slots: Sequence[_Waiting]) -> None:
        for slot in slots:
            self._pipe.cancel(slot)

    # MARK: The server

    @property
    def server(self) -> ServerInfo:
        """What the server said about itself when it was started."""
        return self._server

    @property
    def pid(self) -> int:
        """The process ID of the server."""
        return self._pipe.pid

    @property
    def returncode(self) -> int | None:
        """The server's exit code, negative for a signal; None while it runs. 4: unsaved changes were discarded."""
        return self._pipe.returncode

    @property
    def stderr_tail(self) -> str:
        """The end of what the server wrote to standard error, at most 8 KiB."""
        return self._pipe.tail.text()

    @property
    def closed(self) -> bool:
        """Whether `close` was called."""
        return self._pipe.closing

    def close(self) -> None:
        """Ends the server: what it has accepted is answered and written, then it exits. May be called repeatedly.

        Its input is closed; after two seconds it gets SIGTERM, after two more SIGKILL. Unsaved changes are discarded,
        with an UnsavedChangesWarning.
        """
        self._close(warn=True)

    def _close(self, warn: bool) -> None:
        with self._close_lock:
            if self._pipe.closing or os.getpid() != self._pipe.owner:
                return
            self._pipe.closing = True
            self._pipe.close()
        if warn and self.returncode == _EXIT_UNSAVED:
            warnings.warn(self.stderr_tail.strip(), UnsavedChangesWarning, stacklevel=3)

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # Whoever leaves by an exception did not mean to save.
        self._close(warn=kind is None)

    def __del__(self) -> None:
        pipe = getattr(self, "_pipe", None)
        if pipe is not None and not pipe.closing and os.getpid() == pipe.owner:
            pipe.abandon()
            warnings.warn(f"unclosed {self!r}", ResourceWarning, source=self, stacklevel=2)

    def __repr__(self) -> str:
        state = "closed" if self.closed else f"pid {self.pid}"
        return f"<{type(self).__module__.partition('.')[0]}.{type(self).__name__} {state}>"
