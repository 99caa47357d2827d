"""The conversation with the server: many threads, large messages, time limits, deaths, the end."""

from __future__ import annotations

import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Callable

import pytest
from conftest import Stopped, is_running, wait_until

import objwire
from objwire import Client

Fake = Callable[[str], "list[str]"]


# MARK: Messages


def test_the_server_says_what_it_is(client: Client) -> None:
    assert client.server.name == "objwire"
    assert client.server.protocol_version == "1.0"
    assert client.server.position_encoding == "utf-32"
    assert "task.fetch" in client.server.methods
    assert client.status()["version"] == client.server.version
    assert str(client.pid) in repr(client)


def test_a_three_megabyte_answer(client: Client) -> None:
    text = "é\n\u2028" * 1_000_000
    assert client.ping({"text": text}) == {"text": text}
    client.tasks.add_many([{"taskDescription": "x" * 1000} for _ in range(3000)])
    assert sum(len(task.task_description or "") for task in client.tasks.fetch()) == 3_000_000


def test_fifty_threads_get_their_own_replies(client: Client) -> None:
    def work(number: int) -> int:
        for round in range(40):
            assert client.ping({"n": number, "round": round, "pad": "x" * number * 100})["n"] == number
            client.tasks.add(f"{number}/{round}")
        return number

    with ThreadPoolExecutor(50) as pool:
        assert list(pool.map(work, range(50))) == list(range(50))
    assert client.tasks.count() == 2000


def test_a_batch_is_answered_in_order(client: Client) -> None:
    results = client.batch(
        [("task.add", {"values": {"taskDescription": "a"}}), "task.count", ("server.ping", {"x": 1})]
    )
    assert results[0]["taskDescription"] == "a"
    assert results[1:] == [{"count": 1}, {"x": 1}]
    assert client.batch([]) == []


def test_errors_of_a_batch_are_raised_or_given(client: Client) -> None:
    calls: list[objwire.Call] = [("task.get", {"uuid": "nothing"}), "task.cuont", "task.count"]
    with pytest.raises(objwire.NotFound):
        client.batch(calls)
    missing, unknown, count = client.batch(calls, return_errors=True)
    assert isinstance(missing, objwire.NotFound)
    assert isinstance(unknown, objwire.MethodNotFound)
    assert (unknown.method, unknown.nearest, count) == ("task.cuont", "task.count", {"count": 0})


def test_a_batch_that_is_too_long_fails_and_nothing_else_does(client: Client) -> None:
    with pytest.raises(objwire.LimitExceeded) as caught:
        client.batch(["server.ping"] * 10_001)
    assert caught.value.maximum == 10_000
    assert client.ping() == {}


def test_a_message_that_is_too_large_fails_and_nothing_else_does() -> None:
    with Client(in_memory=True, max_message=1 << 20, timeout=30) as client:
        with Stopped(client.pid), ThreadPoolExecutor(2) as pool:
            large = pool.submit(client.ping, {"x": "y" * (1 << 20)})
            small = pool.submit(client.ping, {"x": 1})
            wait_until(lambda: small.running() and large.running())
            os.kill(client.pid, signal.SIGCONT)
            assert small.result() == {"x": 1}
            with pytest.raises(objwire.LimitExceeded):
                large.result()
        assert client.ping() == {}


def test_params_that_are_nested_too_deeply_fail(client: Client) -> None:
    value: object = '"[{'
    for _ in range(600):
        value = [value]
    with pytest.raises(objwire.InvalidRequest):
        client.ping({"x": value})
    assert client.ping({"x": "[" * 600}) == {"x": "[" * 600}


def test_a_notification_is_sent_and_not_answered(client: Client) -> None:
    client.notify("task.add", {"values": {"taskDescription": "a"}})
    client.notify("no.such.method")
    assert client.tasks.count() == 1


# MARK: Notifications


