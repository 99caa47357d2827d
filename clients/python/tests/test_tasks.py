"""The helpers for tasks and contexts, against the real server."""

from __future__ import annotations

import datetime
import decimal
import pathlib
import random
import uuid

import pytest

import objwire
from objwire import Client, Task

UTC = datetime.timezone.utc
MORNING = datetime.datetime(2026, 12, 1, 9, tzinfo=UTC)


def test_a_task_comes_back_with_typed_values(client: Client) -> None:
    key = uuid.uuid4()
    task = client.tasks.add("Buy milk", date=MORNING, category=2, uuid=key, notification_enabled=True, save=True)
    assert task == Task(
        object_id=task.object_id,
        version=1,
        uuid=str(key).upper(),
        task_description="Buy milk",
        date=MORNING,
        finished=False,
        category=2,
        notification_enabled=True,
    )
    assert client.tasks.get(key) == task
    assert client.tasks.get(object_id=task.object_id) == task


def test_changes_are_pending_until_they_are_saved(client: Client) -> None:
    task = client.tasks.add("Buy milk")
    assert task.version == 0
    with client.create_context("other") as other:
        assert other.tasks.count() == 0
        saved = client.save()
        assert (saved.inserted_count, saved.updated_count, saved.deleted_count) == (1, 0, 0)
        assert saved.saved_to == "store"
        assert other.tasks.get(task.uuid).object_id == saved.permanent_ids[task.object_id]


def test_a_temporary_id_keeps_naming_its_task(client: Client) -> None:
    task = client.tasks.add("Buy milk")
    client.save()
    assert client.tasks.finish(task, save=True).finished


def test_autosave_saves_each_change() -> None:
    with Client(in_memory=True, autosave=True) as client:
        assert client.tasks.add("Buy milk").version == 1
        assert client.tasks.add("Not yet", save=False).version == 0
        client.rollback()


def test_update_changes_what_is_named_and_none_takes_a_value_away(client: Client) -> None:
    task = client.tasks.add("Buy milk", date=MORNING, category=1, save=True)
    changed = client.tasks.update(task, {"category": 3}, task_description="Buy bread", date=None, save=True)
    assert (changed.task_description, changed.date, changed.category) == ("Buy bread", None, 3)
    assert changed.version == task.version + 1


def test_a_version_that_is_not_there_is_a_conflict(client: Client) -> None:
    task = client.tasks.add("Buy milk", save=True)
    with pytest.raises(objwire.VersionConflict) as caught:
        client.tasks.update(task, finished=True, if_version=7)
    assert (caught.value.expected, caught.value.actual) == (7, 1)


def test_many_tasks_are_added_in_one_request_in_order(client: Client) -> None:
    references = client.tasks.add_many(
        [{"taskDescription": f"task {i}", "uuid": f"u{i}"} for i in range(300)], save=True
    )
    assert [reference.uuid for reference in references] == [f"u{i}" for i in range(300)]
    assert client.tasks.get("u7").object_id == references[7].object_id


def test_a_bad_one_among_many_is_named_and_none_is_added(client: Client) -> None:
    with pytest.raises(objwire.ValueTypeError) as caught:
        client.tasks.add_many([{"taskDescription": "a"}, {"category": "x"}])  # type: ignore[typeddict-item]
    assert caught.value.index == 1
    assert caught.value.pointer is not None
    assert client.tasks.count() == 0


def test_fetch_takes_predicates_arguments_and_sort_keys(client: Client) -> None:
    for day, description in ((3, "Milk"), (1, "milkshake"), (2, "Bread")):
        client.tasks.add(description, date=MORNING.replace(day=day))
    descriptions = [
        task.task_description
        for task in client.tasks.fetch("taskDescription CONTAINS[cd] %@", ["MILK"], sort=["-date"])
    ]
    assert descriptions == ["Milk", "milkshake"]
    (first,) = client.tasks.fetch(sort={"key": "taskDescription", "options": "c"}, offset=1, limit=1)
    assert first.task_description == "Milk"
    assert client.tasks.count("date >= $from", {"from": MORNING.replace(day=2)}) == 2
    assert client.tasks.count("date >= %@", [datetime.date(2026, 12, 3)]) == 1
    assert client.tasks.count("category < %@", [decimal.Decimal("0.5")]) == 3


