"""The model of the store: entities and their properties, and what their values are in Python."""

from __future__ import annotations

import base64
import decimal
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Callable

from ._types import Aggregate
from ._wire import parse_date


@dataclass(frozen=True)
class Attribute:
    """An attribute of an entity.

    `type` is the model's word: "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "Boolean",
    "String", "Date", "UUID", "URI", "Binary", "Transformable". One that is not optional must have a value when saved. A
    transient one is never stored. `default` is what a new object starts with, and `minimum_value` and `maximum_value`
    bound what can be saved, as JSON has them; lengths of strings count UTF-16 units. `renaming_identifier` is what it
    was called in the version of the model before.
    """

    name: str
    type: str
    optional: bool
    transient: bool
    default: Any
    minimum_value: Any = None
    maximum_value: Any = None
    minimum_length: int | None = None
    maximum_length: int | None = None
    regular_expression: str | None = None
    derivation_expression: str | None = None
    value_transformer_name: str | None = None
    renaming_identifier: str | None = None
    user_info: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Relationship:
    """A relationship of an entity to `destination`; `inverse` leads back.

    `minimum_count` and `maximum_count` bound the objects at the other end, 0 for no bound. `delete_rule` is "noAction",
    "nullify", "cascade" or "deny".
    """

    name: str
    destination: str
    inverse: str | None
    optional: bool
    to_many: bool
    ordered: bool
    minimum_count: int
    maximum_count: int
    delete_rule: str
    transient: bool = False
    renaming_identifier: str | None = None
    user_info: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FetchIndex:
    """An index: its properties, most important first, with a leading "-" for descending."""

    name: str
    elements: tuple[str, ...]


@dataclass(frozen=True)
class Entity:
    """An entity with its own and inherited properties, each by name, in byte order of the names.

    `superentity` is None where it inherits from none. `version_hash` changes when what is stored changes.
    """

    name: str
    abstract: bool
    superentity: str | None
    attributes: Mapping[str, Attribute]
    relationships: Mapping[str, Relationship]
    uniqueness_constraints: tuple[tuple[str, ...], ...]
    fetch_indexes: tuple[FetchIndex, ...]
    version_hash: str
    subentities: tuple[str, ...] = ()
    class_name: str | None = None
    renaming_identifier: str | None = None
    user_info: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class FetchRequest:
    """A fetch request that the model keeps, for `fetch_template`; its predicate has `$NAME` for what is filled in.

    `result_type` is "objects", "objectIDs", "dictionaries" or "count"; `limit` is None for all objects.
    """

    name: str
    entity: str
    predicate: str | None
    result_type: str
    limit: int | None
    distinct: bool


@dataclass(frozen=True)
class Model:
    """Entities by name, in the order in which a store numbers them, and free names of this version of the model.

    `configurations` are the names of entities by the name of the part of the model that they make up, `fetch_requests`
    the templates by name.
    """

    entities: Mapping[str, Entity]
    version_identifiers: tuple[str, ...]
    configurations: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fetch_requests: Mapping[str, FetchRequest] = field(default_factory=dict)


def model(values: Mapping[str, Any]) -> Model:
    """The result of `model.describe`."""
    return Model(
        {item["name"]: _entity(item) for item in values["entities"]},
        tuple(values["versionIdentifiers"]),
        {item["name"]: tuple(item["entities"]) for item in values.get("configurations", ())},
        {item["name"]: _fetch_request(item) for item in values.get("fetchRequests", ())},
    )


def _entity(values: Mapping[str, Any]) -> Entity:
    return Entity(
        values["name"],
        values["isAbstract"],
        values.get("superentity"),
        {item["name"]: _attribute(item) for item in values["attributes"]},
        {item["name"]: _relationship(item) for item in values["relationships"]},
        tuple(tuple(names) for names in values["uniquenessConstraints"]),
        tuple(FetchIndex(item["name"], tuple(item["elements"])) for item in values["fetchIndexes"]),
        values["versionHash"],
        tuple(values.get("subentities", ())),
        values.get("managedObjectClassName"),
        values.get("renamingIdentifier"),
        values.get("userInfo", {}),
    )


def _fetch_request(values: Mapping[str, Any]) -> FetchRequest:
    return FetchRequest(
        values["name"],
        values["entity"],
        values.get("predicate"),
        values.get("resultType", "objects"),
        values.get("fetchLimit"),
        values.get("returnsDistinctResults", False),
    )


def _attribute(values: Mapping[str, Any]) -> Attribute:
    return Attribute(
        values["name"],
        values["type"],
        values["isOptional"],
        values["isTransient"],
        values.get("default"),
        values.get("minValue"),
        values.get("maxValue"),
        values.get("minLength"),
        values.get("maxLength"),
        values.get("regularExpression"),
        values.get("derivationExpression"),
        values.get("valueTransformerName"),
        values.get("renamingIdentifier"),
        values.get("userInfo", {}),
    )


def _relationship(values: Mapping[str, Any]) -> Relationship:
    return Relationship(
        values["name"],
        values["destination"],
        values.get("inverse"),
        values["isOptional"],
        values["isToMany"],
        values["isOrdered"],
        values["minCount"],
        values["maxCount"],
        values["deleteRule"],
        values.get("isTransient", False),
        values.get("renamingIdentifier"),
        values.get("userInfo", {}),
    )


# MARK: Values

Converters = Mapping[str, Mapping[str, Callable[[Any], Any]]]
"""By entity and attribute: what makes a value of JSON one of Python. Attributes that stay as they are have none."""

_BY_TYPE: Mapping[str, Callable[[Any], Any]] = {
    "Binary": base64.b64decode,
    "Date": parse_date,
    "Decimal": decimal.Decimal,
    "UUID": uuid.UUID,
}


def converters(model: Model) -> Converters:
    return {
        entity.name: {
            attribute.name: _BY_TYPE[attribute.type]
            for attribute in entity.attributes.values()
            if attribute.type in _BY_TYPE
        }
        for entity in model.entities.values()
    }


def row(values: dict[str, Any], converters: Converters, entity: str) -> dict[str, Any]:
    """An object of `entity`, or of one that inherits from it, in place."""
    for name, convert in converters.get(values.get("$entity", entity), {}).items():
        if values.get(name) is not None:
            values[name] = convert(values[name])
    return values


def groups(
    rows: list[dict[str, Any]],
    by: Sequence[str],
    columns: Mapping[str, Aggregate],
    converters: Mapping[str, Callable[[Any], Any]],
) -> list[dict[str, Any]]:
    """Groups of a fetch, in place: values of properties, and what has their type, as Python has them."""
    sources = {name: name for name in by}
    sources.update((name, item.property or "") for name, item in columns.items() if item.function != "count")
    found = {name: converters[source] for name, source in sources.items() if source in converters}
    for row in rows:
        for name, convert in found.items():
            if row[name] is not None:
                row[name] = convert(row[name])
    return rows
