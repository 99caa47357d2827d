import Foundation
import ObjectGraph
import PredicateLanguage
import TaskServer
import Testing
import TestSupport

@Suite struct TaskModelTests {
  @Test func `the model has the three entities of a task manager`() throws {
    let model = try TaskModel.make()
    #expect(model.entities.map(\.name) == ["Category", "Settings", "Task"])
    #expect(
      try columns("Task") == [
        "category", "date", "finished", "notificationEnabled", "taskDescription", "uuid",
      ])
    #expect(try columns("Category") == ["category", "color", "number"])
    #expect(try columns("Settings") == ["notificationsEnabled", "sortedBy"])
  }

  @Test func `a new task is unfinished, in category 0 and silent`() throws {
    let task = try #require(try TaskModel.make().entity(named: TaskModel.task))
    #expect(task.defaultRow == [.integer(0), .null, .boolean(false), .boolean(false), .null, .null])
  }

  @Test func `a task needs a description and a uuid, a setting may be missing`() throws {
    func required(_ name: String) throws -> [String] {
      try #require(try TaskModel.make().entity(named: name)).columns.filter { !$0.isOptional }.map(\.name)
    }
    #expect(
      try required("Task") == ["category", "finished", "notificationEnabled", "taskDescription", "uuid"])
    #expect(try required("Category") == ["category", "number"])
    #expect(try required("Settings").isEmpty)
  }

  @Test func `the model as Xcode would keep it, and as JSON, has the same hashes`() throws {
    let model = try TaskModel.make()
    let folder = try TemporaryDirectory()
    try folder.write(Self.contents, to: "Tasks.xcdatamodeld/Tasks.xcdatamodel/contents")
    try folder.write(model.jsonText, to: "tasks.model.json")
    for name in ["Tasks.xcdatamodeld", "tasks.model.json"] {
      let read = try ManagedObjectModel(contentsOf: folder.url.appending(path: name))
      #expect(read.entityVersionHashesByName == model.entityVersionHashesByName)
      #expect(read.entities.map(\.defaultRow) == model.entities.map(\.defaultRow))
      #expect(read.entities.map(\.fetchIndexes) == model.entities.map(\.fetchIndexes))
      #expect(read.jsonText == model.jsonText)
    }
  }

  private static let contents = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
        <entity name="Category" syncable="YES">
            <attribute name="category" attributeType="String"/>
            <attribute name="color" optional="YES" attributeType="Transformable"/>
            <attribute name="number" attributeType="Integer 32" usesScalarValueType="YES"/>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="number"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
        <entity name="Settings" syncable="YES">
            <attribute name="notificationsEnabled" optional="YES" attributeType="Boolean"/>
            <attribute name="sortedBy" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Task" syncable="YES">
            <attribute name="taskDescription" attributeType="String"/>
            <attribute name="date" optional="YES" attributeType="Date" usesScalarValueType="NO"/>
            <attribute name="finished" attributeType="Boolean" defaultValueString="NO"/>
            <attribute name="category" attributeType="Integer 32" defaultValueString="0"/>
            <attribute name="uuid" attributeType="String"/>
            <attribute name="notificationEnabled" attributeType="Boolean" defaultValueString="NO"/>
            <fetchIndex name="byDate">
                <fetchIndexElement property="date" type="Binary" order="ascending"/>
            </fetchIndex>
            <fetchIndex name="byCategory">
                <fetchIndexElement property="category" type="Binary" order="ascending"/>
            </fetchIndex>
            <uniquenessConstraints>
                <uniquenessConstraint>
                    <constraint value="uuid"/>
                </uniquenessConstraint>
            </uniquenessConstraints>
        </entity>
    </model>
    """

  private func columns(_ name: String) throws -> [String] {
    try #require(try TaskModel.make().entity(named: name)).columns.map(\.name)
  }
}
