"""What the helpers take and give: tasks, categories, settings, references, and their values."""

from __future__ import annotations

import datetime
import enum
import uuid as uuid_module
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypedDict, TypeVar, Union


class Unset(enum.Enum):
    """Stands for "as it is" where None takes a value away."""

    UNSET = "as it is"


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


@dataclass(frozen=True)
class Aggregate:
    """What is computed of the values that a property has in the objects of a group.

    `function` is "count", "sum", "avg", "min" or "max"; "count" without a property counts objects.
    """

    function: Literal["count", "sum", "avg", "min", "max"]
    property: str | None = None


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


Identity = TypedDict("Identity", {"$objectID": str, "$entity": str, "$version": int})
"""The members that the server adds to the properties of an object."""


class TaskDict(TypedDict, total=False):
    """Properties of a task coming in, by the names of the model: those that were asked for."""

    taskDescription: str | None
    date: datetime.datetime | None
    finished: bool
    category: int
    uuid: str | None
    notificationEnabled: bool


class TaskFields(TaskDict, Identity):
    """Properties of a task by the names of the model, beside the three `$` members, which are always there."""


class CategoryValues(TypedDict, total=False):
    """Values of a category going in, by the names of the model. `color` is any JSON value."""

    category: str | None
    color: Any
    number: int


class CategoryDict(TypedDict, total=False):
    """Properties of a category coming in, by the names of the model: those that were asked for."""

    category: str | None
    color: Any
    number: int


class CategoryFields(CategoryDict, Identity):
    """Properties of a category by the names of the model, beside the three `$` members, which are always there."""


class SettingsValues(TypedDict, total=False):
    """Values of the settings going in, by the names of the model."""

    notificationsEnabled: bool | None
    sortedBy: str | None


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
class Category:
    """A category as a context shows it: a value, which later changes do not touch.

    `number` is what a task's `category` names; no two categories share one. `category` is the name, which can be None
    only while the category is unsaved. `color` is any JSON value; bytes that another program stored and that are no
    JSON come as `{"$data": base64}`. `version` and `object_id` are those of `Task`.
    """

    object_id: str
    version: int
    number: int
    category: str | None
    # Lists and dictionaries have no hash; equal categories have the same without it.
    color: Any = field(default=None, hash=False)
    entity: str = "Category"


@dataclass(frozen=True)
class Settings:
    """The settings of the store as a context shows them: a value, which later changes do not touch.

    Before anything was set `object_id` is None, `version` 0, and nothing is stored.
    """

    object_id: str | None
    version: int
    sorted_by: str | None = None
    notifications_enabled: bool | None = None
    entity: str = "Settings"


@dataclass(frozen=True)
class Reference:
    """An object by name: its ID, its entity, for tasks the uuid, for categories the number, also of deleted ones."""

    object_id: str
    entity: str
    uuid: str | None = None
    number: int | None = None


ObjectRow = dict[str, Any]
"""An object of any entity: its properties by the names of the model beside `$objectID`, `$entity` and `$version`.

Values have the types of Python that the model's call for: `datetime` in UTC for Date, `Decimal`, `bytes` for Binary,
`uuid.UUID`; others are as JSON has them."""

ObjectValues = Mapping[str, Any]
"""Values of an object of any entity going in, by the names of the model. Dates, UUIDs, `Decimal` and bytes may be
Python's own."""

TaskKey = Union[Task, Reference, UUIDValue]
"""Which task: one that was given earlier, a reference, or a uuid."""

CategoryKey = Union[Category, Reference, int]
"""Which category: one that was given earlier, a reference, or a number."""

ObjectKey = Union[str, Task, Category, Reference, ObjectRow]
"""Which object: its object ID, or something that was given earlier and has one."""

Key_co = TypeVar("Key_co", covariant=True)
Values_co = TypeVar("Values_co", covariant=True)


@dataclass(frozen=True)
class Update(Generic[Key_co, Values_co]):
    """One of many changes: which object, its new values, and the version it must have, if it must."""

    key: Key_co
    values: Values_co
    if_version: int | None = None


TaskUpdate = Union[tuple[TaskKey, TaskValues], Update[TaskKey, TaskValues]]
"""One of many changes of tasks: which one and its new values, as a pair or an `Update`."""

CategoryUpdate = Union[tuple[CategoryKey, CategoryValues], Update[CategoryKey, CategoryValues]]
"""One of many changes of categories: which one and its new values, as a pair or an `Update`."""

ObjectUpdate = Union[tuple[ObjectKey, ObjectValues], Update[ObjectKey, ObjectValues]]
"""One of many changes of objects: which one and its new values, as a pair or an `Update`."""


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
    """What a change of many did: how many objects, which ones, and what was saved if the request saved."""

    count: int
    references: list[Reference]
    saved: Saved | None = None


@dataclass(frozen=True)
class RelationshipChange:
    """What a change of a relationship's members did: whose, how many there are now, what was saved if it saved."""

    object_id: str
    relationship: str
    count: int
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

    `format` is its canonical text and `tree` its tree if it is valid, else None. `diagnostics` says what is wrong, and
    what is probably not meant: severity ("error" or "warning"), kind, message, range {start, end} as indexes into the
    text, expected, hint. `tokens` are the words and signs of any text: kind, range.
    """

    valid: bool
    format: str | None
    tree: Any
    diagnostics: list[dict[str, Any]]
    tokens: list[dict[str, Any]]


@dataclass(frozen=True)
class Candidate:
    """Something that can be written at a place of a predicate.

    `kind` is that of a token ("key", "operator", "function" and so on); `type` and `detail` are None where they are
    open or plain.
    """

    text: str
    kind: str
    type: str | None
    detail: str | None


@dataclass(frozen=True)
class Completion:
    """What can be written at a place, best first; a candidate takes the place of `text[start:end]`."""

    candidates: list[Candidate]
    start: int
    end: int


@dataclass(frozen=True)
class Explanation:
    """How a fetch is answered.

    `sql`, `bindings`, `plan` and `indexes` are None for a store in memory. `in_memory` has the text of each part of the
    predicate that is tested in memory. `pending_objects` and `tests_every_row` say what unsaved changes of the context
    have to do with it; 0 and False for nothing.
    """

    sql: str | None
    bindings: list[Any] | None
    plan: list[str] | None
    indexes: list[str] | None
    in_memory: list[str]
    pending_objects: int
    tests_every_row: bool


@dataclass(frozen=True)
class StoreSizes:
    """Bytes on the disk: the `file` itself, and what waits in the write-ahead `log`."""

    file: int
    log: int


@dataclass(frozen=True)
class StoreInfo:
    """Where and what the store is.

    `type` is "SQLite" or "InMemory"; `path` (links followed) and `sizes` are None in memory. `read_only_reason` says in
    words why saves are refused, None where they are taken. `counts` are saved objects by entity, `version_hashes` those
    of the model by entity, `metadata` what the file says about itself, by Core Data's keys.
    """

    type: str
    uuid: str
    path: str | None
    read_only: bool
    read_only_reason: str | None
    sizes: StoreSizes | None
    counts: Mapping[str, int]
    version_hashes: Mapping[str, str]
    metadata: Mapping[str, Any]


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