def test_saves_are_announced_to_those_who_asked() -> None:
    with Client(in_memory=True, did_save=True) as client, client.notifications() as notifications:
        task = client.tasks.add("a", save=True)
        message = notifications.get(timeout=60)
        assert isinstance(message, objwire.ContextDidSave)
        assert message.context == "view"
        assert [reference.uuid for reference in message.changes.inserted] == [task.uuid]
        with pytest.raises(TimeoutError):
            notifications.get(timeout=0.01)


def test_saves_of_another_process_are_announced(store: pathlib.Path) -> None:
    with Client(store, store_did_change=True) as reader, Client(store) as writer:
        notifications = reader.notifications("store.didChange")
        task = writer.tasks.add("a", save=True)
        message = notifications.get(timeout=60)
        assert isinstance(message, objwire.StoreDidChange)
        assert [reference.uuid for reference in message.changes.inserted] == [task.uuid]


def test_iterating_ends_with_the_client() -> None:
    client = Client(in_memory=True, did_save=True)
    notifications = client.notifications()
    with ThreadPoolExecutor(1) as pool:
        collected = pool.submit(list, notifications)
        client.tasks.add("a", save=True)
        client.tasks.add("b", save=True)
        client.close()
        assert [message.method for message in collected.result(10)] == ["context.didSave"] * 2
    with pytest.raises(objwire.ClientClosed):
        notifications.get()


def test_notifications_nobody_reads_are_dropped_and_counted() -> None:
    with Client(in_memory=True, did_save=True) as client:
        notifications = client.notifications(maximum=2)
        everything = client.notifications()
        tasks = [client.tasks.add(str(number), save=True) for number in range(5)]
        for _ in range(5):
            everything.get(timeout=60)
        with pytest.raises(objwire.NotificationsLost) as caught:
            notifications.get()
        assert caught.value.count == 3
        left = [notifications.get(), notifications.get()]
        assert [message.params["inserted"][0]["uuid"] for message in left] == [task.uuid for task in tasks[3:]]


# MARK: Time limits


def test_a_call_that_takes_too_long_is_given_up_and_the_client_goes_on(client: Client) -> None:
    with Stopped(client.pid):
        started = time.monotonic()
        with pytest.raises(objwire.RequestTimeout) as caught:
            client.ping(timeout=0.1)
        assert time.monotonic() - started < 2
        assert isinstance(caught.value, TimeoutError)
        assert (caught.value.method, caught.value.timeout) == ("server.ping", 0.1)
        with pytest.raises(objwire.RequestTimeout):
            client.batch(["server.ping", "task.count"], timeout=0.1)
    assert client.ping({"x": 1}) == {"x": 1}


def test_a_message_that_the_pipe_cannot_take_in_time_is_finished_by_the_next(client: Client) -> None:
    with Stopped(client.pid):
        for _ in range(3):
            with pytest.raises(objwire.RequestTimeout):
                client.ping({"x": "y" * 3_000_000}, timeout=0.1)
    assert client.ping({"x": 1}) == {"x": 1}
    assert client.tasks.count() == 0


def test_a_call_given_up_is_cancelled(fake: Fake) -> None:
    script = """
greet()
line = json.loads(next(lines))
cancel = json.loads(next(lines))
assert cancel == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": line["id"]}}, cancel
answer(line["id"], "too late")
answer(json.loads(next(lines))["id"], "in time")
next(lines, None)
"""
    with Client(command=fake(script), timeout=10) as client:
        with pytest.raises(objwire.RequestTimeout):
            client.call("slow", timeout=0.05)
        assert client.call("quick") == "in time"


def test_an_interrupt_gives_the_call_up(client: Client) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    previous = signal.signal(signal.SIGALRM, interrupt)
    try:
        with Stopped(client.pid):
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(KeyboardInterrupt):
                client.ping(timeout=None)
    finally:
        signal.signal(signal.SIGALRM, previous)
    assert client.ping({"x": 1}) == {"x": 1}


# MARK: Deaths


