"""What tasks, categories and objects of any entity have in common, and those of them that are not tasks.

Made from `_async_objects.py` by `generate_sync.py`; do not edit.
"""

from __future__ import annotations

from collections.abc import Iterator, Iterable, Mapping, Sequence
from typing import Any, Callable, ClassVar, Generic, TypeVar, Union, overload

from . import _model, _wire
from ._connection import Connection
from ._calls import Default, Timeout
from ._types import (
    Affected,
    Aggregate,
    Arguments,
    Category,
    CategoryDict,
    CategoryFields,
    CategoryKey,
    CategoryValues,
    Explanation,
    ObjectKey,
    ObjectRow,
    ObjectValues,
    Reference,
    RelationshipChange,
    Settings,
    SettingsValues,
    Sort,
    Task,
    Unset,
    Update,
)

_TIMEOUT = Default.TIMEOUT
_UNSET = Unset.UNSET

Key = TypeVar("Key")
Values = TypeVar("Values", bound=Mapping[str, Any])
Row = TypeVar("Row", bound=Union[Task, Category, ObjectRow])
Fields = TypeVar("Fields", bound=Mapping[str, Any])
Properties = TypeVar("Properties", bound=Mapping[str, Any])

Readers = tuple[Callable[[dict[str, Any]], Row], Callable[[dict[str, Any]], Any]]
"""What reads a whole object of a reply, and what reads some of its properties."""


def model_converters(connection: Connection, timeout: Timeout) -> _model.Converters:
    """What makes values of JSON ones of Python; asked of the server once."""
    converters = connection._converters
    if converters is None:
        described = connection.call("model.describe", timeout=timeout)
        converters = connection._converters = _model.converters(_model.model(described))
    return converters


