"""Python values as JSON and back, and bytes as messages."""

from __future__ import annotations

import base64
import contextlib
import datetime
import decimal
import json
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Callable

from ._errors import ProtocolError, ValueOutOfRange
from ._types import (
    Aggregate,
    Arguments,
    Candidate,
    Category,
    CategoryKey,
    Changes,
    Completion,
    ContextDidSave,
    Explanation,
    Notification,
    ObjectKey,
    Reference,
    RelationshipChange,
    Saved,
    Settings,
    Sort,
    StoreDidChange,
    StoreInfo,
    StoreSizes,
    Task,
    TaskKey,
    Unset,
    Update,
)

# MARK: Messages


class MessageReader:
    """Cuts the bytes of a pipe into lines, however they arrive, in time proportional to their number.

    A line has no upper limit, unlike that of `asyncio.StreamReader.readline` (64 KiB).
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that `chunk` completes, without their ends; often none or one."""
        lines = chunk.split(b"\n")
        rest = lines.pop()
        if lines and self._parts:
            self._parts.append(lines[0])
            lines[0] = b"".join(self._parts)
            self._parts.clear()
        if rest:
            self._parts.append(rest)
        return lines


def _json_default(value: Any) -> Any:
    """What the JSON encoder does not know, in the form that attributes of a model take."""
    if isinstance(value, datetime.date):
        return format_date(value)
    if isinstance(value, uuid.UUID):
        return str(value).upper()
    if isinstance(value, decimal.Decimal):
        return format_decimal(value)
    if isinstance(value, (bytes, bytearray, memoryview)):
        return base64.b64encode(value).decode("ascii")
    raise TypeError(f"{type(value).__name__} has no form in JSON")


# Text is sent as UTF-8, not escaped, so that what cannot be encoded (a lone surrogate) is found before it is sent.
_encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_json_default).encode
_decode = json.JSONDecoder().decode


def encode_message(message: Any) -> bytes:
    """One line for the server.

    Raises TypeError for what has no form in JSON and ValueError for NaN, infinities and lone surrogates.
    """
    return _encode(message).encode("utf-8") + b"\n"


def request(id: int, method: str, params: Mapping[str, Any] | None) -> dict[str, Any]:
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": id, "method": method}
    if params:
        message["params"] = params
    return message


def notification(method: str, params: Mapping[str, Any] | None) -> dict[str, Any]:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if params:
        message["params"] = params
    return message


def decode_message(line: bytes) -> dict[str, Any] | list[Any]:
    """One line of the server: an object, or the array that answers a batch. Raises ProtocolError for anything else."""
    try:
        message = _decode(line.decode("utf-8"))
    except ValueError:
        raise ProtocolError(f"the server wrote what is not JSON: {line[:200]!r}") from None
    if isinstance(message, (dict, list)):
        return message
    raise ProtocolError(f"the server wrote what is not a message: {line[:200]!r}")


_STRING = re.compile(rb'"(?:[^"\\]|\\.)*"')


def nesting_depth(line: bytes) -> int:
    """How deep arrays and objects of a valid message are inside each other."""
    depth = deepest = 0
    for byte in _STRING.sub(b"", line):
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


# MARK: Values going out

_TAGGED = (datetime.date, decimal.Decimal, bytes, bytearray, memoryview)


def predicate_arguments(arguments: Arguments | None) -> list[Any] | dict[str, Any] | None:
    """Arguments of a predicate, with tags on the values whose type JSON cannot say.

    A `uuid.UUID` stays a string: Task's uuid is a String attribute, and a UUID attribute reads a string as well.
    """
    if arguments is None:
        return None
    if isinstance(arguments, (str, bytes)):
        raise TypeError("arguments must be a list or a mapping, not one string")
    if isinstance(arguments, Mapping):
        return {name: _argument(value) for name, value in arguments.items()}
    return [_argument(value) for value in arguments]


def _argument(value: Any) -> Any:
    if isinstance(value, datetime.date):
        return {"$date": format_date(value)}
    if isinstance(value, decimal.Decimal):
        return {"$decimal": format_decimal(value)}
    if isinstance(value, (bytes, bytearray, memoryview)):
        return {"$data": base64.b64encode(value).decode("ascii")}
    if isinstance(value, (Task, Category, Reference)):
        return {"$objectID": value.object_id}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [_argument(item) for item in value]
    return value


