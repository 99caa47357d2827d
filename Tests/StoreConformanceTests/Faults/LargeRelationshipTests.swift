import Foundation
import ObjectGraph
import PredicateLanguage
import Testing

/// A list of 100,000 objects is not read to change or ask about one of them.
@Suite struct `Large to-many relationships` {
  private static let count = 100_000

  /// An author of very many books, all on the shelf in order and all with one tag.
  ///
  /// Written past contexts, in one commit, which is the quick way.
  private func library(_ kind: StoreKind) throws -> Library {
    let library = try Library(kind)
    let model = library.coordinator.managedObjectModel
    func entity(_ name: String) throws -> EntityDescription { try #require(model.entity(named: name)) }
    func insertion(_ entity: EntityDescription) -> ChangeSet.Insertion {
      ChangeSet.Insertion(
        objectID: ObjectID(
          store: library.store.identifier, entity: entity.name, key: .temporary(UUID())),
        values: entity.defaultRow)
    }
    let (author, book, tag) = (try entity("Author"), try entity("Book"), try entity("Tag"))
    let (anAuthor, aTag) = (insertion(author), insertion(tag))
    let columns = try ["author", "shelfOwner"].map { try #require(book.columnIndex(named: $0)) }
    let place = try #require(book.orderColumn(ofReference: "shelfOwner"))
    let books = (0..<Self.count).map { number in
      var one = insertion(book)
      for column in columns { one.values[column] = .objectID(anAuthor.objectID) }
      one.values[place] = .integer(Int64(number) * 1024)
      return one
    }
    var changes = ChangeSet()
    for (entity, insertions) in [(author, [anAuthor]), (book, books), (tag, [aTag])] {
      var own = ChangeSet.EntityChanges(entity: entity)
      own.insertions = insertions
      changes.entities.append(own)
    }
    let table = try #require(model.pairTables.first)
    let isSource = table.source.family.name == "Book"
    var pairs = ChangeSet.PairChanges(table: table)
    pairs.set = books.enumerated().map { number, one in
      isSource
        ? ChangeSet.Pair(
          source: one.objectID, destination: aTag.objectID, destinationOrder: Int64(number) * 1024)
        : ChangeSet.Pair(
          source: aTag.objectID, destination: one.objectID, sourceOrder: Int64(number) * 1024)
    }
    changes.pairs = [pairs]
    _ = try library.store.commit(changes, cancellation: Cancellation())
    return library
  }

  private func sole(_ entity: String, _ context: ManagedObjectContext) throws -> ManagedObject {
    try #require(try context.fetch(FetchRequest(entityName: entity)).first)
  }

  @Test(arguments: StoreKind.allCases)
  func `one member is added, found, counted and removed without the others`(_ kind: StoreKind) throws {
    let library = try library(kind)
    let context = library.context
    let author = try sole("Author", context)
    let tag = try sole("Tag", context)
    var request = FetchRequest(entityName: "Book")
    request.fetchLimit = 1
    request.fetchOffset = 50_000
    let old = try context.fetch(request)[0]
    let new = try Library.make("Book", "new", in: context)
    let cases: [(ManagedObject, String, String)] = [
      (author, "books", "author"), (author, "shelf", "shelfOwner"), (tag, "books", "tags"),
    ]
    for (owner, name, inverse) in cases {
      let counts = try library.counted { () throws in
        #expect(try owner.contains(old, inRelationship: name))
        #expect(try !owner.contains(new, inRelationship: name))
        #expect(try owner.count(forRelationshipNamed: name) == Self.count)
        try owner.add([new], toRelationship: name)
        #expect(try owner.contains(new, inRelationship: name))
        #expect(try owner.count(forRelationshipNamed: name) == Self.count + 1)
        try owner.remove([old], fromRelationship: name)
        #expect(try !owner.contains(old, inRelationship: name))
        #expect(try owner.count(forRelationshipNamed: name) == Self.count)
        // The other direction.
        if inverse == "tags" {
          try old.add([owner], toRelationship: inverse)
        } else {
          try old.setObject(owner, forKey: inverse)
        }
        #expect(try owner.count(forRelationshipNamed: name) == Self.count + 1)
      }
      #expect(counts.rows < 100, "\(name) of \(owner.entity.name) read \(counts.rows) rows")
    }
    let saving = try library.counted { () throws in _ = try context.save() }
    #expect(saving.rows < 100)
    for (owner, name, _) in cases {
      #expect(try owner.count(forRelationshipNamed: name) == Self.count + 1)
    }
  }

  /// Counting by differences gives what reading all members gives, whatever is pending.
  @Test(arguments: StoreKind.allCases)
  func `counts agree with the members`(_ kind: StoreKind) throws {
    let library = try Library(kind)
    try library.fill(authors: 3, books: 30)
    let context = library.context
    let authors = try context.fetch(FetchRequest(entityName: "Author"))
    let books = try context.fetch(FetchRequest(entityName: "Book"))
    let tag = try sole("Tag", context)
    func check(_ line: Int = #line) throws {
      for owner in authors + [tag] {
        let members = try owner.objectIDs(forRelationshipNamed: "books")
        #expect(try owner.count(forRelationshipNamed: "books") == members.count, "line \(line)")
        for book in books where !book.isDeleted {
          #expect(try owner.contains(book, inRelationship: "books") == members.contains(book.objectID))
        }
      }
    }
    try check()
    try books[0].setObject(authors[1], forKey: "author")
    try check()
    try books[0].setObject(authors[0], forKey: "author")
    try books[1].setObject(nil, forKey: "author")
    try context.delete(books[2])
    try tag.remove([books[3], books[4]], fromRelationship: "books")
    try check()
    let new = try Library.make("Book", "new", in: context)
    try authors[2].add([new], toRelationship: "books")
    try new.add([tag], toRelationship: "tags")
    try tag.add([books[3]], toRelationship: "books")
    try check()
    // Others give a book away that has a pending change, and delete one.
    let other = library.another()
    try other.object(with: books[5].objectID).setObject(
      try other.object(with: authors[0].objectID), forKey: "author")
    try other.delete(books[6].objectID)
    try other.save()
    try check()
    try context.delete(new)
    try check()
  }
}