class Collection(Generic[Key, Values, Row, Fields, Properties]):
    """The objects of one entity in one context: `Key` names one, `Values` go in, and a `Row` comes out.

    `Fields` are some properties of an object beside its `$` members, `Properties` the same without these.

    Changes are pending until the context is saved, or until a change says `save=True`; `save=None` leaves that to the
    client's `autosave`. If such a save fails, the change is withdrawn and earlier pending ones stay.

    Every method may raise RPCError by kind (UnknownContext, StoreError and so on), RequestTimeout, ServerExited and
    ClientClosed; what is particular to one is said there.
    """

    _PREFIX: ClassVar[str]
    """The attribute that tells all objects apart."""
    _ADD: ClassVar[str] = "add"

    def __init__(self, connection: Connection, context: str) -> None:
        self._connection = connection
        self._context = context

    def add_many(
        self, objects: Iterable[Values], *, save: bool | None = None, timeout: Timeout = _TIMEOUT
    ) -> list[Reference]:
        """Adds objects in one request, all or none, and gives references in the same order.

        Raises ValueTypeError and UnknownProperty with the `index` of the first bad one; if it saves, ValidationError
        and ConstraintConflict.
        """
        result = self._call(self._ADD, timeout, objects=list(objects), save=save)
        return _wire.references(result["objects"])

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
    ) -> list[Row]: ...

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
    ) -> list[Fields]: ...

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
    ) -> list[Row] | list[Fields]:
        """Gives those that match a predicate, all without one; pending changes of the context are included.

        With `properties` it gives dictionaries of those alone, beside the `$` members. Without `sort` they come in
        order of their primary key, new ones last. `limit` is 1 or more; without it all come in one answer.

        Raises PredicateError (PredicateSyntaxError with the `range` in the text), UnknownProperty.
        """
        row, fields = self._reader(timeout)
        result = self._fetch(
            predicate, arguments, None, properties, sort, limit, offset, includes_pending_changes, timeout
        )
        if properties is None:
            return [row(values) for values in result["objects"]]
        return [fields(values) for values in result["objects"]]

    def fetch_ids(
        self,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        *,
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        includes_pending_changes: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[str]:
        """Gives the object IDs of those that match, in the order of `fetch`. Raises what `fetch` does."""
        result = self._fetch(
            predicate, arguments, "objectIDs", None, sort, limit, offset, includes_pending_changes, timeout
        )
        return list(result["objectIDs"])

    def fetch_dicts(
        self,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        *,
        properties: str | Sequence[str] | None = None,
        distinct: bool | None = None,
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        includes_pending_changes: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[Properties]:
        """Gives dictionaries of `properties`, of all without, and nothing else: no `$` members.

        Names, order and errors are those of `fetch`. With `distinct` equal ones come once, in order of their values;
        `sort` then takes only what is among the properties.
        """
        _, fields = self._reader(timeout)
        result = self._fetch(
            predicate,
            arguments,
            "dictionaries",
            properties,
            sort,
            limit,
            offset,
            includes_pending_changes,
            timeout,
            distinct=distinct,
        )
        return [fields(values) for values in result["dictionaries"]]

    def fetch_groups(
        self,
        by: str | Sequence[str] = (),
        columns: Mapping[str, Aggregate] | None = None,
        *,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        having: str | None = None,
        having_arguments: Arguments | None = None,
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        includes_pending_changes: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[dict[str, Any]]:
        """Gives a dictionary for all objects of equal values in `by`: these values, and what `columns` compute.

        Without `by` there is one of all objects. Missing values are left out: a sum of none is 0, a count 0, all else
        None. `predicate` chooses objects; `having` chooses groups by the names of `by` and `columns`, and so does
        `sort`. Without `sort` they come in order of `by`.

        Raises PredicateError, UnknownProperty, InvalidParams for what cannot be computed.
        """
        groups = _wire.property_names(by) or []
        aggregates = columns or {}
        converters = self._converters(timeout)
        result = self._call(
            "fetch",
            timeout,
            predicate=predicate,
            arguments=_wire.predicate_arguments(arguments),
            resultType="dictionaries",
            properties=groups + [_wire.column(name, item) for name, item in aggregates.items()],
            propertiesToGroupBy=groups or None,
            having=having,
            havingArguments=_wire.predicate_arguments(having_arguments),
            sort=_wire.sort_keys(sort),
            limit=limit,
            offset=offset,
            includesPendingChanges=includes_pending_changes,
        )
        return _model.groups(result["dictionaries"], groups, aggregates, converters)

    def iterate(
        self,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        *,
        sort: Sort | None = None,
        page_size: int = 500,
        timeout: Timeout = _TIMEOUT,
    ) -> Iterator[Row]:
        """Gives those that match one after the other, fetched `page_size` at a time.

        Without `sort` the order is that of `fetch`. What this guarantees while others make changes: one that exists,
        matches and keeps its place in the order all the while comes exactly once; one that is added, deleted or moved
        meanwhile comes once or not at all, and twice only if it is moved from before the current place to after it.
        Each page is as new as its fetch: this is no snapshot. `timeout` is for each page.

        Raises what `fetch` does.
        """
        row, _ = self._reader(timeout)
        pager = _wire.Pager(predicate, arguments, sort, page_size)
        while not pager.done:
            for values in pager.take(self._call("fetch", timeout, **pager.params())):
                yield row(values)

    def count(
        self, predicate: str | None = None, arguments: Arguments | None = None, *, timeout: Timeout = _TIMEOUT
    ) -> int:
        """Counts those that match a predicate, all without one. Raises PredicateError."""
        arguments = _wire.predicate_arguments(arguments)
        return int(self._call("count", timeout, predicate=predicate, arguments=arguments)["count"])

    def update_many(
        self,
        updates: Iterable[tuple[Key, Values] | Update[Key, Values]],
        *,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Affected:
        """Changes several, each in its own way, in one request, all or none; references come in the same order.

        Each update is a pair of what names the object and its new values by the model's names; None takes a value
        away. An `Update` says also which version the object must have, now and when it is saved.

        Raises NotFound, ValueTypeError and UnknownProperty with the `index` of the first bad one, VersionConflict; if
        it saves, ValidationError and ConflictError.
        """
        items = _wire.updates(updates, self._key)
        result = self._call("update", timeout, updates=items, save=save)
        return Affected(result["updatedCount"], _wire.references(result["objects"]), _wire.saved_member(result))

    def update_where(
        self,
        predicate: str,
        arguments: Arguments | None = None,
        *,
        values: Values,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Affected:
        """Changes all that match in the same way; `TRUEPREDICATE` for all.

        Raises PredicateError, ValueTypeError, UnknownProperty; if it saves, ValidationError and ConflictError.
        """
        arguments = _wire.predicate_arguments(arguments)
        result = self._call("update", timeout, predicate=predicate, arguments=arguments, values=values, save=save)
        return Affected(result["updatedCount"], _wire.references(result["objects"]), _wire.saved_member(result))

    def delete(
        self,
        key: Key,
        *,
        if_version: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> None:
        """Deletes one. Raises NotFound, VersionConflict; if it saves, ConflictError."""
        self._call("delete", timeout, **self._key(key), ifVersion=if_version, save=save)

    def delete_where(
        self,
        predicate: str,
        arguments: Arguments | None = None,
        *,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Affected:
        """Deletes all that match; `TRUEPREDICATE` for all. Raises PredicateError; if it saves, ConflictError."""
        arguments = _wire.predicate_arguments(arguments)
        result = self._call("delete", timeout, predicate=predicate, arguments=arguments, save=save)
        return Affected(result["deletedCount"], _wire.references(result["objects"]), _wire.saved_member(result))

    def refresh(
        self, objects: Sequence[Row | Reference], *, keep_changes: bool = False, timeout: Timeout = _TIMEOUT
    ) -> list[Row]:
        """Settles objects with what others have committed, and gives them as they are then; those that are gone are
        left out.

        Their pending changes are given up, or with `keep_changes` put on top of the newest commit, so that the next
        save wins.
        """
        row, _ = self._reader(timeout)
        ids = [_wire.object_id(item) for item in objects]
        params = {"context": self._context, "objectIDs": ids, "keepChanges": keep_changes}
        result = self._connection.call("object.refresh", params, timeout=timeout)
        return [row(values) for values in result["objects"]]

    # MARK: For subclasses

    @staticmethod
    def _key(key: Key) -> dict[str, Any]:
        """The members that name one object."""
        raise NotImplementedError

    def _reader(self, timeout: Timeout) -> Readers[Row]:
        raise NotImplementedError

    def _converters(self, timeout: Timeout) -> Mapping[str, Callable[[Any], Any]]:
        """What makes values of the entity's attributes ones of Python, by name."""
        return (model_converters(self._connection, timeout)).get(self._entity_name(), {})

    def _entity_name(self) -> str:
        return self._PREFIX.capitalize()

    def _add(self, values: Mapping[str, Any], save: bool | None, timeout: Timeout) -> Row:
        row, _ = self._reader(timeout)
        result = self._call(self._ADD, timeout, values=values, save=save)
        result.pop("saved", None)  # it stands among the properties
        return row(result)

    def _get(self, key: Mapping[str, Any], timeout: Timeout) -> Row:
        row, _ = self._reader(timeout)
        return row(self._call("get", timeout, **key))

    def _update(
        self, key: Key, values: Mapping[str, Any], if_version: int | None, save: bool | None, timeout: Timeout
    ) -> Row:
        row, _ = self._reader(timeout)
        result = self._call("update", timeout, **self._key(key), values=values, ifVersion=if_version, save=save)
        return row(result["objects"][0])

    def _fetch(
        self,
        predicate: str | None,
        arguments: Arguments | None,
        result_type: str | None,
        properties: str | Sequence[str] | None,
        sort: Sort | None,
        limit: int | None,
        offset: int | None,
        includes_pending_changes: bool | None,
        timeout: Timeout,
        distinct: bool | None = None,
    ) -> Any:
        return self._call(
            "fetch",
            timeout,
            distinct=distinct,
            predicate=predicate,
            arguments=_wire.predicate_arguments(arguments),
            resultType=result_type,
            properties=_wire.property_names(properties),
            sort=_wire.sort_keys(sort),
            limit=limit,
            offset=offset,
            includesPendingChanges=includes_pending_changes,
        )

    def _call(self, verb: str, timeout: Timeout, **params: Any) -> Any:
        params = _wire.without_none(context=self._context, **params)
        return self._connection.call(f"{self._PREFIX}.{verb}", params, timeout=timeout)


class Categories(Collection[CategoryKey, CategoryValues, Category, CategoryFields, CategoryDict]):
    """The categories of one context, which tasks name by their numbers.

    Values go as keyword arguments, and by the same names in dictionaries, predicates and sort keys.
    """

    _PREFIX = "category"
    _key = staticmethod(_wire.category_key)

    def add(
        self,
        category: str | None = None,
        *,
        color: Any = None,
        number: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Category:
        """Adds a category. Without a number it gets the one after the greatest; its name may be missing until the save.

        `color` is any JSON value. Raises ValueTypeError; if it saves, ValidationError and ConstraintConflict for a
        number that is taken.
        """
        return self._add(_wire.without_none(category=category, color=color, number=number), save, timeout)

    def get(
        self, number: int | None = None, *, object_id: str | None = None, timeout: Timeout = _TIMEOUT
    ) -> Category:
        """Gives the category with this number, or with this object ID. Raises NotFound if there is none."""
        if (number is None) == (object_id is None):
            raise TypeError("get() takes a number or an object_id")
        return self._get({"number": number, "objectID": object_id}, timeout)

    def update(
        self,
        key: CategoryKey,
        values: CategoryValues | None = None,
        *,
        category: str | Unset | None = _UNSET,
        color: Any | Unset = _UNSET,
        number: int | Unset = _UNSET,
        if_version: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Category:
        """Changes one category and gives it as it is then.

        What changes is given by keyword arguments, in `values`, or by both; None takes a value away. Tasks keep the
        number that they name. `if_version` makes sure that the category has this version, now and when it is saved.

        Raises NotFound, VersionConflict, ValueTypeError, UnknownProperty; if it saves, ValidationError and
        ConflictError.
        """
        keywords: dict[str, Any] = {"category": category, "color": color, "number": number}
        changed = {**(values or {}), **_wire.without_unset(keywords)}
        return self._update(key, changed, if_version, save, timeout)

    def _reader(self, timeout: Timeout) -> Readers[Category]:
        return _wire.category, dict


class Objects(Collection[ObjectKey, ObjectValues, ObjectRow, ObjectRow, ObjectRow]):
    """The objects of any entity of the model in one context, as dictionaries (`ObjectRow`).

    What types their values have is asked of the server once (`model.describe`). Every method raises UnknownEntity if
    there is no such entity.
    """

    _PREFIX = "object"
    _ADD = "insert"
    _key = staticmethod(_wire.object_key)

    def __init__(
        self, connection: Connection, context: str, entity: str, includes_subentities: bool = True
    ) -> None:
        super().__init__(connection, context)
        self._entity = entity
        self._includes_subentities = includes_subentities

    @property
    def entity(self) -> str:
        return self._entity

    def add(self, values: ObjectValues, *, save: bool | None = None, timeout: Timeout = _TIMEOUT) -> ObjectRow:
        """Adds an object. A Task without a uuid and a Category without a number get one.

        Raises ValueTypeError, UnknownProperty; if it saves, ValidationError and ConstraintConflict.
        """
        return self._add(values, save, timeout)

    def get(self, key: ObjectKey, *, timeout: Timeout = _TIMEOUT) -> ObjectRow:
        """Gives the object with this object ID, or that of `key` as it is now. Raises NotFound if there is none."""
        return self._get(self._key(key), timeout)

    def update(
        self,
        key: ObjectKey,
        values: ObjectValues,
        *,
        if_version: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> ObjectRow:
        """Changes one object and gives it as it is then; None takes a value away.

        `if_version` makes sure that the object has this version, now and when it is saved.

        Raises NotFound, VersionConflict, ValueTypeError, UnknownProperty; if it saves, ValidationError and
        ConflictError.
        """
        return self._update(key, values, if_version, save, timeout)

    def explain_fetch(
        self,
        predicate: str | None = None,
        arguments: Arguments | None = None,
        *,
        sort: Sort | None = None,
        limit: int | None = None,
        offset: int | None = None,
        includes_pending_changes: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Explanation:
        """Tells how `fetch` would be answered: the statement, its plan and indexes, and what is tested in memory.

        Raises PredicateError, UnknownProperty.
        """
        params = _wire.without_none(
            context=self._context,
            entity=self._entity,
            predicate=predicate,
            arguments=_wire.predicate_arguments(arguments),
            sort=_wire.sort_keys(sort),
            limit=limit,
            offset=offset,
            includesPendingChanges=includes_pending_changes,
        )
        return _wire.explanation(self._connection.call("fetch.explain", params, timeout=timeout))

    def relationship_get(
        self,
        key: ObjectKey,
        relationship: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> list[str]:
        """Gives the IDs of the objects that a relationship leads to, in its order if it has one.

        A to-one relationship leads to one or none. Raises NotFound, UnknownProperty.
        """
        result = self._relationship("get", key, relationship, timeout, limit=limit, offset=offset)
        return list(result["objectIDs"])

    def relationship_add(
        self,
        key: ObjectKey,
        relationship: str,
        objects: Iterable[ObjectKey],
        *,
        index: int | None = None,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> RelationshipChange:
        """Adds members to a to-many relationship, at its end or before the one at `index`; members stay where they are.

        Raises NotFound, UnknownProperty, ValueTypeError; if it saves, ValidationError and ConflictError.
        """
        ids = [_wire.object_id(item) for item in objects]
        return _wire.relationship_change(
            self._relationship("add", key, relationship, timeout, objectIDs=ids, index=index, save=save)
        )

    def relationship_remove(
        self,
        key: ObjectKey,
        relationship: str,
        objects: Iterable[ObjectKey],
        *,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> RelationshipChange:
        """Takes members out of a to-many relationship; they are not deleted. Raises what `relationship_add` does."""
        ids = [_wire.object_id(item) for item in objects]
        return _wire.relationship_change(
            self._relationship("remove", key, relationship, timeout, objectIDs=ids, save=save)
        )

    def relationship_set(
        self,
        key: ObjectKey,
        relationship: str,
        objects: Iterable[ObjectKey],
        *,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> RelationshipChange:
        """Gives a to-many relationship exactly these members, in this order if it has one.

        Raises what `relationship_add` does.
        """
        ids = [_wire.object_id(item) for item in objects]
        return _wire.relationship_change(
            self._relationship("set", key, relationship, timeout, objectIDs=ids, save=save)
        )

    def relationship_move(
        self,
        key: ObjectKey,
        relationship: str,
        member: ObjectKey,
        index: int,
        *,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> RelationshipChange:
        """Moves a member of an ordered relationship to `index`, 0 first. Raises what `relationship_add` does."""
        identifier = _wire.object_id(member)
        return _wire.relationship_change(
            self._relationship("move", key, relationship, timeout, member=identifier, index=index, save=save)
        )

    def _relationship(self, verb: str, key: ObjectKey, relationship: str, timeout: Timeout, **params: Any) -> Any:
        whole = _wire.without_none(
            context=self._context, entity=self._entity, **self._key(key), relationship=relationship, **params
        )
        return self._connection.call(f"relationship.{verb}", whole, timeout=timeout)

    def _reader(self, timeout: Timeout) -> Readers[ObjectRow]:
        converters = model_converters(self._connection, timeout)

        def read(values: dict[str, Any]) -> ObjectRow:
            return _model.row(values, converters, self._entity)

        return read, read

    def _entity_name(self) -> str:
        return self._entity

    def _call(self, verb: str, timeout: Timeout, **params: Any) -> Any:
        if not self._includes_subentities and verb in ("fetch", "count", "update", "delete"):
            params["includesSubentities"] = False
        return super()._call(verb, timeout, entity=self._entity, **params)


class SettingsObject:
    """The one Settings object of the store, as one context sees it."""

    def __init__(self, connection: Connection, context: str) -> None:
        self._connection = connection
        self._context = context

    def get(self, *, timeout: Timeout = _TIMEOUT) -> Settings:
        """Gives the settings; before anything was set, their defaults with an `object_id` of None."""
        params = {"context": self._context}
        return _wire.settings(self._connection.call("settings.get", params, timeout=timeout))

    def set(
        self,
        values: SettingsValues | None = None,
        *,
        sorted_by: str | Unset | None = _UNSET,
        notifications_enabled: bool | Unset | None = _UNSET,
        save: bool | None = None,
        timeout: Timeout = _TIMEOUT,
    ) -> Settings:
        """Changes the settings and gives them as they are then.

        What changes is given by keyword arguments, by the model's names in `values`, or by both; None takes a value
        away. The first time the object itself is made and stored at once; the values are pending until the context is
        saved, or until `save` is true.

        Raises ValueTypeError, UnknownProperty, StoreReadOnly; if it saves, ValidationError and ConflictError.
        """
        keywords: dict[str, Any] = {"sortedBy": sorted_by, "notificationsEnabled": notifications_enabled}
        changed = {**(values or {}), **_wire.without_unset(keywords)}
        params = _wire.without_none(context=self._context, values=changed, save=save)
        return _wire.settings(self._connection.call("settings.set", params, timeout=timeout))
