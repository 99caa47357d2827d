"""Models that are not built in, groups and fetch requests of a model, against the real server."""

from __future__ import annotations

import asyncio
import datetime
import decimal
import json
import pathlib
from collections.abc import Iterator

import pytest

import objwire
from objwire import Aggregate, Client

DAY = datetime.datetime(2026, 12, 1, tzinfo=datetime.timezone.utc)

SHOP = {
    "entities": [
        {
            "name": "Sale",
            "renamingIdentifier": "Deal",
            "userInfo": {"a": "1"},
            "attributes": [
                {"name": "city", "type": "String", "maxLength": 20},
                {"name": "amount", "type": "Integer 32", "minValue": 0},
                {"name": "price", "type": "Decimal"},
                {"name": "day", "type": "Date"},
            ],
        }
    ],
    "configurations": [{"name": "Money", "entities": ["Sale"]}],
    "fetchRequests": [
        {"name": "in", "entity": "Sale", "predicate": "city == $CITY AND day < $DAY", "fetchLimit": 5},
        {"name": "cities", "entity": "Sale", "resultType": "dictionaries", "returnsDistinctResults": True},
    ],
}


@pytest.fixture
def model(tmp_path: pathlib.Path) -> pathlib.Path:
    path = tmp_path / "shop.model.json"
    path.write_text(json.dumps(SHOP))
    return path


@pytest.fixture
def shop(model: pathlib.Path) -> Iterator[Client]:
    with Client(model=model, in_memory=True, autosave=True, timeout=30) as client:
        client.objects("Sale").add_many(
            [
                {"city": "Oslo", "amount": 3, "price": "0.1", "day": DAY},
                {"city": "Rome", "amount": 1, "price": "0.2"},
                {"city": "Oslo", "amount": 2, "price": "0.2", "day": DAY + datetime.timedelta(days=2)},
            ]
        )
        yield client


def test_several_models_are_merged(model: pathlib.Path, tmp_path: pathlib.Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps({"entities": [{"name": "Shelf", "attributes": [{"name": "room", "type": "String"}]}]}))
    with Client(tmp_path / "store.sqlite", model=[model, str(other)]) as client:
        assert list(client.describe_model().entities) == ["Sale", "Shelf"]


def test_a_model_without_a_store_of_its_own_is_refused(model: pathlib.Path) -> None:
    with pytest.raises(objwire.ServerExited, match="wants a store of its own"):
        Client(model=model, env={"HOME": str(model.parent)})


def test_methods_of_tasks_say_that_the_model_has_none(shop: Client) -> None:
    with pytest.raises(objwire.UnknownEntity, match="no entity Task"):
        shop.tasks.fetch()


def test_a_description_has_all_that_the_model_says(shop: Client) -> None:
    described = shop.describe_model()
    sale = described.entities["Sale"]
    assert (sale.renaming_identifier, sale.user_info) == ("Deal", {"a": "1"})
    assert sale.attributes["city"].maximum_length == 20
    assert sale.attributes["amount"].minimum_value == 0
    assert sale.attributes["price"].minimum_value is None
    assert described.configurations == {"Money": ("Sale",)}
    assert described.fetch_requests["in"] == objwire.FetchRequest(
        "in", "Sale", "city == $CITY AND day < $DAY", "objects", 5, False
    )
    assert described.fetch_requests["cities"].distinct


def test_groups_have_values_of_python(shop: Client) -> None:
    groups = shop.objects("Sale").fetch_groups(
        "city",
        {
            "n": Aggregate("count"),
            "total": Aggregate("sum", "price"),
            "mean": Aggregate("avg", "amount"),
            "last": Aggregate("max", "day"),
            "days": Aggregate("count", "day"),
        },
    )
    later = DAY + datetime.timedelta(days=2)
    assert groups == [
        {"city": "Oslo", "n": 2, "total": decimal.Decimal("0.3"), "mean": 2.5, "last": later, "days": 2},
        {"city": "Rome", "n": 1, "total": decimal.Decimal("0.2"), "mean": 1.0, "last": None, "days": 0},
    ]


def test_groups_are_chosen_and_sorted(shop: Client) -> None:
    sales = shop.objects("Sale")
    total = {"total": Aggregate("sum", "amount")}
    assert sales.fetch_groups(columns=total) == [{"total": 6}]
    assert sales.fetch_groups("city", total, sort="total", limit=1) == [{"city": "Rome", "total": 1}]
    assert sales.fetch_groups("city", total, having="total > %@", having_arguments=[1]) == [
        {"city": "Oslo", "total": 5}
    ]
    assert sales.fetch_groups(["city"], predicate="amount > %@", arguments=[2]) == [{"city": "Oslo"}]
    assert sales.fetch_dicts(properties="city", distinct=True) == [{"city": "Oslo"}, {"city": "Rome"}]
    with pytest.raises(objwire.UnknownProperty):
        sales.fetch_groups("town")
    with pytest.raises(objwire.InvalidParams, match="no number"):
        sales.fetch_groups(columns={"x": Aggregate("sum", "city")})


def test_tasks_are_grouped_by_day(client: Client) -> None:
    client.tasks.add_many([{"taskDescription": "a", "date": DAY}, {"taskDescription": "b", "date": DAY}])
    assert client.tasks.fetch_groups("date", {"n": Aggregate("count")}) == [{"date": DAY, "n": 2}]


def test_a_fetch_request_of_the_model_has_its_variables_filled_in(shop: Client) -> None:
    later = DAY + datetime.timedelta(days=1)
    rows = shop.fetch_template("in", {"CITY": "Oslo", "DAY": later})
    assert [(row["amount"], row["price"], row["day"]) for row in rows] == [(3, decimal.Decimal("0.1"), DAY)]
    assert len(shop.fetch_template("cities", sort="-amount", limit=2)) == 2
    with pytest.raises(objwire.PredicateError):
        shop.fetch_template("in", {"CITY": "Oslo"})
    with pytest.raises(objwire.InvalidParams, match="Did you mean in"):
        shop.fetch_template("inn")


def test_asyncio_has_them_too(model: pathlib.Path) -> None:
    async def run() -> None:
        async with objwire.AsyncClient(model=model, in_memory=True, autosave=True) as client:
            await client.objects("Sale").add({"city": "Oslo", "amount": 3, "day": DAY})
            groups = await client.objects("Sale").fetch_groups("city", {"n": Aggregate("count")})
            assert groups == [{"city": "Oslo", "n": 1}]
            rows = await client.fetch_template("in", {"CITY": "Oslo", "DAY": DAY + datetime.timedelta(hours=1)})
            assert rows[0]["amount"] == 3

    asyncio.run(run())