def test_fetch_with_properties_gives_dictionaries_of_those(client: Client) -> None:
    client.tasks.add("Buy milk", date=MORNING, save=True)
    (fields,) = client.tasks.fetch(properties=["date", "finished"])
    assert fields["date"] == MORNING
    assert set(fields) == {"$objectID", "$entity", "$version", "date", "finished"}


def test_one_string_is_no_list_of_arguments(client: Client) -> None:
    with pytest.raises(TypeError):
        client.tasks.fetch("taskDescription == %@", "milk")


@pytest.mark.parametrize("given", [MORNING, MORNING.astimezone(datetime.timezone(datetime.timedelta(hours=5.5)))])
def test_an_aware_date_is_an_instant(client: Client, given: datetime.datetime) -> None:
    assert client.tasks.add("a", date=given).date == MORNING


def test_a_naive_date_is_wall_time_in_the_clients_zone() -> None:
    with Client(in_memory=True, time_zone="Europe/Berlin") as client:
        assert client.tasks.add("a", date=datetime.datetime(2026, 7, 1, 9)).date == datetime.datetime(
            2026, 7, 1, 7, tzinfo=UTC
        )
        assert client.tasks.add("a", date=datetime.date(2026, 1, 1)).date == datetime.datetime(
            2025, 12, 31, 23, tzinfo=UTC
        )
        client.rollback()


@pytest.mark.parametrize(
    "date",
    [
        datetime.datetime(1, 1, 1, tzinfo=UTC),
        datetime.datetime(1969, 12, 31, 23, 59, 59, 999000, tzinfo=UTC),
        datetime.datetime(2000, 2, 29, 12, 0, 0, 1000, tzinfo=UTC),
        datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC),
    ],
)
def test_dates_of_all_centuries_come_back(client: Client, date: datetime.datetime) -> None:
    assert client.tasks.add("a", date=date).date == date


def test_a_date_that_datetime_cannot_hold_is_an_error_of_its_own(client: Client) -> None:
    client.call("task.add", {"values": {"taskDescription": "a", "date": "0000-01-01T00:00:00Z", "uuid": "old"}})
    with pytest.raises(objwire.ValueOutOfRange):
        client.tasks.get("old")
    assert client.call("task.get", {"uuid": "old"})["date"] == "0000-01-01T00:00:00Z"


@pytest.mark.parametrize(
    "text", ["", "\0", "a\nb\r\n", '"\\', "é", "e\u0301", "\u2028\u2029\x85", "🙂" * 1000, "\ufeff"]
)
def test_text_comes_back_exactly(client: Client, text: str) -> None:
    assert client.tasks.add(text).task_description == text


def test_a_lone_surrogate_is_refused_before_it_is_sent(client: Client) -> None:
    with pytest.raises(UnicodeEncodeError):
        client.tasks.add("\ud800")
    with pytest.raises(ValueError, match="JSON compliant"):
        client.call("server.ping", {"x": float("nan")})
    with pytest.raises(TypeError):
        client.call("server.ping", {"x": object()})
    assert client.ping({"x": 1}) == {"x": 1}


def test_changes_by_predicate_say_what_they_did(client: Client) -> None:
    client.tasks.add_many([{"taskDescription": str(i), "uuid": str(i), "category": i % 2} for i in range(6)], save=True)
    updated = client.tasks.update_where("category == %@", [1], values={"finished": True}, save=True)
    assert updated.count == 3
    assert {reference.uuid for reference in updated.references} == {"1", "3", "5"}
    assert updated.saved is not None
    assert updated.saved.updated_count == 3
    deleted = client.tasks.delete_where("finished == YES")
    assert (deleted.count, deleted.saved) == (3, None)
    assert client.tasks.count() == 3
    client.rollback()
    assert client.tasks.count() == 6


def test_delete_by_key(client: Client) -> None:
    task = client.tasks.add("a", uuid="x", save=True)
    client.tasks.delete(task, save=True)
    with pytest.raises(objwire.NotFound):
        client.tasks.delete("x")
    with pytest.raises(LookupError):
        client.tasks.get("x")


def test_a_task_is_not_named_by_a_number(client: Client) -> None:
    with pytest.raises(TypeError):
        client.tasks.delete(7)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        client.tasks.get()


