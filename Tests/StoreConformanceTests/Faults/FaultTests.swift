import ObjectGraph
import PredicateLanguage
import Testing

/// Values are read when they are needed, for many objects at once, and are always the newest.
@Suite struct `Faults` {
  private func books(_ library: Library, prefetching keyPaths: [String] = []) throws -> [ManagedObject] {
    var request = FetchRequest(entityName: "Book")
    request.relationshipKeyPathsForPrefetching = keyPaths
    return try library.context.fetch(request)
  }

  private func names(_ objects: [ManagedObject]) throws -> [AttributeValue] {
    try objects.map { try $0.value(forKey: "name") }
  }

  @Test(arguments: StoreKind.allCases)
  func `reading the objects of a fetch asks the store nothing more`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 3, books: 600)
    let counts = try library.counted { () throws in
      let books = try books(library)
      #expect(!books.contains { !$0.isFault })
      #expect(try names(books) == (0..<600).map { .string("book \($0)") })
      #expect(!books.contains { $0.isFault })
    }
    #expect(counts == CountingStore.Counts(questions: 1, rows: 600))
  }

  @Test(arguments: StoreKind.allCases)
  func `after another commit objects are read again in chunks, and show it`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 1, books: 600)
    let books = try books(library)
    _ = try names(books)
    let other = library.another()
    let changed = try other.object(with: books[300].objectID)
    try changed.setValue(.string("new"), forKey: "name")
    try other.delete(try other.object(with: books[5].objectID))
    try other.save()
    let counts = try library.counted { () throws in
      #expect(try books[300].value(forKey: "name") == .string("new"))
      #expect(throws: StoreError.objectNotFound(books[5].objectID)) { try books[5].value(forKey: "name") }
      #expect(try names(Array(books[6...])).count == 594)
    }
    // Three chunks, and one more look for the object that is gone.
    #expect(counts == CountingStore.Counts(questions: 4, rows: 599))
  }

  @Test(arguments: StoreKind.allCases)
  func `pending changes are shown over what is kept`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 1, books: 2)
    let books = try books(library)
    try books[0].setValue(.string("mine"), forKey: "name")
    #expect(!books[0].isFault && books[1].isFault)
    #expect(try names(books) == [.string("mine"), .string("book 1")])
    let again = try self.books(library)
    #expect(again[0] === books[0])
    #expect(try names(again) == [.string("mine"), .string("book 1")])
    library.context.rollback()
    #expect(try names(again) == [.string("book 0"), .string("book 1")])
    try books[1].setValue(.string("saved"), forKey: "name")
    try library.context.save()
    #expect(try names(again) == [.string("book 0"), .string("saved")])
  }

  @Test(arguments: StoreKind.allCases)
  func `objects that are not returned as faults have their values`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 1, books: 3)
    var request = FetchRequest(entityName: "Book")
    request.returnsObjectsAsFaults = false
    let books = try library.context.fetch(request)
    #expect(!books.contains { $0.isFault })
    let made = try Library.make("Book", "new", in: library.context)
    #expect(!made.isFault)
  }

  @Test(arguments: StoreKind.allCases)
  func `prefetched relationships ask the store nothing more`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 10, books: 100)
    var found: [ManagedObject] = []
    let fetching = try library.counted { () throws in
      found = try books(library, prefetching: ["author", "tags"])
    }
    // The books; the authors; pairs and tags.
    #expect(fetching == CountingStore.Counts(questions: 4, rows: 100 + 10 + 100 + 1))
    let reading = try library.counted { () throws in
      for (number, book) in found.enumerated() {
        let author = try #require(try book.object(forKey: "author"))
        #expect(try author.value(forKey: "name") == .string("author \(number % 10)"))
        #expect(try names(book.objects(forRelationshipNamed: "tags")) == [.string("tag")])
        #expect(!book.hasFault(forRelationshipNamed: "tags"))
      }
    }
    #expect(reading.questions == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `prefetching follows paths of several steps`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 4, books: 20)
    var request = FetchRequest(entityName: "Tag")
    request.relationshipKeyPathsForPrefetching = ["books.author", "books"]
    var found: [ManagedObject] = []
    let fetching = try library.counted { () throws in found = try library.context.fetch(request) }
    #expect(fetching == CountingStore.Counts(questions: 4, rows: 1 + 20 + 20 + 4))
    let reading = try library.counted { () throws in
      for book in try found[0].objects(forRelationshipNamed: "books") {
        #expect(try book.object(forKey: "author")?.value(forKey: "name") != .null)
      }
    }
    #expect(reading.questions == 0)
  }

  @Test(arguments: StoreKind.allCases)
  func `prefetched members are given up when somebody commits`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 1, books: 3)
    var request = FetchRequest(entityName: "Author")
    request.relationshipKeyPathsForPrefetching = ["books"]
    let author = try library.context.fetch(request)[0]
    #expect(author.hasFault(forRelationshipNamed: "books"))
    #expect(try author.objects(forRelationshipNamed: "books").count == 3)
    #expect(!author.hasFault(forRelationshipNamed: "books"))
    let other = library.another()
    let book = try Library.make("Book", "new", in: other)
    try book.setObject(try other.object(with: author.objectID), forKey: "author")
    try other.save()
    #expect(try names(author.objects(forRelationshipNamed: "books")).last == .string("new"))
  }

  @Test(arguments: StoreKind.allCases)
  func `a key path for prefetching that is none of relationships is refused`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    for (path, property) in [("name", "name"), ("author.nme", "nme"), ("", "")] {
      let error = #expect(throws: StoreError.self) { try books(library, prefetching: [path]) }
      guard case .unknownProperty(_, let found)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(found == property)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `refreshing all objects makes them faults and keeps changes`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 1, books: 3)
    let books = try books(library)
    _ = try names(books)
    try books[1].setValue(.string("mine"), forKey: "name")
    try library.context.refreshAllObjects()
    #expect(books.map(\.isFault) == [true, false, true])
    #expect(try names(books) == [.string("book 0"), .string("mine"), .string("book 2")])
  }

  @Test(arguments: StoreKind.allCases)
  func `registered objects are those that somebody holds`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 1, books: 3)
    var books: [ManagedObject]? = try books(library)
    let objectID = try #require(books?[0].objectID)
    #expect(library.context.registeredObjects.count == 3)
    #expect(library.context.registeredObject(for: objectID) === books?[0])
    books = nil
    #expect(library.context.registeredObjects.isEmpty)
    #expect(library.context.registeredObject(for: objectID) == nil)
  }

  @Test func `objects show what another process's store has committed`() throws {
    let stage = try SharedFile()
    let object = try stage.here.fetch(FetchRequest(entityName: "Book"))[0]
    #expect(try object.value(forKey: "name") == .string("old"))
    let there = try stage.there.object(with: object.objectID)
    try there.setValue(.string("new"), forKey: "name")
    try stage.there.save()
    #expect(try object.value(forKey: "name") == .string("new"))
  }
}
