"""Relationships and inheritance, against the real server with a model that has them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import objwire
from objwire import Client

STAFF = {
    "entities": [
        {
            "name": "Department",
            "attributes": [{"name": "name", "type": "String"}],
            "relationships": [
                {
                    "name": "employees",
                    "destination": "Employee",
                    "inverse": "department",
                    "maxCount": 0,
                    "isOrdered": True,
                }
            ],
        },
        {
            "name": "Employee",
            "attributes": [{"name": "name", "type": "String"}],
            "relationships": [{"name": "department", "destination": "Department", "inverse": "employees"}],
        },
        {"name": "Manager", "superentity": "Employee", "attributes": [{"name": "hired", "type": "Date"}]},
    ]
}


@pytest.fixture
def staff(tmp_path: Path) -> Iterator[Client]:
    path = tmp_path / "staff.json"
    path.write_text(json.dumps(STAFF))
    client = Client(model=path, in_memory=True, timeout=30)
    yield client
    client._close(warn=False)


def test_members_are_added_moved_removed_and_replaced(staff: Client) -> None:
    departments, employees = staff.objects("Department"), staff.objects("Employee")
    sales = departments.add({"name": "Sales"}, save=True)
    ada = employees.add({"name": "Ada", "department": sales["$objectID"]}, save=True)
    bea = staff.objects("Manager").add({"name": "Bea"}, save=True)
    cid = employees.add_many([{"name": "Cid"}], save=True)[0]
    ids = [row["$objectID"] for row in (ada, bea)] + [cid.object_id]

    added = departments.relationship_add(sales, "employees", [bea, cid], index=0, save=True)
    assert (added.object_id, added.relationship, added.count) == (sales["$objectID"], "employees", 3)
    assert added.saved is not None
    assert added.saved.updated_count == 3
    assert departments.relationship_get(sales, "employees") == [ids[1], ids[2], ids[0]]
    assert departments.relationship_move(sales, "employees", cid, 2).count == 3
    assert departments.relationship_get(sales, "employees", limit=1, offset=1) == [ids[0]]
    assert departments.relationship_remove(sales, "employees", [ada]).count == 2
    assert departments.relationship_set(sales["$objectID"], "employees", [cid, ada]).saved is None
    assert departments.relationship_get(sales, "employees") == [ids[2], ids[0]]
    assert employees.relationship_get(ada, "department") == [sales["$objectID"]]
    assert employees.get(bea)["department"] is None
    assert departments.fetch(properties="employees")[0]["employees"] == [ids[2], ids[0]]
    assert departments.update(sales, {"employees": [ids[1]]})["name"] == "Sales"
    assert departments.relationship_get(sales, "employees") == [ids[1]]


def test_objects_of_subentities_count_unless_they_are_left_out(staff: Client) -> None:
    employees = staff.objects("Employee")
    employees.add({"name": "Ada"}, save=True)
    staff.objects("Manager").add({"name": "Bea", "hired": None}, save=True)
    assert [row["$entity"] for row in employees.fetch()] == ["Employee", "Manager"]
    alone = staff.objects("Employee", includes_subentities=False)
    assert [row["name"] for row in alone.fetch()] == ["Ada"]
    assert [row["name"] for row in alone.iterate(page_size=1)] == ["Ada"]
    assert (employees.count(), alone.count()) == (2, 1)
    assert alone.update_where("TRUEPREDICATE", values={"name": "A"}).count == 1
    assert alone.delete_where("TRUEPREDICATE").count == 1
    assert employees.count() == 1


def test_what_cannot_be_led_to_is_an_error_with_its_place(staff: Client) -> None:
    departments = staff.objects("Department")
    sales = departments.add({"name": "Sales"}, save=True)
    with pytest.raises(objwire.ValueTypeError) as wrong:
        departments.relationship_add(sales, "employees", [sales])
    assert wrong.value.data["pointer"] == "/params/objectIDs/0"
    gone = sales["$objectID"].replace("Department/p1", "Employee/p9")
    with pytest.raises(objwire.NotFound) as missing:
        departments.update(sales, {"employees": [gone]})
    assert missing.value.data["pointer"] == "/params/values/employees/0"
    with pytest.raises(objwire.UnknownProperty):
        departments.relationship_get(sales, "employes")
    with pytest.raises(objwire.InvalidParams):
        departments.relationship_set(sales, "name", [])
    with pytest.raises(objwire.NotFound):
        staff.objects("Employee").relationship_get(sales, "department")
