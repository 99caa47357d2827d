import FoundationEssentials
import PredicateLanguage
import Testing

@Suite struct ObjectIDTests {
  private static let uuid = "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"

  @Test(arguments: ["Task/p1", "Task/p9223372036854775807", "Täsk/t\(uuid)"])
  func `a URI reads back as the id it was written from`(end: String) throws {
    let uri = "x-coredata://\(Self.uuid)/\(end)"
    let id = try #require(ObjectID(uri: uri))
    #expect(id.uri == uri)
    #expect("\(id)" == uri)
    #expect(id.isTemporary == end.contains("/t"))
    #expect(id == ObjectID(store: id.store, entity: id.entity, key: id.key))
  }

  @Test(arguments: [
    "", "x-coredata://", "x-coredata://\(uuid)", "x-coredata://\(uuid)/Task", "x-coredata://\(uuid)/Task/",
    "x-coredata://\(uuid)//p1",
    "x-coredata://\(uuid)/Task/p0", "x-coredata://\(uuid)/Task/p01", "x-coredata://\(uuid)/Task/p+1",
    "x-coredata://\(uuid)/Task/p-1",
    "x-coredata://\(uuid)/Task/p9223372036854775808", "x-coredata://\(uuid)/Task/p1/",
    "x-coredata://\(uuid)/Task/q1",
    "x-coredata://\(uuid)/Task/t1", "X-coredata://\(uuid)/Task/p1",
    "x-coredata://f81d4fae-7dec-11d0-a765-00a0c91e6bf6/Task/p1",
    " x-coredata://\(uuid)/Task/p1", "http://\(uuid)/Task/p1",
  ])
  func `anything but the one spelling is refused`(uri: String) {
    #expect(ObjectID(uri: uri) == nil)
  }
}
