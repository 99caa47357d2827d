import Foundation
import SQLite
import Testing

@Suite struct `Watching files` {
  /// The pipes, sockets and watches of this process that a program started by it would get too.
  private func inheritable() throws -> Set<String> {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let open = names.filter { name in
      guard let descriptor = Int32(name) else { return false }
      let flags = fcntl(descriptor, F_GETFD)
      return flags >= 0 && flags & FD_CLOEXEC == 0
    }
    let targets = open.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
    }
    return Set(targets.filter { target in ["pipe:", "socket:", "inotify"].contains { target.contains($0) } })
  }

  @Test func `no descriptor of a watch is inherited by a program that is started`() throws {
    let scratch = try Scratch()
    let before = try inheritable()
    let watch = try #require(FileWatch(directory: scratch.directory.path))
    #expect(try inheritable().subtracting(before).isEmpty)
    watch.stop()
  }

  @Test func `a change is seen, then the end`() throws {
    let scratch = try Scratch()
    let watch = try #require(FileWatch(directory: scratch.directory.path))
    #expect(watch.wait(milliseconds: 0) == .timedOut)
    try Data().write(to: URL(filePath: scratch.path()))
    #expect(watch.wait(milliseconds: nil) == .changed)
    #expect(watch.wait(milliseconds: 0) == .timedOut)
    watch.stop()
    #expect(watch.wait(milliseconds: nil) == .stopped)
    #expect(watch.wait(milliseconds: nil) == .stopped)
  }

  @Test func `a directory that is not there cannot be watched`() throws {
    #expect(FileWatch(directory: try Scratch().path("missing")) == nil)
  }
}
