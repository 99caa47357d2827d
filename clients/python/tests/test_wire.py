"""Values as JSON and back, lines out of chunks, errors by kind: what needs no server."""

from __future__ import annotations

import copy
import dataclasses
import datetime
import decimal
import json
import pathlib
import pickle
import random
import uuid

import pytest

import objwire
from objwire import _errors, _model, _wire

REPOSITORY = pathlib.Path(__file__).resolve().parents[3]
UTC = datetime.timezone.utc


def test_lines_come_out_whatever_the_chunks() -> None:
    seed = random.randrange(1 << 30)
    chance = random.Random(seed)
    lines = [bytes(chance.choices(b"ab\r\0", k=chance.choice([0, 1, 5, 300_000]))) for _ in range(30)]
    data = b"".join(line + b"\n" for line in lines)
    for largest in (7, 65536, len(data)):
        reader = _wire.MessageReader()
        found: list[bytes] = []
        place = 0
        while place < len(data):
            size = chance.randint(1, largest) if largest > 7 else chance.choice([7, 100_000])
            found += reader.feed(data[place : place + size])
            place += size
        assert found == lines, f"seed {seed}"


def test_a_long_line_costs_no_more_than_its_bytes() -> None:
    reader = _wire.MessageReader()
    for _ in range(20_000):
        assert reader.feed(b"x" * 1000) == []
    assert reader.feed(b"\n") == [b"x" * 20_000_000]


