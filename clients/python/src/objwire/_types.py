"""What the helpers take and give: tasks, references, and the values of both."""

from __future__ import annotations

import datetime
import uuid as uuid_module
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Optional, TypedDict, Union

DateValue = Union[datetime.datetime, datetime.date, str]
"""A date going in. An aware `datetime` is that instant. A naive one, or a `date` (its start), is wall time in the
client's time zone (`time_zone`, else that of the server's process). A `str` is sent as it is. Milliseconds are kept."""

UUIDValue = Union[str, uuid_module.UUID]
"""A task's uuid going in. A `str` is kept and compared exactly as it is; a `UUID` is written in upper case, as the
server writes those that it makes."""

Arguments = Union[Sequence[Any], Mapping[str, Any]]
"""Values for a predicate's placeholders: a list for `%@`, `%K` and `%d`, a mapping for `$NAME`. Dates, UUIDs, decimals
and bytes may be Python's own."""


class SortKey(TypedDict, total=False):
    """One sort key; only `key` has to be there.

    `ascending` is true by default, `options` folds case ("c") and diacritics ("d") of strings, `nulls` ("first",
    "last") says where missing values go: by default first ascending, last descending.
    """

    key: str
    ascending: bool
    options: str
    nulls: str


Sort = Union[str, SortKey, Sequence[Union[str, SortKey]]]
"""Sort keys, most important first: property names, with a leading "-" for descending, or `SortKey`s."""


class TaskValues(TypedDict, total=False):
    """Values of a task going in, by the names of the model."""

    taskDescription: str | None
    date: DateValue | None
    finished: bool
    category: int
    uuid: UUIDValue
    notificationEnabled: bool


TaskFields = TypedDict(
    "TaskFields",
    {
        "$objectID": str,
        "$entity": str,
        "$version": int,
        "taskDescription": Optional[str],
        "date": Optional[datetime.datetime],
        "finished": bool,
        "category": int,
        "uuid": Optional[str],
        "notificationEnabled": bool,
    },
    total=False,
)
"""Some properties of a task, by the names of the model; the three `$` members are always there."""


@dataclass(frozen=True)
class Task:
    """A task as a context shows it: a value, which later changes do not touch.

    `date` is in UTC. `version` rises by one with each save that changes the task and is 0 before the first;
    `object_id` is a temporary ID until then, which keeps resolving for the life of the server process.
    `task_description` and `uuid` can be None only while the task is unsaved.
    """

    object_id: str
    version: int
    uuid: str | None
    task_description: str | None
    date: datetime.datetime | None = None
    finished: bool = False
    category: int = 0
    notification_enabled: bool = False
    entity: str = "Task"


@dataclass(frozen=True)
class Reference:
    """An object by name: its ID, its entity, and for tasks the uuid, also of deleted ones."""

    object_id: str
    entity: str
    uuid: str | None = None


TaskKey = Union[Task, Reference, UUIDValue]
"""Which task: one that was given earlier, a reference, or a uuid."""


@dataclass(frozen=True)
class Saved:
    """What a save wrote. `permanent_ids` gives the permanent ID of each inserted object by its temporary one."""

    inserted_count: int
    updated_count: int
    deleted_count: int
    permanent_ids: Mapping[str, str]
    saved_to: str


@dataclass(frozen=True)
class Affected:
    """What a change by predicate did: how many tasks, which ones, and what was saved if the request saved."""

    count: int
    references: list[Reference]
    saved: Saved | None = None


@dataclass(frozen=True)
class Changes:
    """Changes of a context: `inserted` in order of insertion, `updated`, `deleted`."""

    inserted: list[Reference]
    updated: list[Reference]
    deleted: list[Reference]


@dataclass(frozen=True)
class ContextStatus:
    """What is pending in a context. `parent` is None where it saves to the store."""

    name: str
    parent: str | None
    has_changes: bool
    inserted: list[Reference]
    updated: list[Reference]
    deleted: list[Reference]
    merge_policy: str


@dataclass(frozen=True)
class ContextInfo:
    """A context as it stood after the last request it has finished."""

    name: str
    parent: str | None
    has_changes: bool
    inserted_count: int
    updated_count: int
    deleted_count: int
    merge_policy: str


@dataclass(frozen=True)
class ParsedPredicate:
    """A predicate that was read but not run.

    `format` is its canonical text and `tree` its tree if it is valid, else None. `diagnostics` says what is wrong:
    kind, message, range {start, end} as indexes into the text, expected, hint.
    """

    valid: bool
    format: str | None
    tree: Any
    diagnostics: list[dict[str, Any]]


@dataclass(frozen=True)
class ServerInfo:
    """What the server said when it was started. `store` has type ("SQLite", "InMemory"), uuid and readOnly."""

    name: str
    version: str
    protocol_version: str
    position_encoding: str
    methods: tuple[str, ...]
    store: Mapping[str, Any]


@dataclass(frozen=True)
class Notification:
    """A message of the server's own accord, as it was sent."""

    method: str
    params: Mapping[str, Any]


@dataclass(frozen=True)
class ContextDidSave(Notification):
    """`context.didSave`: a context of this process was saved; it comes after the reply to that save."""

    context: str
    changes: Changes


@dataclass(frozen=True)
class StoreDidChange(Notification):
    """`store.didChange`: another process saved to the store."""

    changes: Changes
