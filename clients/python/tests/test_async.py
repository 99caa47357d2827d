"""The asyncio client: what is its own, and that it does what the other one does."""

from __future__ import annotations

import asyncio
import datetime
import inspect
import os
import pathlib
import signal
import subprocess
import sys
import time
from collections.abc import Coroutine
from typing import Any, Callable, TypeVar

import pytest
from conftest import Stopped, is_running, wait_until

import objwire
from objwire import AsyncClient

Fake = Callable[[str], "list[str]"]
Result = TypeVar("Result")
MORNING = datetime.datetime(2026, 12, 1, 9, tzinfo=datetime.timezone.utc)


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs a coroutine; one that hangs is a test that fails."""

    async def limited() -> Result:
        return await asyncio.wait_for(work, 60)

    return asyncio.run(limited())


def memory(**options: Any) -> AsyncClient:
    return AsyncClient(in_memory=True, timeout=30, **options)


def test_both_clients_have_the_same_methods() -> None:
    for asynchronous, synchronous in (
        (objwire.AsyncClient, objwire.Client),
        (objwire.AsyncContext, objwire.Context),
        (objwire.AsyncTasks, objwire.Tasks),
        (objwire.AsyncCategories, objwire.Categories),
        (objwire.AsyncObjects, objwire.Objects),
        (objwire.AsyncSettingsObject, objwire.SettingsObject),
        (objwire.AsyncNotifications, objwire.Notifications),
    ):
        names = {name for name in dir(asynchronous) if not name.startswith("_")} - {"start"}
        assert names == {name for name in dir(synchronous) if not name.startswith("_")}
        for name in names:
            one, other = getattr(asynchronous, name), getattr(synchronous, name)
            if inspect.isfunction(one):
                assert [*inspect.signature(one).parameters] == [*inspect.signature(other).parameters], name


def test_a_hundred_gathered_calls() -> None:
    async def work() -> None:
        async with memory() as client:
            replies = await asyncio.gather(*(client.ping({"n": number}) for number in range(100)))
            assert [reply["n"] for reply in replies] == list(range(100))
            tasks = await asyncio.gather(*(client.tasks.add(str(number)) for number in range(100)))
            assert len({task.uuid for task in tasks}) == 100
            await client.save()
            assert await client.tasks.count() == 100

    run(work())


def test_the_life_of_tasks() -> None:
    async def work() -> None:
        async with memory() as client:
            task = await client.tasks.add("Buy milk", uuid="x", save=True)
            assert (await client.tasks.finish(task, save=True)).finished
            assert await client.tasks.get("x") == (await client.tasks.fetch("finished == YES"))[0]
            async with await client.create_context("import") as context:
                await context.tasks.add_many([{"taskDescription": str(i), "uuid": str(i)} for i in range(10)])
                await context.save()
            paged = [task.uuid async for task in client.tasks.iterate("uuid != %@", ["x"], page_size=3)]
            assert paged == [str(i) for i in range(10)]
            rows = [row["uuid"] async for row in client.objects("Task").iterate(sort="-uuid", page_size=3)]
            assert rows == ["x", *(str(i) for i in reversed(range(10)))]
            assert [category async for category in client.categories.iterate()] == []
            assert (await client.tasks.delete_where("TRUEPREDICATE", save=True)).count == 11
            with pytest.raises(objwire.NotFound):
                await client.tasks.delete("x")
            with pytest.raises(objwire.ContextHasChanges):
                async with await client.create_context("careless") as context:
                    await context.tasks.add("a")
            await client.context("careless").close(discard=True)
            assert [info.name for info in await client.contexts()] == ["view"]

    run(work())


def test_categories_settings_and_objects() -> None:
    async def work() -> None:
        async with memory() as client:
            home = await client.categories.add("Home", color={"red": 1}, save=True)
            assert await client.categories.get(home.number) == home
            assert (await client.categories.update(home, color=None)).color is None
            assert (await client.settings.get()).object_id is None
            assert (await client.settings.set(sorted_by="date")).sorted_by == "date"
            task = await client.tasks.add("Buy milk", date=MORNING, category=home.number, uuid="x")
            changed = await client.tasks.update_many([(task, {"finished": True}), ("x", {"category": 7})], save=True)
            assert changed.count == 1  # one task, named twice
            assert await client.tasks.fetch_ids() == [(await client.tasks.get("x")).object_id]
            assert await client.tasks.fetch_dicts(properties="date") == [{"date": MORNING}]
            # The model is asked for once, by whoever comes first.
            rows = await asyncio.gather(*(client.objects("Task").fetch("category == 7") for _ in range(3)))
            assert [row["date"] for (row,) in rows] == [MORNING] * 3
            async with await client.create_context("other") as other:
                assert await other.categories.count() == await other.objects("Category").count() == 1
                assert (await other.settings.get()).sorted_by == "date"
            assert (await client.describe_model()).entities["Task"].attributes["date"].type == "Date"
            assert (await client.store_info()).counts == {"Category": 1, "Settings": 1, "Task": 1}

    run(work())


def test_a_three_megabyte_answer() -> None:
    async def work() -> None:
        async with memory() as client:
            text = "é\n\u2028" * 1_000_000
            assert await client.ping({"text": text}) == {"text": text}

    run(work())


def test_batches() -> None:
    async def work() -> None:
        async with memory() as client:
            added, count = await client.batch([("task.add", {"values": {"taskDescription": "a"}}), "task.count"])
            assert (added["taskDescription"], count) == ("a", {"count": 1})
            with pytest.raises(objwire.MethodNotFound):
                await client.batch(["task.count", "task.cuont"])
            errors = await client.batch(["task.count", "task.cuont"], return_errors=True)
            assert isinstance(errors[1], objwire.MethodNotFound)
            with pytest.raises(objwire.LimitExceeded):
                await client.batch(["server.ping"] * 10_001)
            await client.notify("task.add", {"values": {"taskDescription": "b"}})
            assert await client.tasks.count() == 2
            await client.rollback()

    run(work())


def test_notifications() -> None:
    async def work() -> None:
        async with memory(did_save=True) as client:
            notifications = client.notifications("context.didSave")
            few = client.notifications(maximum=1)
            tasks = [await client.tasks.add(str(number), save=True) for number in range(2)]
            message = await notifications.get(timeout=60)
            assert isinstance(message, objwire.ContextDidSave)
            assert [reference.uuid for reference in message.changes.inserted] == [tasks[0].uuid]
            await notifications.get(timeout=60)
            with pytest.raises(TimeoutError):
                await notifications.get(timeout=0.01)
            with pytest.raises(objwire.NotificationsLost):
                await few.get()

            async def collect() -> list[objwire.Notification]:
                return [message async for message in notifications]

            collector = asyncio.ensure_future(collect())
            await client.tasks.add("a", save=True)
            await asyncio.sleep(0)
            await client.close()
            assert len(await collector) == 1

    run(work())


def test_a_call_that_takes_too_long_is_given_up_and_the_client_goes_on() -> None:
    async def work() -> None:
        async with memory() as client:
            with Stopped(client.pid):
                with pytest.raises(objwire.RequestTimeout):
                    await client.ping(timeout=0.05)
                with pytest.raises(TimeoutError):
                    await client.ping({"x": "y" * 3_000_000}, timeout=0.05)
                with pytest.raises(objwire.RequestTimeout):
                    await client.batch(["server.ping", "task.count"], timeout=0.05)
            assert await client.ping({"x": 1}) == {"x": 1}

    run(work())


def test_a_task_that_is_cancelled_cancels_its_request(fake: Fake) -> None:
    script = """