@pytest.mark.parametrize(
    ("text", "date"),
    [
        (None, None),
        ("2026-12-01T09:00:00Z", datetime.datetime(2026, 12, 1, 9, tzinfo=UTC)),
        ("2026-12-01T09:00:00.5Z", datetime.datetime(2026, 12, 1, 9, 0, 0, 500000, tzinfo=UTC)),
        ("2026-12-01T09:00:00.001Z", datetime.datetime(2026, 12, 1, 9, 0, 0, 1000, tzinfo=UTC)),
        ("2026-12-01T09:00:00.0000005Z", datetime.datetime(2026, 12, 1, 9, tzinfo=UTC)),
        ("2026-12-01T09:00:00.00000149Z", datetime.datetime(2026, 12, 1, 9, 0, 0, 1, tzinfo=UTC)),
        ("2026-12-31T23:59:59.9999999Z", datetime.datetime(2027, 1, 1, tzinfo=UTC)),
        ("0001-01-01T00:00:00Z", datetime.datetime(1, 1, 1, tzinfo=UTC)),
    ],
)
def test_dates_of_the_server(text: str | None, date: datetime.datetime | None) -> None:
    assert _wire.parse_date(text) == date


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("0000-12-31T00:00:00Z", objwire.ValueOutOfRange),
        ("+010000-01-01T00:00:00Z", objwire.ValueOutOfRange),
        ("9999-12-31T23:59:59.9999999Z", objwire.ValueOutOfRange),
        ("2026-13-01T00:00:00Z", objwire.ProtocolError),
        ("2026-12-01", objwire.ProtocolError),
    ],
)
def test_dates_that_are_none(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        _wire.parse_date(text)


def test_values_are_written_as_attributes_take_them() -> None:
    key = uuid.UUID("6f0f7a0c-8d0e-4b37-9b57-2c1c8f1e7c11")
    values = {
        "date": datetime.datetime(2026, 1, 1, 0, 30, 0, 1, tzinfo=datetime.timezone(datetime.timedelta(hours=1))),
        "wall": datetime.datetime(2026, 1, 1, 9),
        "day": datetime.date(2026, 1, 1),
        "uuid": key,
        "decimal": decimal.Decimal("10.10"),
        "bytes": b"\xff\x00",
    }
    assert json.loads(_wire.encode_message(values)) == {
        "date": "2025-12-31T23:30:00.000001Z",
        "wall": "2026-01-01T09:00:00",
        "day": "2026-01-01",
        "uuid": "6F0F7A0C-8D0E-4B37-9B57-2C1C8F1E7C11",
        "decimal": "10.10",
        "bytes": "/wA=",
    }
    with pytest.raises(ValueError, match="NaN"):
        _wire.encode_message({"x": decimal.Decimal("NaN")})


def test_arguments_say_their_types() -> None:
    reference = objwire.Reference("x-coredata://S/Task/p1", "Task")
    assert _wire.predicate_arguments(
        [datetime.date(2026, 1, 1), decimal.Decimal("1.5"), b"a", reference, ("a", decimal.Decimal(1)), 7, None]
    ) == [
        {"$date": "2026-01-01"},
        {"$decimal": "1.5"},
        {"$data": "YQ=="},
        {"$objectID": "x-coredata://S/Task/p1"},
        ["a", {"$decimal": "1"}],
        7,
        None,
    ]


def test_depth_does_not_count_what_is_in_strings() -> None:
    assert _wire.nesting_depth(json.dumps({"a": ["[[[", '"[', "\\"], "b": [[1]]}).encode()) == 3


def test_the_second_page_begins_where_the_first_says() -> None:
    pager = _wire.Pager("finished == %@", [False], "-date", 2)
    first = {"predicate": "finished == %@", "arguments": [False], "sort": ["-date"], "limit": 2}
    assert pager.params() == first
    assert pager.take({"objects": [{"a": 1}], "nextCursor": "abc"}) == [{"a": 1}]
    assert not pager.done
    assert pager.params() == {**first, "cursor": "abc"}
    assert pager.take({"objects": []}) == []
    assert pager.done


def test_a_task_has_every_field_that_its_class_has() -> None:
    values = {"$objectID": "o", "$version": 1, "$entity": "Task", "uuid": "u", "taskDescription": "d", "date": None}
    task = _wire.task({**values, "finished": True, "category": 2, "notificationEnabled": True, "newer": "member"})
    assert list(vars(task)) == [field.name for field in dataclasses.fields(objwire.Task)]
    assert task == objwire.Task("o", 1, "u", "d", None, True, 2, True)


def test_values_of_objects_have_the_types_of_the_model() -> None:
    types = {"amount": "Decimal", "blob": "Binary", "color": "Transformable", "id": "UUID", "when": "Date"}
    model = _model.model(
        {
            "entities": [
                {
                    "name": name,
                    "isAbstract": name == "Base",
                    **extra,
                    "attributes": [
                        {"name": key, "type": kind, "isOptional": True, "isTransient": False} for key, kind in own
                    ],
                    "relationships": [],
                    "uniquenessConstraints": [["id"]],
                    "fetchIndexes": [],
                    "versionHash": "",
                }
                for name, extra, own in (
                    ("Base", {}, [("id", "UUID")]),
                    ("Thing", {"superentity": "Base"}, list(types.items())),
                )
            ],
            "versionIdentifiers": ["1"],
        }
    )
    assert (model.entities["Base"].superentity, model.entities["Thing"].superentity) == (None, "Base")
    assert {name: item.type for name, item in model.entities["Thing"].attributes.items()} == types
    key = uuid.UUID("6f0f7a0c-8d0e-4b37-9b57-2c1c8f1e7c11")
    sent = {
        "$entity": "Thing",
        "amount": "12.50",
        "blob": "AAEC",
        "color": "AAEC",
        "id": str(key).upper(),
        "when": "2026-12-01T09:00:00Z",
        "newer": "member",
    }
    expected = {
        "$entity": "Thing",
        "amount": decimal.Decimal("12.50"),
        "blob": b"\0\1\2",
        "color": "AAEC",
        "id": key,
        "when": datetime.datetime(2026, 12, 1, 9, tzinfo=datetime.timezone.utc),
        "newer": "member",
    }
    converters = _model.converters(model)
    # An object that a fetch of its parent entity finds has the attributes of its own.
    assert _model.row(dict(sent), converters, "Base") == expected
    assert _model.row({"amount": None, "id": str(key)}, converters, "Thing") == {"amount": None, "id": key}
    assert _model.row({"amount": "1"}, converters, "Unheard") == {"amount": "1"}


# MARK: Errors


def test_every_kind_of_the_manual_has_a_class_and_its_members() -> None:
    manual = (REPOSITORY / "protocol.md").read_text(encoding="utf-8")
    chapter = manual.split("\n## Errors\n")[1].split("\n## ")[0]
    rows = [line.split("|") for line in chapter.splitlines() if line[:3] == "| `"]
    kinds = {row[1].strip().strip("`"): int(row[2]) for row in rows[1:]}
    assert len(kinds) > 25
    assert set(kinds) <= set(_errors.CLASS_BY_KIND)
    for kind, code in kinds.items():
        error = _errors.rpc_error({"code": code, "message": "m", "data": {"kind": kind}}, "task.add")
        assert type(error) is _errors.CLASS_BY_KIND[kind]
        assert (error.kind, error.code, error.message, error.method) == (kind, code, "m", "task.add")
        for name in dir(type(error)):
            if not name.startswith("_"):
                # No member that the server leaves out is a surprise.
                getattr(error, name)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("conflict.unheardOf", objwire.ConflictError),
        ("store.unheardOf", objwire.StoreError),
        ("unheardOf", objwire.RPCError),
        ("", objwire.RPCError),
    ],
)
def test_kinds_of_newer_servers_belong_to_their_family(kind: str, expected: type[objwire.RPCError]) -> None:
    assert type(_errors.rpc_error({"code": 1, "message": "m", "data": {"kind": kind}})) is expected
    assert type(_errors.rpc_error({"code": 1, "message": "m"})) is objwire.RPCError


@pytest.mark.parametrize(
    "error",
    [
        objwire.ServerNotFound(["a", "b"]),
        objwire.ServerExited(-9, "tail"),
        objwire.RequestTimeout("task.add", 1.5),
        objwire.ProtocolMismatch(["2.0"], ["1.0"]),
        objwire.NotificationsLost(3),
        _errors.rpc_error({"code": 1, "message": "m", "data": {"kind": "predicate.syntax", "hint": "h"}}, "task.fetch"),
    ],
)
def test_errors_survive_copying_and_pickling(error: objwire.Error) -> None:
    for other in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(other) is type(error)
        assert vars(other) == vars(error)
        assert str(other) == str(error)


def test_every_error_has_the_one_root() -> None:
    for name in objwire.__all__:
        value = getattr(objwire, name)
        if isinstance(value, type) and issubclass(value, Exception) and not issubclass(value, Warning):
            assert issubclass(value, objwire.Error), name
