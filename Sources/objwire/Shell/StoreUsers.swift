import FoundationEssentials

/// Processes that have a store open, as far as this user may see.
///
/// Source: proc(5): each entry of `/proc/PID/fd` is a link to an open file.
enum StoreUsers {
  struct User {
    let identifier: Int
    let name: String
  }

  static func find(_ path: String) -> [User] {
    let file = URL(filePath: path).resolvingSymlinksInPath().path
    return names(in: "/proc").compactMap { Int($0) }.sorted().filter { identifier in
      names(in: "/proc/\(identifier)/fd").contains { descriptor in
        let link = "/proc/\(identifier)/fd/\(descriptor)"
        return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == file
      }
    }.map { User(identifier: $0, name: name(of: $0)) }
  }

  private static func names(in directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }

  private static func name(of identifier: Int) -> String {
    let text = (try? String(contentsOfFile: "/proc/\(identifier)/comm", encoding: .utf8)) ?? "?"
    return TerminalText.printable(String(text.prefix { $0 != "\n" }))
  }
}
