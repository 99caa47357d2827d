"""The methods of the server as methods of Python.

`_client.py` is made from this file by `generate_sync.py`: the same without `async` and `await`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, cast

from . import _model, _wire
from ._async_connection import AsyncConnection
from ._async_objects import (
    AsyncCategories,
    AsyncCollection,
    AsyncObjects,
    AsyncSettingsObject,
    Readers,
    model_converters,
)
from ._calls import Default, Timeout
from ._model import Model
from ._types import (
    Arguments,
    Changes,
    Completion,
    ContextInfo,
    ContextStatus,
    DateValue,
    ObjectRow,
    ParsedPredicate,
    Saved,
    Sort,
    StoreInfo,
    Task,
    TaskDict,
    TaskFields,
    TaskKey,
    TaskValues,
    Unset,
    UUIDValue,
)

_TIMEOUT = Default.TIMEOUT
_UNSET = Unset.UNSET


class AsyncTasks(AsyncCollection[TaskKey, TaskValues, Task, TaskFields, TaskDict]):
    """The tasks of one context.

    Values go by Python's names as keyword arguments (`task_description`) and by the model's names in dictionaries,
    predicates, sort keys and `properties` (`taskDescription`).
    """

    _PREFIX = "task"
    _key = staticmethod(_wire.task_key)

    async def add(
        self,
        task_description: str | None = None,
        *,
        date: DateValue | None = None,
        finished: bool | None = None,
        category: int | None = None,
        uuid: UUIDValue | None = None,
        notification_enabled: bool | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Task:
        """Adds a task. Without a uuid it gets one; a description may be missing until the save.

        Raises ValueTypeError; if it saves, ValidationError and ConstraintConflict for a uuid that is taken.
        """
        values = _wire.without_none(
            taskDescription=task_description,
            date=date,
            finished=finished,
            category=category,
            uuid=uuid,
            notificationEnabled=notification_enabled,
        )
        return await self._add(values, save, timeout)

    async def get(
        self, uuid: UUIDValue | None = None, *, object_id: str | None = None, timeout: Timeout = _TIMEOUT
    ) -> Task:
        """Gives the task with this uuid, or with this object ID. Raises NotFound if there is none."""
        if (uuid is None) == (object_id is None):
            raise TypeError("get() takes a uuid or an object_id")
        return await self._get({"uuid": uuid, "objectID": object_id}, timeout)

    async def update(
        self,
        task: TaskKey,
        values: TaskValues | None = None,
        *,
        task_description: str | Unset | None = _UNSET,
        date: DateValue | Unset | None = _UNSET,
        finished: bool | Unset = _UNSET,
        category: int | Unset = _UNSET,
        uuid: UUIDValue | Unset = _UNSET,
        notification_enabled: bool | Unset = _UNSET,
        if_version: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Task:
        """Changes one task and gives it as it is then.

        What changes is given by keyword arguments, by the model's names in `values`, or by both; None takes a value
        away. `if_version` makes sure that the task has this version, now and when it is saved.

        Raises NotFound, VersionConflict, ValueTypeError, UnknownProperty; if it saves, ValidationError and
        ConflictError.
        """
        keywords: dict[str, Any] = {
            "taskDescription": task_description,
            "date": date,
            "finished": finished,
            "category": category,
            "uuid": uuid,
            "notificationEnabled": notification_enabled,
        }
        changed = {**(values or {}), **_wire.without_unset(keywords)}
        return await self._update(task, changed, if_version, save, timeout)

    async def finish(
        self,
        task: TaskKey,
        *,
        if_version: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Task:
        """Marks one task as finished; one that was finished stays as it is. Raises what `update` does."""
        return await self.update(task, {"finished": True}, if_version=if_version, save=save, timeout=timeout)

    async def _reader(self, timeout: Timeout) -> Readers[Task]:
        return _wire.task, _wire.task_fields


class AsyncContext:
    """A context: a set of pending changes, with a queue of its own on the server.

    As `async with` block it is closed at the end. Left by an exception, it discards what is pending; otherwise pending
    changes must have been saved or rolled back, or ContextHasChanges is raised.
    """

    def __init__(self, connection: AsyncConnection, name: str) -> None:
        self._connection = connection
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def tasks(self) -> AsyncTasks:
        """The tasks as this context sees them."""
        return AsyncTasks(self._connection, self._name)

    @property
    def categories(self) -> AsyncCategories:
        """The categories as this context sees them."""
        return AsyncCategories(self._connection, self._name)

    @property
    def settings(self) -> AsyncSettingsObject:
        """The settings as this context sees them."""
        return AsyncSettingsObject(self._connection, self._name)

    def objects(self, entity: str, *, includes_subentities: bool = True) -> AsyncObjects:
        """The objects of any entity of the model as this context sees them; nothing is sent.

        Those of the entities below it count among them, for predicates only if `includes_subentities`.
        """
        return AsyncObjects(self._connection, self._name, entity, includes_subentities)

    async def fetch_template(
        self,
        template: str,
        variables: Mapping[str, Any] | None = None,
        *,
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[ObjectRow]:
        """Gives the objects of a fetch request that the model keeps (`Model.fetch_requests`).

        `variables` are the values of each `$NAME` in its predicate, by NAME; every one must have one. `limit` is that
        of the request unless given.

        Raises PredicateError for variables that do not fit, InvalidParams for a request that the model does not keep.
        """
        converters = await model_converters(self._connection, timeout)
        params = _wire.without_none(
            template=template,
            variables=_wire.predicate_arguments(variables),
            resultType="objects",
            sort=_wire.sort_keys(sort),
            limit=limit,
            offset=offset,
        )
        result = await self._call("object.fetch", timeout, **params)
        return [_model.row(values, converters, "") for values in result["objects"]]

    async def save(self, *, timeout: Timeout = _TIMEOUT) -> Saved:
        """Writes every pending change in one transaction; it is on disk when this returns.

        Raises ValidationError with all failures, ConflictError, StoreError; then everything stays pending.
        """
        return _wire.saved((await self._call("context.save", timeout))["saved"])

    async def rollback(self, *, timeout: Timeout = _TIMEOUT) -> Changes:
        """Gives up every pending change, and says what it was."""
        return _wire.changes(await self._call("context.rollback", timeout))

    async def reset(self, *, timeout: Timeout = _TIMEOUT) -> Changes:
        """Gives up every pending change and forgets every object; says what was pending."""
        return _wire.changes(await self._call("context.reset", timeout))

    async def status(self, *, timeout: Timeout = _TIMEOUT) -> ContextStatus:
        """Tells what is pending."""
        result = await self._call("context.status", timeout)
        changes = _wire.changes(result)
        return ContextStatus(
            result["name"],
            result["parent"],
            result["hasChanges"],
            changes.inserted,
            changes.updated,
            changes.deleted,
            result["mergePolicy"],
        )

    async def close(self, *, discard: bool = False, timeout: Timeout = _TIMEOUT) -> Changes:
        """Ends the context and says what was discarded. The view context cannot be closed.

        Raises ContextHasChanges if something is pending and `discard` is false.
        """
        return _wire.changes(await self._call("context.close", timeout, discard=discard))

    async def __aenter__(self) -> AsyncContext:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            await self.close()
        elif not self._connection.closed and self._connection.returncode is None:
            await self.close(discard=True)

    async def _call(self, method: str, timeout: Timeout, **params: Any) -> Any:
        return await self._connection.call(method, {"context": self._name, **params}, timeout=timeout)

    def __repr__(self) -> str:
        return f"<objwire.{type(self).__name__} {self._name!r}>"


class AsyncClient(AsyncConnection):
    """A server process of its own, and everything it can do.

    `store` is the path of the SQLite file; without it, and without `in_memory`, the server chooses
    (`$OBJWIRE_STORE`, else `~/.local/share/objwire/tasks.sqlite`). `model` is the path of another model than the
    built-in one, or several that are merged; it needs a store of its own (or `in_memory`), and its objects are reached
    with `objects(entity)`. `autosave` saves after each change.
    `time_zone` (such as "Europe/Berlin") is where dates without an offset are.
    `busy_timeout` is in seconds, `synchronous` "full" or "normal", `log_level` as the server takes it;
    `max_message` is the largest message in bytes.

    `server` is the binary; without it, it is looked for (`find_server`). `command` replaces the whole command line, for
    a server that runs elsewhere, such as `["ssh", "host", "objwire", "serve"]`. `env` is the server's whole
    environment; without it, this process's.

    `did_save` and `store_did_change` ask for notifications. `timeout` is the longest wait for a reply in seconds, for
    calls that do not say otherwise; None (the default) waits for ever. `start_timeout` is that for the start.

    Starting raises ServerNotFound, ServerExited (also where the store cannot be opened), ProtocolMismatch,
    ProtocolError, RequestTimeout and ValueTypeError (an unknown time zone).
    """

    @property
    def view(self) -> AsyncContext:
        """The context that always exists."""
        return AsyncContext(self, "view")

    @property
    def tasks(self) -> AsyncTasks:
        """The tasks as the view context sees them."""
        return AsyncTasks(self, "view")

    @property
    def categories(self) -> AsyncCategories:
        """The categories as the view context sees them."""
        return AsyncCategories(self, "view")

    @property
    def settings(self) -> AsyncSettingsObject:
        """The settings as the view context sees them."""
        return AsyncSettingsObject(self, "view")

    def objects(self, entity: str, *, includes_subentities: bool = True) -> AsyncObjects:
        """The objects of any entity of the model as the view context sees them; see `AsyncContext.objects`."""
        return AsyncObjects(self, "view", entity, includes_subentities)

    async def fetch_template(
        self,
        template: str,
        variables: Mapping[str, Any] | None = None,
        *,
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[ObjectRow]:
        """Gives what a fetch request of the model gives in the view context; see `AsyncContext.fetch_template`."""
        return await self.view.fetch_template(
            template, variables, sort=sort, limit=limit, offset=offset, timeout=timeout
        )

    async def save(self, *, timeout: Timeout = _TIMEOUT) -> Saved:
        """Saves the view context; see `AsyncContext.save`."""
        return await self.view.save(timeout=timeout)

    async def rollback(self, *, timeout: Timeout = _TIMEOUT) -> Changes:
        """Gives up every pending change of the view context."""
        return await self.view.rollback(timeout=timeout)

    async def create_context(self, name: str | None = None, *, timeout: Timeout = _TIMEOUT) -> AsyncContext:
        """Makes a context; without a name the server makes one up. Raises ContextExists, ContextLimit."""
        result = await self.call("context.create", _wire.without_none(name=name), timeout=timeout)
        return AsyncContext(self, result["context"])

    def context(self, name: str) -> AsyncContext:
        """A context that exists already; nothing is sent."""
        return AsyncContext(self, name)

    async def contexts(self, *, timeout: Timeout = _TIMEOUT) -> list[ContextInfo]:
        """Lists the contexts in byte order of their names."""
        result = await self.call("context.list", timeout=timeout)
        return [
            ContextInfo(
                item["name"],
                item["parent"],
                item["hasChanges"],
                item["insertedCount"],
                item["updatedCount"],
                item["deletedCount"],
                item["mergePolicy"],
            )
            for item in result["contexts"]
        ]

    async def parse_predicate(
        self,
        predicate: str,
        arguments: Arguments | None = None,
        *,
        entity: str | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> ParsedPredicate:
        """Reads a predicate without running it. With `entity`, its keys and types are checked, too."""
        params = _wire.without_none(predicate=predicate, arguments=_wire.predicate_arguments(arguments), entity=entity)
        result = await self.call("predicate.parse", params, timeout=timeout)
        return ParsedPredicate(
            result["valid"], result.get("format"), result.get("tree"), result["diagnostics"], result["tokens"]
        )

    async def complete_predicate(
        self, predicate: str, offset: int, *, entity: str, timeout: Timeout = _TIMEOUT
    ) -> Completion:
        """Tells what can be written at a place of a predicate, best first; `offset` is an index into the text."""
        params = {"predicate": predicate, "offset": offset, "entity": entity}
        return _wire.completion(await self.call("predicate.complete", params, timeout=timeout))

    async def describe_model(self, *, timeout: Timeout = _TIMEOUT) -> Model:
        """Describes the model: all that it says of its entities, configurations and fetch requests."""
        return _model.model(await self.call("model.describe", timeout=timeout))

    async def store_info(self, *, timeout: Timeout = _TIMEOUT) -> StoreInfo:
        """Tells where and what the store is; saved objects are counted, whatever the contexts are busy with."""
        return _wire.store_info(await self.call("store.info", timeout=timeout))

    async def ping(self, params: Mapping[str, Any] | None = None, *, timeout: Timeout = _TIMEOUT) -> dict[str, Any]:
        """Gives `params` back, whatever the contexts are busy with."""
        return cast(dict[str, Any], await self.call("server.ping", params, timeout=timeout))

    async def status(self, *, timeout: Timeout = _TIMEOUT) -> dict[str, Any]:
        """Tells how the server is doing: version, uptime, contexts, store, counts, memory, queues, limits."""
        return cast(dict[str, Any], await self.call("server.status", timeout=timeout))
