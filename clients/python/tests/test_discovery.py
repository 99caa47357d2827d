"""What the server says of itself, checked by a validator that others wrote."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from referencing import Registry
from referencing.jsonschema import DRAFT7

from objwire import Client

ROOT = Path(__file__).resolve().parents[3]
DOCUMENT = ROOT / "clients" / "openrpc.json"
# The OpenRPC schemas take JSON Schema's own from this place; it says what Draft 7 says.
JSON_SCHEMA = "https://meta.json-schema.tools/"


def validator() -> Draft7Validator:
    shared = Path(os.environ.get("OBJWIRE_SHARED", ROOT.parent / "shared"))
    path = shared / "data" / "openrpc" / "spec-1.4.schema.json"
    if not path.exists():
        pytest.skip("the OpenRPC 1.4 schema is not here; OBJWIRE_SHARED names its place")
    draft = DRAFT7.create_resource(Draft7Validator.META_SCHEMA)
    places = [JSON_SCHEMA, JSON_SCHEMA.rstrip("/")]
    registry = Registry[Any]().with_resources([(place, draft) for place in places])
    return Draft7Validator(json.loads(path.read_text()), registry=registry)


def test_the_discovered_document_is_the_committed_one(client: Client) -> None:
    assert client.call("rpc.discover") == json.loads(DOCUMENT.read_text())


def test_the_document_is_valid_openrpc() -> None:
    document = json.loads(DOCUMENT.read_text())
    assert [error.message for error in validator().iter_errors(document)] == []
    del document["methods"][0]["params"]
    assert not validator().is_valid(document)
