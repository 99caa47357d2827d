extension ManualText {
  static let relationships = """
    The examples of relationships are about the model `\(StaffModel.name)`: a Department has a `name` and \
    ordered `employees`, an Employee a `name` and a `department`, the inverse; a Manager is an Employee \
    with a `budget`.

    `object.insert` and `object.update` set relationships like attributes; `relationship.…` changes \
    members. Both ends change together, before the save, and the `$version` of both \
    rises with it. IDs may be temporary.

    A save counts the members of new objects and changed relationships: 1570 for none where there must be \
    one, 1580 for too few, 1590 for too many; `value` is the number. Deletions follow the delete rules at \
    once: `nullify` and `cascade` make pending changes and deletions of other objects; `deny` fails the \
    save while an object is left at the other end (1600, `value` is its ID).

    **Inheritance.** Requests about an entity reach the objects of the entities below it. An object shows \
    all properties of its own entity, which `$entity` and its ID name; `properties` may name some that \
    only entities below have. `values` name properties of the entity asked for, with an `objectID` of the \
    object's own. To insert an object of an abstract entity is `invalidParams`.
    """
}