def test_all_pending_calls_fail_when_the_server_is_killed(client: Client) -> None:
    with Stopped(client.pid), ThreadPoolExecutor(5) as pool:
        calls = [pool.submit(client.ping, {"n": number}, timeout=None) for number in range(5)]
        notifications = client.notifications()
        wait_until(lambda: len(client._pipe.calls._pending) == 5)
        os.kill(client.pid, signal.SIGKILL)
        errors = [call.exception(10) for call in calls]
    assert len({id(error) for error in errors}) == 5
    for error in errors:
        assert isinstance(error, objwire.ServerExited)
        assert error.returncode == -signal.SIGKILL
    with pytest.raises(objwire.ServerExited):
        client.ping()
    with pytest.raises(objwire.ServerExited):
        next(notifications)
    assert client.returncode == -signal.SIGKILL


def test_the_error_of_a_dead_server_ends_with_what_it_wrote(fake: Fake) -> None:
    script = """
greet()
next(lines)
sys.stderr.write("x" * 100_000 + "the end of it: \\xff\\n")
sys.exit(70)
"""
    with Client(command=fake(script), timeout=10) as client:
        with pytest.raises(objwire.ServerExited) as caught:
            client.call("anything")
        assert caught.value.returncode == 70
        assert caught.value.stderr_tail.startswith("xxx")
        assert "the end of it" in caught.value.stderr_tail
        assert len(caught.value.stderr_tail) <= 8192
        assert "code 70" in str(caught.value)


def test_a_server_that_dies_at_its_start_says_why(tmp_path: pathlib.Path) -> None:
    with pytest.raises(objwire.ServerExited) as caught:
        Client(tmp_path)
    assert caught.value.returncode == 3
    assert caught.value.stderr_tail

    with pytest.raises(objwire.ServerExited) as usage:
        Client(in_memory=True, synchronous="sometimes")
    assert usage.value.returncode == 2
    assert "--synchronous" in usage.value.stderr_tail


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("print('Welcome!', flush=True); next(lines); time.sleep(60)", objwire.ProtocolError),
        ("send({'jsonrpc': '2.0', 'id': None, 'error': 'x'}); next(lines); time.sleep(60)", objwire.ProtocolError),
        ("send({'jsonrpc': '2.0', 'id': 1}); next(lines); time.sleep(60)", objwire.ProtocolError),
        ("print('[1]', flush=True); next(lines); time.sleep(60)", objwire.ProtocolError),
        ("sys.stdout.write(next(lines)); sys.stdout.flush(); time.sleep(60)", objwire.ProtocolError),
        ("answer(json.loads(next(lines))['id'], {}); time.sleep(60)", objwire.ProtocolError),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush(); time.sleep(60)", objwire.ProtocolError),
        ("os.close(1); time.sleep(60)", objwire.ServerExited),
        ("sys.exit(0)", objwire.ServerExited),
        ("time.sleep(60)", objwire.RequestTimeout),
    ],
)
def test_what_is_no_objwire_server_is_found_out_and_ended(fake: Fake, script: str, error: type[Exception]) -> None:
    started = time.monotonic()
    with pytest.raises(error):
        Client(command=fake(script), start_timeout=0.5 if error is objwire.RequestTimeout else 30)
    assert time.monotonic() - started < 8
    assert not isinstance(error, objwire.RPCError)


def test_versions_that_do_not_meet_are_named(fake: Fake) -> None:
    script = """
id = json.loads(next(lines))["id"]
send({"jsonrpc": "2.0", "id": id, "error": {"code": -32602, "message": "no", "data": {
    "kind": "invalidParams", "supported": ["2.0", "2.1"]}}})
next(lines, None)
"""
    with pytest.raises(objwire.ProtocolMismatch, match="upgrade the Python package") as caught:
        Client(command=fake(script))
    assert (caught.value.supported, caught.value.wanted) == (["2.0", "2.1"], ["1.0"])


def test_an_unknown_time_zone_is_refused_at_the_start() -> None:
    with pytest.raises(objwire.ValueTypeError):
        Client(in_memory=True, time_zone="Nowhere/Land")