def format_date(value: datetime.date) -> str:
    """RFC 3339: UTC for an aware datetime, without an offset for a naive one, the day alone for a date."""
    if not isinstance(value, datetime.datetime):
        return value.isoformat()
    if value.tzinfo is None:
        return value.isoformat()
    return value.astimezone(datetime.timezone.utc).replace(tzinfo=None).isoformat() + "Z"


def format_decimal(value: decimal.Decimal) -> str:
    if not value.is_finite():
        raise ValueError(f"{value} is not a number that can be stored")
    return str(value)


def sort_keys(sort: Sort | None) -> list[Any] | None:
    if sort is None:
        return None
    return [sort] if isinstance(sort, (str, Mapping)) else list(sort)


def property_names(properties: str | Sequence[str] | None) -> list[str] | None:
    if properties is None:
        return None
    return [properties] if isinstance(properties, str) else list(properties)


def column(name: str, aggregate: Aggregate) -> dict[str, Any]:
    return without_none(name=name, function=aggregate.function, property=aggregate.property)


def task_key(key: TaskKey) -> dict[str, Any]:
    """The members that name one task. Object IDs are preferred: they also find tasks whose uuid was changed."""
    if isinstance(key, (Task, Reference)):
        return {"objectID": key.object_id}
    if isinstance(key, (str, uuid.UUID)):
        return {"uuid": key}
    raise TypeError(f"a task is named by a Task, a Reference or a uuid, not by {type(key).__name__}")


def category_key(key: CategoryKey) -> dict[str, Any]:
    if isinstance(key, (Category, Reference)):
        return {"objectID": key.object_id}
    if isinstance(key, int) and not isinstance(key, bool):
        return {"number": key}
    raise TypeError(f"a category is named by a Category, a Reference or a number, not by {type(key).__name__}")


def object_key(key: ObjectKey) -> dict[str, Any]:
    return {"objectID": object_id(key)}


def object_id(key: ObjectKey) -> str:
    if isinstance(key, str):
        return key
    if isinstance(key, (Task, Category, Reference)):
        return key.object_id
    if isinstance(key, Mapping):
        return str(key["$objectID"])
    raise TypeError(f"an object is named by its ID or by what has one, not by {type(key).__name__}")


def relationship_change(result: Mapping[str, Any]) -> RelationshipChange:
    return RelationshipChange(result["objectID"], result["relationship"], result["count"], saved_member(result))


def updates(
    changes: Iterable[tuple[Any, Mapping[str, Any]] | Update[Any, Mapping[str, Any]]],
    name: Callable[[Any], Mapping[str, Any]],
) -> list[dict[str, Any]]:
    """The items of `updates`; `name` gives the members that name one object."""
    whole = (change if isinstance(change, Update) else Update(*change) for change in changes)
    return [without_none(**name(item.key), values=item.values, ifVersion=item.if_version) for item in whole]


def without_none(**params: Any) -> dict[str, Any]:
    return {name: value for name, value in params.items() if value is not None}


def without_unset(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not Unset.UNSET}


# MARK: Values coming in

_DATE = re.compile(r"([+-]?\d{4,6})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?Z")
# Whole seconds and milliseconds, which Python reads by itself, and much faster.
_COMMON_LENGTHS = (len("2026-12-01T09:00:00Z"), len("2026-12-01T09:00:00.000Z"))
_YEARS = range(datetime.MINYEAR, datetime.MAXYEAR + 1)


def parse_date(text: str | None) -> datetime.datetime | None:
    """A date of the server as an aware datetime in UTC, rounded to microseconds; None stays None."""
    if text is None:
        return None
    if len(text) in _COMMON_LENGTHS and text[-1] == "Z":
        with contextlib.suppress(ValueError):
            return datetime.datetime.fromisoformat(text[:-1] + "+00:00")
    match = _DATE.fullmatch(text)
    if match is None:
        raise ProtocolError(f"the server wrote {text!r} where a date was expected")
    year, month, day, hour, minute, second, fraction = match.groups()
    if int(year) not in _YEARS:
        raise ValueOutOfRange(f"the date {text} does not fit datetime, which holds the years 1 to 9999")
    try:
        whole = datetime.datetime(
            int(year), int(month), int(day), int(hour), int(minute), int(second), tzinfo=datetime.timezone.utc
        )
        return whole + _fraction(fraction) if fraction else whole
    except ValueError:
        raise ProtocolError(f"the server wrote {text!r} where a date was expected") from None
    except OverflowError:
        raise ValueOutOfRange(f"the date {text} does not fit datetime") from None