greet()
line = json.loads(next(lines))
cancel = json.loads(next(lines))
assert cancel == {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": line["id"]}}, cancel
answer(line["id"], "too late")
answer(json.loads(next(lines))["id"], "in time")
next(lines, None)
"""

    async def work() -> None:
        async with AsyncClient(command=fake(script), timeout=10) as client:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(client.call("slow"), 0.05)
            assert await client.call("quick") == "in time"

    run(work())


def test_all_pending_calls_fail_when_the_server_is_killed() -> None:
    async def work() -> None:
        async with memory() as client:
            with Stopped(client.pid):
                calls = [asyncio.ensure_future(client.ping()) for _ in range(5)]
                notifications = client.notifications()
                await asyncio.sleep(0)
                os.kill(client.pid, signal.SIGKILL)
                errors = await asyncio.gather(*calls, return_exceptions=True)
            for error in errors:
                assert isinstance(error, objwire.ServerExited)
                assert error.returncode == -signal.SIGKILL
            with pytest.raises(objwire.ServerExited):
                await client.ping()
            with pytest.raises(objwire.ServerExited):
                await notifications.get()

    run(work())


def test_a_server_that_dies_at_its_start_says_why(tmp_path: pathlib.Path) -> None:
    async def work() -> None:
        with pytest.raises(objwire.ServerExited) as caught:
            await AsyncClient(tmp_path).start()
        assert caught.value.returncode == 3
        assert caught.value.stderr_tail
        with pytest.raises(objwire.ServerNotFound):
            await AsyncClient(server=tmp_path / "nothing").start()
        with pytest.raises(objwire.ServerNotFound):
            await AsyncClient(command=[str(tmp_path / "nothing")]).start()

    run(work())


@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("print('Welcome!', flush=True); next(lines); time.sleep(60)", objwire.ProtocolError),
        ("sys.stdout.write(next(lines)); sys.stdout.flush(); time.sleep(60)", objwire.ProtocolError),
        ("answer(json.loads(next(lines))['id'], {}); time.sleep(60)", objwire.ProtocolError),
        ("os.close(1); time.sleep(60)", objwire.ServerExited),
        ("time.sleep(60)", objwire.RequestTimeout),
    ],
)
def test_what_is_no_objwire_server_is_found_out_and_ended(fake: Fake, script: str, error: type[Exception]) -> None:
    async def work() -> None:
        with pytest.raises(error):
            await AsyncClient(
                command=fake(script), start_timeout=0.5 if error is objwire.RequestTimeout else 30
            ).start()

    started = time.monotonic()
    run(work())
    assert time.monotonic() - started < 8


def test_using_a_client_that_does_not_run() -> None:
    async def work() -> None:
        client = memory()
        with pytest.raises(objwire.ClientClosed, match="async with"):
            await client.ping()
        async with client:
            with pytest.raises(objwire.Error):
                await client.start()
        await client.close()
        assert client.closed
        assert client.returncode == 0
        with pytest.raises(objwire.ClientClosed):
            await client.ping()

    run(work())


def test_the_end_of_a_server_that_does_not_listen(fake: Fake) -> None:
    script = """
signal.signal(signal.SIGTERM, signal.SIG_IGN)
greet()
while True:
    send({"jsonrpc": "2.0", "method": "noise", "params": {"x": "y" * 100_000}})
"""

    async def work() -> None:
        client = await AsyncClient(command=fake(script)).start()
        closing = asyncio.ensure_future(client.close())
        await asyncio.sleep(0.1)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        assert client.returncode == -signal.SIGKILL

    started = time.monotonic()
    run(work())
    assert 3.5 < time.monotonic() - started < 6.5


def test_unsaved_changes_are_warned_about() -> None:
    async def work() -> None:
        client = await memory().start()
        await client.tasks.add("a")
        with pytest.warns(objwire.UnsavedChangesWarning, match="view"):
            await client.close()
        with pytest.raises(ZeroDivisionError):
            async with memory() as client:
                await client.tasks.add("a")
                raise ZeroDivisionError

    run(work())


def test_a_client_that_is_not_closed_is_reported_and_its_server_ends() -> None:
    program = """
import asyncio, gc, objwire, sys
async def main():
    client = await objwire.AsyncClient(in_memory=True).start()
    print(client.pid, flush=True)
asyncio.run(main())
gc.collect()
sys.stdin.read()
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-W", "default", "-c", program]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdout is not None
        pid = int(process.stdout.readline())
        wait_until(lambda: not is_running(pid))
        _, errors = process.communicate(b"")
    assert b"ResourceWarning: unclosed <objwire.AsyncClient" in errors
    assert process.returncode == 0


def test_an_empty_environment_is_enough(store: pathlib.Path) -> None:
    async def work() -> None:
        async with AsyncClient(store, env={}) as client:
            await client.tasks.add("é", save=True)
            assert client.server.store["type"] == "SQLite"

    run(work())