# MARK: Finding the server


def test_a_missing_binary_lists_where_it_was_looked_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    monkeypatch.delenv("OBJWIRE_BINARY")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sysconfig.get_path", lambda *_, **__: str(tmp_path / "scripts"))
    with pytest.raises(objwire.ServerNotFound) as caught:
        Client(in_memory=True)
    places = "\n".join(caught.value.searched)
    for place in ("$OBJWIRE_BINARY", str(tmp_path / "scripts" / "objwire"), f"on PATH ({tmp_path})", ".local/bin"):
        assert place in places
    assert places.splitlines()[0].strip() in str(caught.value)


def test_a_binary_that_is_named_is_the_only_one(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> None:
    with pytest.raises(objwire.ServerNotFound) as caught:
        Client(in_memory=True, server=tmp_path / "objwire")
    assert len(caught.value.searched) == 1
    monkeypatch.setenv("OBJWIRE_BINARY", "no-such-objwire")
    with pytest.raises(objwire.ServerNotFound, match="no-such-objwire"):
        objwire.find_server()
    (tmp_path / "text").write_text("no program")
    with pytest.raises(objwire.ServerNotFound, match="not executable"):
        objwire.find_server(tmp_path / "text")


def test_a_name_is_looked_up_on_path(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path, binary: str) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "other-name").symlink_to(binary)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert objwire.find_server("other-name") == str(tmp_path / "bin" / "other-name")
    assert objwire.find_server("~/bin/other-name") == str(tmp_path / "bin" / "other-name")


def test_what_cannot_be_started(tmp_path: pathlib.Path) -> None:
    with pytest.raises(objwire.ServerNotFound):
        Client(command=["/no/such/program"])
    (tmp_path / "program").write_bytes(b"\0\0\0\0")
    (tmp_path / "program").chmod(0o755)
    with pytest.raises(objwire.ServerExited, match="could not be started"):
        Client(command=[str(tmp_path / "program")])
    with pytest.raises(ValueError, match="command="):
        Client(command=["objwire"], in_memory=True)
    with pytest.raises(ValueError, match="exclude"):
        Client("x", in_memory=True)


# MARK: Environments


def test_an_empty_environment_is_enough(store: pathlib.Path) -> None:
    with Client(store, env={}) as client:
        client.tasks.add("é", save=True)
    with Client(store, env={}) as client:
        assert [task.task_description for task in client.tasks.fetch()] == ["é"]


def test_an_environment_that_is_not_utf8(binary: str, tmp_path: pathlib.Path) -> None:
    program = """
import os, sys, objwire
assert sys.getfilesystemencoding() != "utf-8" or sys.version_info >= (3, 15), sys.getfilesystemencoding()
name = "\\u00e9".encode("utf-8").decode(sys.getfilesystemencoding(), "surrogateescape")
with objwire.Client(os.path.join(sys.argv[1], name)) as client:
    client.tasks.add("\\u00e9\\U0001f642", save=True)
    assert client.tasks.fetch()[0].task_description == "\\u00e9\\U0001f642"
    try:
        client.tasks.fetch("\\u00e9 =")
    except objwire.PredicateError as error:
        print(ascii(str(error)))
"""
    environment = {
        b"LC_ALL": b"POSIX",
        b"PYTHONCOERCECLOCALE": b"0",
        b"PYTHONUTF8": b"0",
        b"OBJWIRE_BINARY": os.fsencode(binary),
        b"PYTHONPATH": os.fsencode(os.pathsep.join(sys.path)),
        b"NOT_TEXT": b"\xff\xfe",
    }
    result = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], env=environment, capture_output=True, check=False
    )
    assert result.returncode == 0, result.stderr.decode("utf-8", "replace")
    assert result.stdout
    assert (tmp_path / "é").exists()


# MARK: The end


