"""Categories, settings, objects of any entity, result types and many changes at once, against the real server."""

from __future__ import annotations

import datetime
import pathlib
import threading
from typing import Any

import pytest

import objwire
from objwire import Category, Client, Settings, Update, _wire

MORNING = datetime.datetime(2026, 12, 1, 9, tzinfo=datetime.timezone.utc)


# MARK: Categories


def test_a_category_comes_back_with_typed_values(client: Client) -> None:
    home = client.categories.add("Home", color={"red": 1, "green": 0.5}, save=True)
    assert home == Category(home.object_id, 1, 1, "Home", {"red": 1, "green": 0.5})
    assert client.categories.get(1) == client.categories.get(object_id=home.object_id) == home
    assert client.categories.add("Work", save=True) == client.categories.get(2)
    assert client.categories.add("Far", number=40).number == 40
    assert [category.number for category in client.categories.fetch("category != 'Work'", sort="-number")] == [40, 1]
    assert client.categories.count("category BEGINSWITH[c] %@", ["h"]) == 1


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_categories_come_page_by_page(client: Client, size: int) -> None:
    client.categories.add_many([{"category": f"{number % 3}", "number": number} for number in range(25)], save=True)
    client.categories.add("1")
    sorts: list[objwire.Sort | None] = [None, "-number", ["-category"]]
    for sort in sorts:
        keys: objwire.Sort = [*(_wire.sort_keys(sort) or []), "number"]
        expected = client.categories.fetch("number > %@", [3], sort=keys)
        assert list(client.categories.iterate("number > %@", [3], sort=sort, page_size=size)) == expected
    seen = []
    for category in client.categories.iterate(page_size=5):
        seen.append(category.number)
        if category.number == 4:
            client.categories.delete_where("number IN %@", [[0, 7]], save=True)
    assert seen == [number for number in range(26) if number != 7]


@pytest.mark.parametrize(
    "color", [None, True, 7, -0.25, "#ff8000", "", [1, None, ["x"]], {}, {"a": {"b": [False]}}, {"$data": "AAH/"}]
)
def test_a_color_is_any_json_value(client: Client, color: Any) -> None:
    home = client.categories.add("Home", color=color, save=True)
    assert home.color == color
    assert type(client.categories.get(home.number).color) is type(color)
    assert hash(client.categories.get(home.number)) == hash(home)


def test_a_category_is_updated_by_what_names_it(client: Client) -> None:
    home = client.categories.add("Home", color="red", save=True)
    assert client.categories.update(1, {"category": "House"}, color=None).color is None
    assert client.categories.update(home, number=5, save=True).version == 2
    assert client.categories.update(home, category="Hut", if_version=2).category == "Hut"
    with pytest.raises(objwire.VersionConflict):
        client.categories.update(5, category="Hole", if_version=1)
    with pytest.raises(objwire.NotFound):
        client.categories.get(1)
    (shown,) = client.categories.refresh([home])
    assert (shown.number, shown.category) == (5, "House")


def test_many_categories_at_once(client: Client) -> None:
    references = client.categories.add_many([{"category": str(i), "color": i} for i in range(4)], save=True)
    assert [reference.number for reference in references] == [1, 2, 3, 4]
    updated = client.categories.update_many([(4, {"category": "four"}), Update(references[0], {"color": "x"}, 1)])
    assert [reference.number for reference in updated.references] == [4, 1]
    assert client.categories.fetch_dicts("number IN %@", [[1, 4]], sort="number") == [
        {"category": "0", "color": "x", "number": 1},
        {"category": "four", "color": 3, "number": 4},
    ]
    (fields,) = client.categories.fetch("number == 2", properties="color")
    assert fields == {"$objectID": references[1].object_id, "$entity": "Category", "$version": 1, "color": 1}
    assert client.categories.fetch_ids(sort="-number", limit=2, offset=1) == [
        references[2].object_id,
        references[1].object_id,
    ]
    assert client.categories.update_where("number > 2", values={"color": None}).count == 2
    client.categories.delete(references[0])
    deleted = client.categories.delete_where("number > 2", save=True)
    assert deleted.references == references[2:]
    assert [category.number for category in client.categories.fetch()] == [2]


def test_a_number_that_is_taken_is_a_conflict(client: Client) -> None:
    first = client.categories.add("Home", save=True)
    with pytest.raises(objwire.ConstraintConflict) as caught:
        client.categories.add("Work", number=1, save=True)
    assert caught.value.values == {"number": 1}
    assert caught.value.existing_object_id == first.object_id


@pytest.mark.parametrize("key", [True, "1", 1.0, None])
def test_a_category_is_named_by_a_number(client: Client, key: Any) -> None:
    with pytest.raises(TypeError):
        client.categories.delete(key)
    with pytest.raises(TypeError):
        client.categories.get(1, object_id="x")


# MARK: Settings


