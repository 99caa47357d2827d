"""The model of the store: entities and their properties, and what their values are in Python."""

from __future__ import annotations

import base64
import decimal
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Callable

from ._wire import parse_date


@dataclass(frozen=True)
class Attribute:
    """An attribute of an entity.

    `type` is the model's word: "Integer 16", "Integer 32", "Integer 64", "Decimal", "Double", "Float", "Boolean",
    "String", "Date", "UUID", "URI", "Binary", "Transformable". One that is not optional must have a value when saved. A
    transient one is never stored. `default` is what a new object starts with, as JSON has it.
    """

    name: str
    type: str
    optional: bool
    transient: bool
    default: Any


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


@dataclass(frozen=True)
class Model:
    """Entities by name, in the order in which a store numbers them, and free names of this version of the model."""

    entities: Mapping[str, Entity]
    version_identifiers: tuple[str, ...]


def model(values: Mapping[str, Any]) -> Model:
    """The result of `model.describe`."""
    return Model(
        {item["name"]: _entity(item) for item in values["entities"]},
        tuple(values["versionIdentifiers"]),
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
    )


def _attribute(values: Mapping[str, Any]) -> Attribute:
    return Attribute(values["name"], values["type"], values["isOptional"], values["isTransient"], values.get("default"))


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