def _fraction(digits: str) -> datetime.timedelta:
    if len(digits) <= 6:
        return datetime.timedelta(microseconds=int(digits.ljust(6, "0")))
    return datetime.timedelta(microseconds=round(int(digits[:9].ljust(9, "0")) / 1000))


def task(values: Mapping[str, Any]) -> Task:
    # The initializer of a frozen dataclass sets each attribute by a call; for lists of tasks that is most of the time.
    task = object.__new__(Task)
    task.__dict__.update(
        object_id=values["$objectID"],
        version=values["$version"],
        uuid=values["uuid"],
        task_description=values["taskDescription"],
        date=parse_date(values["date"]),
        finished=values["finished"],
        category=values["category"],
        notification_enabled=values["notificationEnabled"],
        entity=values["$entity"],
    )
    return task


def task_fields(values: dict[str, Any]) -> Any:
    """The named properties of a task (`TaskFields`), in place: only dates have another form in Python."""
    if "date" in values:
        values["date"] = parse_date(values["date"])
    return values


def category(values: Mapping[str, Any]) -> Category:
    return Category(
        values["$objectID"],
        values["$version"],
        values["number"],
        values["category"],
        values["color"],
        values["$entity"],
    )


def settings(values: Mapping[str, Any]) -> Settings:
    return Settings(
        values["$objectID"],
        values["$version"],
        values["sortedBy"],
        values["notificationsEnabled"],
        values["$entity"],
    )


def completion(values: Mapping[str, Any]) -> Completion:
    candidates = [
        Candidate(item["text"], item["kind"], item.get("type"), item.get("detail")) for item in values["candidates"]
    ]
    return Completion(candidates, values["range"]["start"], values["range"]["end"])


def explanation(values: Mapping[str, Any]) -> Explanation:
    pending = values.get("pendingChanges", {})
    return Explanation(
        values.get("sql"),
        values.get("bindings"),
        values.get("plan"),
        values.get("indexes"),
        values["inMemory"],
        pending.get("objects", 0),
        pending.get("everyRow", False),
    )


def store_info(values: Mapping[str, Any]) -> StoreInfo:
    sizes = values.get("sizes")
    return StoreInfo(
        values["type"],
        values["uuid"],
        values.get("path"),
        values["readOnly"],
        values.get("readOnlyReason"),
        None if sizes is None else StoreSizes(sizes["file"], sizes["log"]),
        values["counts"],
        values["versionHashes"],
        values["metadata"],
    )


def reference(values: Mapping[str, Any]) -> Reference:
    return Reference(values["$objectID"], values["$entity"], values.get("uuid"), values.get("number"))


def references(values: Sequence[Mapping[str, Any]]) -> list[Reference]:
    return [reference(item) for item in values]


def changes(values: Mapping[str, Any]) -> Changes:
    return Changes(references(values["inserted"]), references(values["updated"]), references(values["deleted"]))


def saved(values: Mapping[str, Any]) -> Saved:
    return Saved(
        values["insertedCount"],
        values["updatedCount"],
        values["deletedCount"],
        values["permanentIDs"],
        values["savedTo"],
    )


def saved_member(result: Mapping[str, Any]) -> Saved | None:
    return saved(result["saved"]) if "saved" in result else None


def server_notification(method: str, params: Mapping[str, Any]) -> Notification:
    if method == "context.didSave":
        return ContextDidSave(method, params, params["context"], changes(params))
    if method == "store.didChange":
        return StoreDidChange(method, params, changes(params))
    return Notification(method, params)


# MARK: Paging


class Pager:
    """Asks for the objects of a fetch page by page: each reply says where the next page begins."""

    def __init__(self, predicate: str | None, arguments: Arguments | None, sort: Sort | None, page_size: int) -> None:
        if page_size < 1:
            raise ValueError("page_size must be 1 or more")
        self._params = without_none(
            predicate=predicate, arguments=predicate_arguments(arguments), sort=sort_keys(sort), limit=page_size
        )
        self.done = False

    def params(self) -> dict[str, Any]:
        """The params of the fetch for the next page."""
        return dict(self._params)

    def take(self, result: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Notes the reply to `params`, and gives its objects."""
        self.done = "nextCursor" not in result
        self._params["cursor"] = result.get("nextCursor")
        objects: list[dict[str, Any]] = result["objects"]
        return objects
