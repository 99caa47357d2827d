import FoundationEssentials
import JSON
import JSONRPC
import ObjectGraph
import TaskServer

/// A recorded conversation, read from its file.
struct Recording {
  let path: String
  let header: RecordingHeader
  /// In order; the first one is on the second line of the file.
  let entries: [RecordedEntry]

  /// - Throws: `ShellError.usage` if the file cannot be read or is no recording; a last line that was cut off, as by a
  ///   crash, is left out.
  init(path: String) throws(ShellError) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw .usage("\(path) cannot be read")
    }
    let bytes = [UInt8](data)
    let isWhole = bytes.last == 0x0A
    let lines = bytes.split(separator: 0x0A)
    guard let first = lines.first else { throw .usage("\(path) is empty") }
    self.path = path
    header = try Self.header(first, path)
    var entries: [RecordedEntry] = []
    for (number, line) in lines.enumerated().dropFirst() {
      guard let entry = RecordedEntry(line: line) else {
        if number == lines.count - 1, !isWhole { break }
        throw .usage("\(path):\(number + 1) is no line of a recording")
      }
      entries.append(entry)
    }
    self.entries = entries
  }

  /// The copy of the store that was made at the beginning; nil if there is none.
  var storeCopy: String? {
    guard let name = header.store.copy, !name.utf8.contains(UInt8(ascii: "/")) else { return nil }
    return URL(filePath: path).deletingLastPathComponent().appending(path: name).path
  }

  /// The model that was served; nil for the built-in one.
  ///
  /// - Throws: `ShellError.usage` if it cannot be used.
  func model() throws(ShellError) -> ManagedObjectModel? {
    guard let json = header.model else { return nil }
    do throws(ModelError) {
      return try ManagedObjectModel(jsonText: json.text, name: path)
    } catch {
      throw .usage("the model in \(path) cannot be used: \(error)")
    }
  }

  private static func header(_ line: ArraySlice<UInt8>, _ path: String) throws(ShellError) -> RecordingHeader
  {
    let header: RecordingHeader
    do throws(JSONError) {
      try JSONScanner.validate(line.span)
    } catch {
      throw .usage("\(path) is no recording: its first line is no JSON")
    }
    do throws(WireError) {
      var reader = WireReader(line)
      header = try RecordingHeader.read(from: &reader)
    } catch {
      throw .usage("\(path) is no recording: its first line does not describe one")
    }
    guard header.recording == RecordingHeader.currentVersion else {
      throw .usage("\(path) is a recording of version \(header.recording), which this objwire cannot read")
    }
    return header
  }
}
