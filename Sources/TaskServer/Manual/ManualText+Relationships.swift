extension ManualText {
  static let relationships = """
    The examples with relationships are about the model `\(StaffModel.name)`: a Department has a `name` and ordered \
    `employees`, an Employee a `name` and a `department`, which is the inverse; a Manager is an Employee \
    with a `budget`.

    Relationships are set by `object.insert` and `object.update` like attributes; `relationship.…` changes \
    members without naming all of them. Both ends change together, before the save, and the `$version` of both \
    rises with it. IDs may be temporary. What is no ID, or is one of an entity that the relationship cannot \
    lead to, is `value.type`; an object that is not there is `object.notFound`; both with `pointer`, and nothing is kept.

    A save checks how many members new objects and changed relationships have: 1570 for none where there must \
    be one, 1580 for too few, 1590 for too many, `value` being the number. Deletions follow the delete rules \
    at once: `nullify` and `cascade` change and delete other objects, which are pending then like any others; \
    `deny` fails the save while an object is left at the other end (1600, `value` is its ID).

    **Inheritance.** Requests about an entity reach the objects of the entities below it. An object shows all \
    properties of its own entity, which `$entity` and its ID name; `properties` may name some that only \
    entities below have. `values` name properties of the entity asked for, with an `objectID` of the object's own. An \
    abstract entity has no objects of its own; to insert one is `invalidParams`.
    """
}