def test_predicate_errors_point_into_the_text(client: Client) -> None:
    text = "taskDescription == '🙂🙂' AND = 3"
    with pytest.raises(objwire.PredicateSyntaxError) as caught:
        client.tasks.fetch(text)
    start, end = caught.value.range or (0, 0)
    assert text[start:end] == "="
    assert caught.value.expected

    with pytest.raises(objwire.PredicateKeyError) as unknown:
        client.tasks.fetch("taskdescription == 'a'")
    assert (unknown.value.key, unknown.value.nearest) == ("taskdescription", "taskDescription")


def test_all_validation_failures_are_listed(client: Client) -> None:
    client.tasks.add()
    client.tasks.add()
    with pytest.raises(objwire.ValidationError) as caught:
        client.save()
    assert [error["property"] for error in caught.value.errors] == ["taskDescription"] * 2
    assert len(client.view.status().inserted) == 2


def test_a_taken_uuid_is_a_conflict(client: Client) -> None:
    first = client.tasks.add("a", uuid="x", save=True)
    with pytest.raises(objwire.ConstraintConflict) as caught:
        client.tasks.add("b", uuid="x", save=True)
    assert caught.value.constraint == ["uuid"]
    assert caught.value.values == {"uuid": "x"}
    assert caught.value.existing_object_id == first.object_id


def test_a_change_on_both_sides_is_a_conflict_until_it_is_settled(client: Client) -> None:
    task = client.tasks.add("a", save=True)
    with client.create_context() as mine:
        mine.tasks.update(task, task_description="mine")
        client.tasks.update(task, task_description="theirs", save=True)
        with pytest.raises(objwire.MergeConflict) as caught:
            mine.save()
        assert [conflict["keys"] for conflict in caught.value.conflicts] == [["taskDescription"]]
        (shown,) = mine.tasks.refresh([task], keep_changes=True)
        assert shown.task_description == "mine"
        mine.save()
    assert client.tasks.get(task.uuid).task_description == "mine"


def test_a_context_is_closed_by_its_block(client: Client) -> None:
    with client.create_context("import") as context:
        context.tasks.add("a")
        assert context.status().has_changes
        context.save()
    assert [info.name for info in client.contexts()] == ["view"]


def test_a_block_does_not_lose_changes_silently(client: Client) -> None:
    with pytest.raises(objwire.ContextHasChanges), client.create_context("import") as context:
        context.tasks.add("a")
    changes = client.context("import").close(discard=True)
    assert len(changes.inserted) == 1


def test_a_block_that_fails_discards_and_keeps_its_error(client: Client) -> None:
    with pytest.raises(ZeroDivisionError), client.create_context("import") as context:
        context.tasks.add("a")
        raise ZeroDivisionError
    assert [info.name for info in client.contexts()] == ["view"]
    assert client.tasks.count() == 0


def test_rollback_and_reset_say_what_was_pending(client: Client) -> None:
    task = client.tasks.add("a", save=True)
    client.tasks.finish(task)
    new = client.tasks.add("b")
    changes = client.rollback()
    assert [reference.uuid for reference in changes.updated] == [task.uuid]
    assert [reference.uuid for reference in changes.inserted] == [new.uuid]
    client.tasks.delete(task)
    assert [reference.uuid for reference in client.view.reset().deleted] == [task.uuid]


def test_unknown_context(client: Client) -> None:
    with pytest.raises(objwire.UnknownContext) as caught:
        client.context("vew").tasks.count()
    assert caught.value.nearest == "view"
    with pytest.raises(objwire.ContextExists):
        client.create_context("view")


def test_a_predicate_is_read_without_running(client: Client) -> None:
    good = client.parse_predicate("finished = no", entity="Task")
    assert (good.valid, good.format) == (True, "finished == FALSE")
    assert [token["kind"] for token in good.tokens] == ["key", "operator", "constant"]
    bad = client.parse_predicate("finished = ")
    assert not bad.valid
    assert [item["severity"] for item in bad.diagnostics] == ["error"]
    trap = client.parse_predicate("taskDescription LIKE '%é%'")
    assert trap.valid
    assert [(item["severity"], item["range"]) for item in trap.diagnostics] == [("warning", {"start": 21, "end": 26})]