def test_settings_are_empty_before_anything_was_set(client: Client) -> None:
    assert client.settings.get() == Settings(object_id=None, version=0, sorted_by=None, notifications_enabled=None)
    assert client.store_info().counts["Settings"] == 0


def test_settings_are_set_by_name_and_kept(store: pathlib.Path) -> None:
    with Client(store) as client:
        first = client.settings.set(sorted_by="date", save=True)
        assert (first.sorted_by, first.notifications_enabled) == ("date", None)
        changed = client.settings.set({"sortedBy": None}, notifications_enabled=True, save=True)
        assert (changed.sorted_by, changed.notifications_enabled) == (None, True)
        assert changed.object_id == first.object_id
        with client.create_context() as other:
            other.settings.set(sorted_by="category")
            assert other.settings.get().sorted_by == "category"
            assert client.settings.get() == changed
            other.rollback()
        with pytest.raises(objwire.UnknownProperty) as caught:
            client.settings.set({"sortedby": "x"})  # type: ignore[arg-type]
        assert caught.value.nearest == "sortedBy"
    with Client(store, read_only=True) as client:
        assert client.settings.get() == changed


# MARK: Many tasks


def test_many_tasks_are_changed_each_in_its_own_way(client: Client) -> None:
    references = client.tasks.add_many([{"taskDescription": str(i), "uuid": str(i)} for i in range(3)], save=True)
    task = client.tasks.get("1")
    updated = client.tasks.update_many(
        [
            ("0", {"date": MORNING}),
            Update(task, {"taskDescription": "one"}, task.version),
            (references[2], {"category": 9}),
        ],
        save=True,
    )
    assert (updated.count, updated.references) == (3, references)
    assert updated.saved is not None
    assert updated.saved.updated_count == 3
    assert [(t.date, t.task_description, t.category) for t in client.tasks.fetch(sort="uuid")] == [
        (MORNING, "0", 0),
        (None, "one", 0),
        (None, "2", 9),
    ]
    assert client.tasks.update_many([]).count == 0


def test_a_bad_one_among_many_changes_is_named_and_none_is_made(client: Client) -> None:
    task = client.tasks.add("a", uuid="x", save=True)
    with pytest.raises(objwire.NotFound) as missing:
        client.tasks.update_many([(task, {"category": 1}), ("y", {"category": 1})])
    assert missing.value.index == 1
    with pytest.raises(objwire.ValueTypeError) as wrong:
        client.tasks.update_many([(task, {"category": 1}), (task, {"category": "x"})])  # type: ignore[typeddict-item]
    assert wrong.value.index == 1
    with pytest.raises(objwire.VersionConflict):
        client.tasks.update_many([Update(task, {"category": 1}, if_version=7)])
    assert client.tasks.get("x") == task
    assert not client.view.status().has_changes


def test_result_types(client: Client) -> None:
    task = client.tasks.add("a", date=MORNING, uuid="x", save=True)
    pending = client.tasks.add("b", uuid="y")
    assert client.tasks.fetch_ids(sort="-uuid") == [pending.object_id, task.object_id]
    assert client.tasks.fetch_ids(includes_pending_changes=False) == [task.object_id]
    assert client.tasks.fetch_dicts("uuid == $key", {"key": "x"}) == [
        {
            "taskDescription": "a",
            "date": MORNING,
            "finished": False,
            "category": 0,
            "uuid": "x",
            "notificationEnabled": False,
        }
    ]
    assert client.tasks.fetch_dicts(properties=["uuid", "date"], sort="uuid", limit=1) == [
        {"uuid": "x", "date": MORNING}
    ]
    with pytest.raises(objwire.UnknownProperty):
        client.tasks.fetch_dicts(properties="uid")


# MARK: Objects of any entity


def test_objects_are_dictionaries_with_typed_values(client: Client) -> None:
    tasks = client.objects("Task")
    assert tasks.entity == "Task"
    row = tasks.add({"taskDescription": "a", "date": MORNING, "uuid": "x"}, save=True)
    assert row == {
        "$objectID": row["$objectID"],
        "$entity": "Task",
        "$version": 1,
        "taskDescription": "a",
        "date": MORNING,
        "finished": False,
        "category": 0,
        "uuid": "x",
        "notificationEnabled": False,
    }
    assert tasks.get(row) == tasks.get(row["$objectID"]) == tasks.get(client.tasks.get("x")) == row
    assert tasks.fetch("date == %@", [MORNING], sort="date") == [row]
    assert tasks.fetch_ids() == [row["$objectID"]]
    assert tasks.fetch_dicts(properties="date") == [{"date": MORNING}]
    later = MORNING + datetime.timedelta(days=1)
    assert tasks.update(row, {"date": later}, if_version=1)["date"] == later
    assert tasks.refresh([row]) == [row]
    assert tasks.update(row, {"date": None})["date"] is None
    tasks.delete(row, save=True)
    with pytest.raises(objwire.NotFound):
        tasks.get(row)