def test_closing_ends_the_server_and_is_repeatable(client: Client) -> None:
    pid = client.pid
    started = time.monotonic()
    client.close()
    client.close()
    assert time.monotonic() - started < 1.5
    assert client.closed
    assert client.returncode == 0
    assert not is_running(pid)
    with pytest.raises(objwire.ClientClosed):
        client.ping()


def test_what_was_sent_before_closing_is_answered(client: Client) -> None:
    with Stopped(client.pid), ThreadPoolExecutor(3) as pool:
        calls = [pool.submit(client.ping, {"n": number}) for number in range(2)]
        wait_until(lambda: len(client._pipe.calls._pending) == 2)
        end = pool.submit(client.close)
        wait_until(lambda: client.closed)
        os.kill(client.pid, signal.SIGCONT)
        assert [call.result(10) for call in calls] == [{"n": 0}, {"n": 1}]
        end.result(10)


def test_unsaved_changes_are_warned_about() -> None:
    client = Client(in_memory=True)
    client.tasks.add("a")
    with pytest.warns(objwire.UnsavedChangesWarning, match="view"):
        client.close()
    assert client.returncode == 4

    with pytest.raises(ZeroDivisionError), Client(in_memory=True) as client:
        client.tasks.add("a")
        raise ZeroDivisionError


def test_a_server_that_ignores_the_end_of_input_gets_sigterm(fake: Fake) -> None:
    client = Client(command=fake("greet()\ntime.sleep(60)"))
    started = time.monotonic()
    client.close()
    assert 1.5 < time.monotonic() - started < 3.5
    assert client.returncode == -signal.SIGTERM


def test_a_server_that_ignores_sigterm_is_killed_while_its_output_is_drained(fake: Fake) -> None:
    script = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
greet()
while True:
    send({"jsonrpc": "2.0", "method": "noise", "params": {"x": "y" * 100_000}})
"""
    client = Client(command=fake(script))
    started = time.monotonic()
    client.close()
    assert 3.5 < time.monotonic() - started < 6.5
    assert client.returncode == -signal.SIGKILL


def test_closing_does_not_hang_on_a_call_that_cannot_be_written(client: Client) -> None:
    with Stopped(client.pid), ThreadPoolExecutor(2) as pool:
        call = pool.submit(client.ping, {"x": "y" * 3_000_000}, timeout=None)
        wait_until(lambda: client._pipe._write_lock.locked())
        end = pool.submit(client.close)
        assert isinstance(call.exception(15), objwire.ServerExited)
        end.result(15)


def test_a_client_that_nobody_holds_ends_its_server() -> None:
    client = Client(in_memory=True)
    pid = client.pid
    with pytest.warns(ResourceWarning, match="unclosed <objwire.Client"):
        del client
        gc.collect()
    wait_until(lambda: not is_running(pid))


def test_the_server_has_a_session_of_its_own(client: Client) -> None:
    assert os.getsid(client.pid) == client.pid


def test_the_server_ends_with_a_killed_program(binary: str) -> None:
    program = "import objwire, time; c = objwire.Client(in_memory=True); print(c.pid, flush=True); time.sleep(60)"
    environment = {**os.environ, "OBJWIRE_BINARY": binary, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        assert is_running(pid)
        process.kill()
    wait_until(lambda: not is_running(pid))


def test_a_forked_process_neither_uses_nor_holds_the_client(client: Client) -> None:
    read, write = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        try:
            client.ping()
        except objwire.ClientClosed:
            os.write(write, b"refused")
        time.sleep(30)
        os._exit(0)
    try:
        assert os.read(read, 100) == b"refused"
        assert client.ping({"x": 1}) == {"x": 1}
        started = time.monotonic()
        client.close()
        assert time.monotonic() - started < 1.5
        assert client.returncode == 0
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(read)
        os.close(write)


def test_no_thread_and_no_descriptor_is_left_behind() -> None:
    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    before = (threading.active_count(), descriptors())
    for _ in range(5):
        with Client(in_memory=True) as client:
            client.ping()
    wait_until(lambda: (threading.active_count(), descriptors()) == before)
