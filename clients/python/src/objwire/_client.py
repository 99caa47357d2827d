"""The methods of the server as methods of Python.

Made from `_async_client.py` by `generate_sync.py`; do not edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Iterable, Mapping, Sequence
from types import TracebackType
from typing import Any, cast, overload

from . import _wire
from ._connection import Connection
from ._calls import Default, Timeout, Unset
from ._types import (
    Affected,
    Arguments,
    Changes,
    ContextInfo,
    ContextStatus,
    DateValue,
    ParsedPredicate,
    Reference,
    Saved,
    Sort,
    Task,
    TaskFields,
    TaskKey,
    TaskValues,
    UUIDValue,
)

_TIMEOUT = Default.TIMEOUT
_UNSET = Unset.UNSET


class Tasks:
    """The tasks of one context.

    Changes are pending until the context is saved, or until a change says `save=True`; `save=None` leaves that to the
    client's `autosave`. If such a save fails, the change is withdrawn and earlier pending ones stay.

    Values go by Python's names as keyword arguments (`task_description`) and by the model's names in dictionaries,
    predicates, sort keys and `properties` (`taskDescription`).

    Every method may raise RPCError by kind (UnknownContext, StoreError and so on), RequestTimeout, ServerExited and
    ClientClosed; what is particular to one is said there.
    """

    def __init__(self, connection: Connection, context: str) -> None:
        self._connection = connection
        self._context = context

    def add(
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
        return _wire.task(self._call("task.add", timeout, values=values, save=save))

    def add_many(
        self, tasks: Iterable[TaskValues], *, save: bool | None = None, timeout: Timeout = _TIMEOUT
    ) -> list[Reference]:
        """Adds tasks in one request, all or none, and gives references in the same order.

        Raises ValueTypeError and UnknownProperty with the `index` of the first bad one; if it saves, ValidationError
        and ConstraintConflict.
        """
        result = self._call("task.add", timeout, objects=list(tasks), save=save)
        return _wire.references(result["objects"])

    def get(
        self, uuid: UUIDValue | None = None, *, object_id: str | None = None, timeout: Timeout = _TIMEOUT
    ) -> Task:
        """Gives the task with this uuid, or with this object ID. Raises NotFound if there is none."""
        if (uuid is None) == (object_id is None):
            raise TypeError("get() takes a uuid or an object_id")
        return _wire.task(self._call("task.get", timeout, uuid=uuid, objectID=object_id))

    @overload
    def fetch(
        self,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        *,
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        includes_pending_changes: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[Task]: ...

    @overload
    def fetch(
        self,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        *,
        properties: str | Sequence[str],
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        includes_pending_changes: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[TaskFields]: ...

    def fetch(
        self,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        *,
        properties: str | Sequence[str] | None = None,
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        includes_pending_changes: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[Task] | list[TaskFields]:
        """Gives the tasks that match a predicate, all without one; pending changes of the context are included.

        With `properties` it gives dictionaries of those alone. Without `sort` they come in order of their primary key,
        new ones last. `limit` is 1 or more; without it all come in one answer (see `iterate`).

        Raises PredicateError (PredicateSyntaxError with the `range` in the text), UnknownProperty.
        """
        result = self._call(
            "task.fetch",
            timeout,
            predicate=predicate,
            arguments=_wire.predicate_arguments(arguments),
            properties=_wire.property_names(properties),
            sort=_wire.sort_keys(sort),
            limit=limit,
            offset=offset,
            includesPendingChanges=includes_pending_changes,
        )
        if properties is None:
            return [_wire.task(values) for values in result["objects"]]
        return [cast(TaskFields, _wire.task_fields(values)) for values in result["objects"]]

    def iterate(
        self,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        *,
        sort: Sort | None = None,
        page_size: int = 500,
        timeout: Timeout = _TIMEOUT,
    ) -> Iterator[Task]:
        """Gives the tasks that match one after the other, fetched `page_size` at a time.

        The next page begins after the last task of the one before, by sort keys and uuid; without `sort` the order is
        that of the uuids. What this guarantees while others change tasks: a task that exists, matches and keeps its
        place in the order all the while comes exactly once; one that is added, deleted or moved meanwhile comes once
        or not at all, and twice only if it is moved from before the current place to after it. Each page is as new
        as its fetch: this is no snapshot. `timeout` is for each page.

        Raises what `fetch` does; ValueError for sort keys with options; ValueOutOfRange for a sort by dates that are
        finer than milliseconds, which only other programs store.
        """
        pager = _wire.Pager(predicate, arguments, sort, page_size)
        while not pager.done:
            objects = self._call("task.fetch", timeout, **pager.params())["objects"]
            pager.take(objects)
            for values in objects:
                yield _wire.task(values)

    def count(
        self, predicate: str | None = None, arguments: Arguments | None = None, *, timeout: Timeout = _TIMEOUT
    ) -> int:
        """Counts the tasks that match a predicate, all without one. Raises PredicateError."""
        arguments = _wire.predicate_arguments(arguments)
        return int(self._call("task.count", timeout, predicate=predicate, arguments=arguments)["count"])

    def update(
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
        changed = {**(values or {}), **{name: value for name, value in keywords.items() if value is not _UNSET}}
        result = self._call(
            "task.update",
            timeout,
            **_wire.task_key(task),
            values=changed,
            ifVersion=if_version,
            save=save,
        )
        return _wire.task(result["objects"][0])

    def finish(
        self,
        task: TaskKey,
        *,
        if_version: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Task:
        """Marks one task as finished; one that was finished stays as it is. Raises what `update` does."""
        return self.update(task, {"finished": True}, if_version=if_version, save=save, timeout=timeout)

    def update_where(
        self,
        predicate: str,
        arguments: Arguments | None = None,
        *,
        values: TaskValues,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Affected:
        """Changes all tasks that match; `TRUEPREDICATE` for all. Raises PredicateError and what `update` does."""
        result = self._call(
            "task.update",
            timeout,
            predicate=predicate,
            arguments=_wire.predicate_arguments(arguments),
            values=values,
            save=save,
        )
        return Affected(result["updatedCount"], _wire.references(result["objects"]), _wire.saved_member(result))

    def delete(
        self,
        task: TaskKey,
        *,
        if_version: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> None:
        """Deletes one task. Raises NotFound, VersionConflict; if it saves, ConflictError."""
        self._call("task.delete", timeout, **_wire.task_key(task), ifVersion=if_version, save=save)

    def delete_where(
        self,
        predicate: str,
        arguments: Arguments | None = None,
        *,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Affected:
        """Deletes all tasks that match; `TRUEPREDICATE` for all. Raises PredicateError; if it saves, ConflictError."""
        arguments = _wire.predicate_arguments(arguments)
        result = self._call("task.delete", timeout, predicate=predicate, arguments=arguments, save=save)
        return Affected(result["deletedCount"], _wire.references(result["objects"]), _wire.saved_member(result))

    def refresh(
        self, tasks: Sequence[Task | Reference], *, keep_changes: bool = False, timeout: Timeout = _TIMEOUT
    ) -> list[Task]:
        """Settles tasks with what others have committed, and gives them as they are then; those that are gone are
        left out.

        Their pending changes are given up, or with `keep_changes` put on top of the newest commit, so that the next
        save wins.
        """
        ids = [task.object_id for task in tasks]
        result = self._call("object.refresh", timeout, objectIDs=ids, keepChanges=keep_changes)
        return [_wire.task(values) for values in result["objects"]]

    def _call(self, method: str, timeout: Timeout, **params: Any) -> Any:
        params = _wire.without_none(context=self._context, **params)
        return self._connection.call(method, params, timeout=timeout)


class Context:
    """A context: a set of pending changes, with a queue of its own on the server.

    As `with` block it is closed at the end. Left by an exception, it discards what is pending; otherwise pending
    changes must have been saved or rolled back, or ContextHasChanges is raised.
    """

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    @property
    def tasks(self) -> Tasks:
        """The tasks as this context sees them."""
        return Tasks(self._connection, self._name)

    def save(self, *, timeout: Timeout = _TIMEOUT) -> Saved:
        """Writes every pending change in one transaction; it is on disk when this returns.

        Raises ValidationError with all failures, ConflictError, StoreError; then everything stays pending.
        """
        return _wire.saved(self._call("context.save", timeout)["saved"])

    def rollback(self, *, timeout: Timeout = _TIMEOUT) -> Changes:
        """Gives up every pending change, and says what it was."""
        return _wire.changes(self._call("context.rollback", timeout))

    def reset(self, *, timeout: Timeout = _TIMEOUT) -> Changes:
        """Gives up every pending change and forgets every object; says what was pending."""
        return _wire.changes(self._call("context.reset", timeout))

    def status(self, *, timeout: Timeout = _TIMEOUT) -> ContextStatus:
        """Tells what is pending."""
        result = self._call("context.status", timeout)
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

    def close(self, *, discard: bool = False, timeout: Timeout = _TIMEOUT) -> Changes:
        """Ends the context and says what was discarded. The view context cannot be closed.

        Raises ContextHasChanges if something is pending and `discard` is false.
        """
        return _wire.changes(self._call("context.close", timeout, discard=discard))

    def __enter__(self) -> Context:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            self.close()
        elif not self._connection.closed and self._connection.returncode is None:
            self.close(discard=True)

    def _call(self, method: str, timeout: Timeout, **params: Any) -> Any:
        return self._connection.call(method, {"context": self._name, **params}, timeout=timeout)

    def __repr__(self) -> str:
        return f"<objwire.{type(self).__name__} {self._name!r}>"


class Client(Connection):
    """A server process of its own, and everything it can do.

    `store` is the path of the SQLite file; without it, and without `in_memory`, the server chooses
    (`$OBJWIRE_STORE`, else `~/.local/share/objwire/tasks.sqlite`). `autosave` saves after each change.
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
    def view(self) -> Context:
        """The context that always exists."""
        return Context(self, "view")

    @property
    def tasks(self) -> Tasks:
        """The tasks as the view context sees them."""
        return Tasks(self, "view")

    def save(self, *, timeout: Timeout = _TIMEOUT) -> Saved:
        """Saves the view context; see `Context.save`."""
        return self.view.save(timeout=timeout)

    def rollback(self, *, timeout: Timeout = _TIMEOUT) -> Changes:
        """Gives up every pending change of the view context."""
        return self.view.rollback(timeout=timeout)

    def create_context(self, name: str | None = None, *, timeout: Timeout = _TIMEOUT) -> Context:
        """Makes a context; without a name the server makes one up. Raises ContextExists, ContextLimit."""
        result = self.call("context.create", _wire.without_none(name=name), timeout=timeout)
        return Context(self, result["context"])

    def context(self, name: str) -> Context:
        """A context that exists already; nothing is sent."""
        return Context(self, name)

    def contexts(self, *, timeout: Timeout = _TIMEOUT) -> list[ContextInfo]:
        """Lists the contexts in byte order of their names."""
        result = self.call("context.list", timeout=timeout)
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

    def parse_predicate(
        self,
        predicate: str,
        arguments: Arguments | None = None,
        *,
        entity: str | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> ParsedPredicate:
        """Reads a predicate without running it. With `entity`, its keys and types are checked, too."""
        params = _wire.without_none(predicate=predicate, arguments=_wire.predicate_arguments(arguments), entity=entity)
        result = self.call("predicate.parse", params, timeout=timeout)
        return ParsedPredicate(result["valid"], result.get("format"), result.get("tree"), result["diagnostics"])

    def ping(self, params: Mapping[str, Any] | None = None, *, timeout: Timeout = _TIMEOUT) -> dict[str, Any]:
        """Gives `params` back, whatever the contexts are busy with."""
        return cast(dict[str, Any], self.call("server.ping", params, timeout=timeout))

    def status(self, *, timeout: Timeout = _TIMEOUT) -> dict[str, Any]:
        """Tells how the server is doing: version, uptime, contexts, store, counts, memory, queues, limits."""
        return cast(dict[str, Any], self.call("server.status", timeout=timeout))