def test_many_objects_at_once(client: Client) -> None:
    categories = client.objects("Category")
    references = categories.add_many([{"category": str(i)} for i in range(3)], save=True)
    assert [reference.number for reference in references] == [1, 2, 3]
    home = client.categories.get(1)
    assert categories.update_many([(references[2], {"color": [3]}), Update(home, {"color": 1}, 1)]).count == 2
    assert categories.update_where("number == 2", values={"color": "two"}).count == 1
    assert [row["color"] for row in categories.fetch(properties="color", sort="number")] == [1, "two", [3]]
    assert categories.delete_where("number < 3").references == references[:2]
    assert categories.count() == client.categories.count() == 1
    with client.create_context() as other:
        assert other.objects("Category").count() == 3


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_objects_of_any_entity_come_page_by_page(client: Client, size: int) -> None:
    tasks = client.objects("Task")
    tasks.add_many([{"taskDescription": f"{i % 4}", "date": MORNING, "uuid": f"{i:02}"} for i in range(20)], save=True)
    tasks.add_many([{"taskDescription": "pending", "uuid": None} for _ in range(3)])
    sorts: list[objwire.Sort | None] = [None, "-uuid", [{"key": "taskDescription", "options": "cd"}, "-uuid"]]
    for sort in sorts:
        expected = tasks.fetch("taskDescription != %@", ["0"], sort=sort)
        assert list(tasks.iterate("taskDescription != %@", ["0"], sort=sort, page_size=size)) == expected
    assert all(row["date"] == MORNING for row in tasks.iterate("date != nil", page_size=size))
    assert list(client.objects("Settings").iterate(page_size=size)) == []
    client.settings.set(sorted_by="date", save=False)
    assert [row["sortedBy"] for row in client.objects("Settings").iterate(page_size=size)] == ["date"]
    with pytest.raises(ValueError, match="page_size"):
        next(tasks.iterate(page_size=0))


def test_objects_that_stay_in_place_come_once_whatever_changes_between_pages(client: Client) -> None:
    tasks = client.objects("Task")
    tasks.add_many([{"taskDescription": f"{i:02}"} for i in range(20)])
    seen = []
    for row in tasks.iterate(sort="taskDescription", page_size=5):
        seen.append(row["taskDescription"])
        if row["taskDescription"] == "04":
            client.save()  # the IDs of later pages become permanent
            client.tasks.delete_where("taskDescription == '07'", save=True)
            client.tasks.update_where("taskDescription == '03'", values={"taskDescription": "15b"}, save=True)
    # The one that was moved ahead comes at its new place, too.
    assert seen == sorted([*(f"{i:02}" for i in range(20) if i != 7), "15b"])


def test_an_unknown_entity_is_an_error(client: Client) -> None:
    for method in (client.objects("Taks").fetch, client.objects("Taks").count, client.objects("Taks").fetch_ids):
        with pytest.raises(objwire.UnknownEntity):
            method()
    with pytest.raises(TypeError):
        client.objects("Task").get(7)  # type: ignore[arg-type]


def test_threads_share_what_is_known_of_the_model(client: Client) -> None:
    client.tasks.add("a", date=MORNING)
    dates: list[object] = []
    threads = [
        threading.Thread(target=lambda: dates.extend(row["date"] for row in client.objects("Task").fetch()))
        for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert dates == [MORNING] * 8


# MARK: Model and store


def test_the_model_is_described(client: Client) -> None:
    model = client.describe_model()
    assert list(model.entities) == ["Category", "Settings", "Task"]
    task = model.entities["Task"]
    assert {name: (a.type, a.optional, a.default) for name, a in task.attributes.items()} == {
        "category": ("Integer 32", False, 0),
        "date": ("Date", True, None),
        "finished": ("Boolean", False, False),
        "notificationEnabled": ("Boolean", False, False),
        "taskDescription": ("String", False, None),
        "uuid": ("String", False, None),
    }
    assert (task.abstract, task.superentity, task.uniqueness_constraints) == (False, None, (("uuid",),))
    assert objwire.FetchIndex("byDate", ("date",)) in task.fetch_indexes
    assert task.relationships == {}
    assert client.store_info().version_hashes == {name: e.version_hash for name, e in model.entities.items()}


def test_the_store_is_described(store: pathlib.Path) -> None:
    with Client(store) as client:
        client.tasks.add("a", save=True)
        info = client.store_info()
        assert (info.type, info.path, info.uuid) == ("SQLite", str(store.resolve()), client.server.store["uuid"])
        assert (info.read_only, info.read_only_reason) == (False, None)
        assert info.sizes is not None
        assert info.sizes.file + info.sizes.log >= 4096
        assert info.counts == {"Category": 0, "Settings": 0, "Task": 1}
        assert info.metadata["NSStoreType"] == "SQLite"
    with Client(store, read_only=True) as client:
        assert client.store_info().read_only
        assert client.store_info().read_only_reason
    with Client(in_memory=True) as client:
        info = client.store_info()
        assert (info.type, info.path, info.sizes) == ("InMemory", None, None)