def test_a_predicate_is_completed(client: Client) -> None:
    completion = client.complete_predicate("uuid == 'é' AND finis", 21, entity="Task")
    assert [candidate.text for candidate in completion.candidates] == ["finished"]
    assert (completion.candidates[0].kind, completion.candidates[0].type) == ("key", "Boolean")
    assert (completion.start, completion.end) == (16, 21)


def test_a_fetch_is_explained(store: pathlib.Path) -> None:
    with Client(store) as client:
        tasks = client.objects("Task")
        explanation = tasks.explain_fetch("uuid == %@", ["a"], limit=1)
        assert explanation.bindings == ["a", 2, 0]
        assert explanation.indexes == ["Z_Task_UNIQUE_uuid"]
        assert (explanation.in_memory, explanation.pending_objects, explanation.tests_every_row) == ([], 0, False)
        client.tasks.add("Buy milk")
        explanation = tasks.explain_fetch("finished = no")
        assert (explanation.in_memory, explanation.pending_objects) == (["finished == FALSE"], 1)
        client.rollback()
    with Client(in_memory=True) as client:
        assert client.objects("Task").explain_fetch().sql is None


def test_tasks_are_there_after_a_restart(store: pathlib.Path) -> None:
    with Client(store) as client:
        task = client.tasks.add("Buy milk", date=MORNING, save=True)
    with Client(store, read_only=True) as client:
        assert client.tasks.get(task.uuid) == task
        with pytest.raises(objwire.StoreReadOnly):
            client.tasks.add("b", save=True)


# MARK: Paging


def test_pages_give_every_task_once_in_order(client: Client) -> None:
    seed = random.randrange(1 << 30)
    chance = random.Random(seed)
    client.tasks.add_many(
        [
            {
                "taskDescription": chance.choice(["a", "b", "é", "B"]),
                "date": chance.choice([None, MORNING, MORNING + datetime.timedelta(milliseconds=1)]),
                "finished": chance.random() < 0.5,
                "category": chance.randrange(-2, 3),
            }
            for _ in range(100)
        ],
        save=True,
    )
    client.tasks.add("pending", category=1)
    sorts: list[objwire.Sort | None] = [
        None,
        "date",
        "-date",
        ["-finished", "category"],
        ["taskDescription", "-date", "-category"],
        [{"key": "date", "nulls": "last"}, "-uuid"],
        [{"key": "date", "ascending": False, "nulls": "first"}, "finished"],
        {"key": "taskDescription", "options": "cd"},
    ]
    for sort in sorts:
        expected = client.tasks.fetch("category >= %@", [-1], sort=sort)
        for size in (1, 7, 1000):
            paged = list(client.tasks.iterate("category >= %@", [-1], sort=sort, page_size=size))
            assert paged == expected, f"seed {seed}, sort {sort}, page size {size}"
        assert list(client.tasks.iterate("category >= $least", {"least": -1}, sort=sort, page_size=50)) == expected


def test_pages_survive_changes_between_them(client: Client) -> None:
    client.tasks.add_many([{"taskDescription": "a", "uuid": f"{i:02}"} for i in range(20)], save=True)
    seen = []
    for task in client.tasks.iterate(page_size=5):
        seen.append(task.uuid)
        if task.uuid == "04":
            client.tasks.delete_where("uuid IN %@", [["00", "01", "07"]], save=True)
            client.tasks.add("late", uuid="005", save=True)
    assert seen == [*(f"{i:02}" for i in range(20) if i != 7), "005"]


def test_a_predicate_with_an_or_keeps_its_meaning_on_later_pages(client: Client) -> None:
    client.tasks.add_many([{"taskDescription": "a", "uuid": f"{i}", "category": i} for i in range(6)])
    assert [t.uuid for t in client.tasks.iterate("category == 1 OR category == 4", page_size=1)] == ["1", "4"]


def test_what_cannot_be_paged_is_refused(client: Client) -> None:
    with pytest.raises(ValueError, match="page_size"):
        next(client.tasks.iterate(page_size=0))
    with pytest.raises(objwire.PredicateSyntaxError):
        next(client.tasks.iterate("a) OR (b"))
    with pytest.raises(objwire.UnknownProperty):
        next(client.tasks.iterate(sort="nothing"))
