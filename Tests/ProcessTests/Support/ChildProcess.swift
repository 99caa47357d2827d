import Foundation
import Glibc
import Synchronization

/// A program with pipes to its three standard streams, every wait with a deadline.
///
/// All pipe ends close on exec, and one child is started at a time: a second child started by another test must not keep
/// this one's input open. The child gets one more descriptor, which nobody writes to: its end is the end of the process.
final class ChildProcess {
  /// How a process ended.
  enum Ending: Equatable {
    case code(Int32)
    case signal(Int32)
  }

  enum Failure: Error, Equatable {
    case notStarted(errno: Int32)
    /// Nothing came in time; carries what the process wrote to standard error.
    case timedOut(String)
    /// The stream ended before a whole line came; carries what the process wrote to standard error.
    case ended(String)
  }

  /// Long enough for a debug build on a busy machine; nothing waits that long unless it fails.
  static let patience = 180.0

  let identifier: pid_t
  private var input: Int32
  private var output: Int32
  private let errors: Int32
  private let life: Int32
  private var pending: [UInt8] = []
  private var searched = 0
  private var ending: Ending?

  /// Starts `path`; the environment is exactly the one given.
  init(path: String, _ arguments: [String], environment: [String: String]) throws {
    _ = Self.ignoresBrokenPipes
    let started = try Self.oneAtATime.withLock { _ in
      try Self.start(path, arguments, environment)
    }
    (identifier, input, output, errors, life) = started
    for end in [input, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  /// Starts `path` with all three standard streams on a terminal of so many columns.
  ///
  /// What the process writes, to standard error too, is read as its output; line ends come as CR LF, and what is sent
  /// comes back as an echo.
  init(onTerminalOf columns: UInt16, path: String, _ arguments: [String], environment: [String: String])
    throws
  {
    _ = Self.ignoresBrokenPipes
    let started = try Self.oneAtATime.withLock { _ in
      try Self.startOnTerminal(columns, path, arguments, environment)
    }
    (identifier, input, output, errors, life) = started
    for end in [input, errors] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
  }

  deinit {
    if ending == nil {
      Glibc.kill(identifier, SIGKILL)
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
    }
    closeInput()
    closeOutput()
    close(errors)
    close(life)
  }

  // MARK: Writing

  /// Writes lines, an LF after each; keeps reading meanwhile, so that neither side can block the other.
  func send(_ lines: String...) throws { try send(bytes: Array((lines.joined(separator: "\n") + "\n").utf8)) }

  /// Writes bytes as they are.
  ///
  /// A process that no longer reads is not an error here: its ending tells.
  func send(bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let events = try wait(for: [(input, Int16(POLLOUT)), (output, Int16(POLLIN))], seconds: Self.patience)
      if events[0] & Int16(POLLOUT | POLLERR) != 0 {
        let written = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
        if written < 0, errno != EAGAIN { return }
        rest = rest.dropFirst(max(0, written))
      }
      if events[1] & Int16(POLLIN) != 0 { _ = readSome() }
    }
  }

  /// Writes bytes without reading, as long as the process takes them; it ends when the process takes no more and is at
  /// rest.
  ///
  /// - Returns: how many it took.
  func flood(with bytes: [UInt8]) throws -> Int {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard (try? wait(for: [(input, Int16(POLLOUT))], seconds: 0.1)) != nil else {
        try waitUntilAtRest()
        if (try? wait(for: [(input, Int16(POLLOUT))], seconds: 0)) == nil { break }
        continue
      }
      let written = rest.withUnsafeBytes { write(input, $0.baseAddress, min($0.count, 65_536)) }
      if written < 0, errno != EAGAIN { break }
      rest = rest.dropFirst(max(0, written))
    }
    return bytes.count - rest.count
  }

  /// Returns when no thread of the process runs, or would if the machine let it: it has done with its input whatever it
  /// can, and waits.
  func waitUntilAtRest() throws {
    let deadline = ContinuousClock.now + .seconds(Self.patience)
    while !isAtRest {
      guard ContinuousClock.now < deadline else { throw Failure.timedOut(errorText) }
      _ = poll(nil, 0, 10)
    }
  }

  /// Whether all threads sleep; one that waits for a disk does not.
  ///
  /// Source: proc_pid_stat(5).
  private var isAtRest: Bool {
    let threads = "/proc/\(identifier)/task"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? []
    return names.allSatisfy { name in
      // The name of the program comes before, in parentheses.
      let fields = (try? String(contentsOfFile: "\(threads)/\(name)/stat", encoding: .utf8))?
        .split(separator: ")").last
      return fields.map { $0.hasPrefix(" S ") } ?? true
    }
  }

  /// Bytes of memory that are in use by the process, now and at most so far (VmRSS and VmHWM of proc(5)).
  func memory() throws -> (now: Int, peak: Int) {
    let text = try String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)
    func value(_ name: String) -> Int {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map {
        $0 * 1_024
      } ?? 0
    }
    return (value("VmRSS:"), value("VmHWM:"))
  }

  /// Ends the child's standard input.
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Ends this side of the child's standard output, as a client that dies does.
  func closeOutput() {
    if output >= 0 { close(output) }
    output = -1
  }

  // MARK: Reading

  /// The next line of standard output without its LF.
  func readLine(within seconds: Double = ChildProcess.patience) throws -> String {
    while true {
      if let end = pending[searched...].firstIndex(of: 10) {
        defer {
          pending.removeSubrange(...end)
          searched = 0
        }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      searched = pending.count
      _ = try wait(for: [(output, Int16(POLLIN))], seconds: seconds)
      guard readSome() else { throw Failure.ended(errorText) }
    }
  }

  /// Reads until a text has come, and gives everything up to its end.
  func read(until text: String) throws -> String {
    while true {
      let come = String(decoding: pending, as: UTF8.self)
      if let range = come.range(of: text) {
        pending.removeFirst(come[..<range.upperBound].utf8.count)
        searched = 0
        return String(come[..<range.upperBound])
      }
      _ = try wait(for: [(output, Int16(POLLIN))], seconds: Self.patience)
      guard readSome() else { throw Failure.ended(errorText + come) }
    }
  }

  /// The next bytes, as many as that.
  func read(count: Int) throws -> [UInt8] {
    while pending.count < count {
      _ = try wait(for: [(output, Int16(POLLIN))], seconds: Self.patience)
      guard readSome() else { throw Failure.ended(errorText) }
    }
    defer {
      pending.removeFirst(count)
      searched = 0
    }
    return Array(pending[..<count])
  }

  /// Everything that is still to come on standard output, as it is.
  func readToEnd() throws -> [UInt8] {
    repeat { _ = try wait(for: [(output, Int16(POLLIN))], seconds: Self.patience) } while readSome()
    defer {
      pending = []
      searched = 0
    }
    return pending
  }

  /// Whether nothing comes on standard output for so long: the way to claim that no reply is sent.
  func isSilent(for seconds: Double) -> Bool {
    guard pending.isEmpty else { return false }
    return (try? wait(for: [(output, Int16(POLLIN))], seconds: seconds)) == nil
  }

  /// What came on standard error so far.
  var errorText: String {
    while true {
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let got = Glibc.read(errors, &chunk, chunk.count)
      guard got > 0 else { return String(decoding: errorBytes, as: UTF8.self) }
      errorBytes += chunk[..<got]
    }
  }

  private var errorBytes: [UInt8] = []

  private func readSome() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let got = Glibc.read(output, &chunk, chunk.count)
    guard got > 0 else { return false }
    pending += chunk[..<got]
    return true
  }

  // MARK: Ending

  /// Waits for the end of the process.
  func wait(within seconds: Double = ChildProcess.patience) throws -> Ending {
    if let ending { return ending }
    _ = try wait(for: [(life, Int16(POLLIN))], seconds: seconds)
    var status: Int32 = 0
    waitpid(identifier, &status, 0)
    let signal = status & 0x7F
    let ending: Ending = signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
    self.ending = ending
    return ending
  }

  func kill(_ signal: Int32) {
    if ending == nil { Glibc.kill(identifier, signal) }
  }

  // MARK: System calls

  private func wait(for events: [(Int32, Int16)], seconds: Double) throws -> [Int16] {
    var polled = events.map { pollfd(fd: $0.0, events: $0.1, revents: 0) }
    var ready: Int32
    repeat {
      ready = poll(&polled, nfds_t(polled.count), Int32(seconds * 1000))
    } while ready < 0 && errno == EINTR
    guard ready > 0 else { throw Failure.timedOut(errorText) }
    return polled.map(\.revents)
  }

  private static let ignoresBrokenPipes: Bool = {
    signal(SIGPIPE, SIG_IGN)
    return true
  }()

  private static let oneAtATime = Mutex(())

  private static func start(
    _ path: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> (pid_t, input: Int32, output: Int32, errors: Int32, life: Int32) {
    let (childInput, input) = try pipe()
    let (output, childOutput) = try pipe()
    let (errors, childErrors) = try pipe()
    let (life, childLife) = try pipe()
    defer { for end in [childInput, childOutput, childErrors, childLife] { close(end) } }
    let identifier = try spawn(
      path, arguments, environment, descriptors: [childInput, childOutput, childErrors, childLife])
    return (identifier, input, output, errors, life)
  }

  /// TIOCSPTLCK and TIOCGPTN, which no Swift module has.
  private static let (setTerminalLock, getTerminalNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)

  /// Source: pty(7), ioctl_tty(2).
  private static func startOnTerminal(
    _ columns: UInt16, _ path: String, _ arguments: [String], _ environment: [String: String]
  ) throws -> (pid_t, input: Int32, output: Int32, errors: Int32, life: Int32) {
    let ours = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (isLocked, number) = (Int32(0), Int32(0))
    guard ours >= 0, ioctl(ours, setTerminalLock, &isLocked) == 0,
      ioctl(ours, getTerminalNumber, &number) == 0
    else { throw Failure.notStarted(errno: errno) }
    let theirs = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard theirs >= 0 else { throw Failure.notStarted(errno: errno) }
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(theirs, UInt(TIOCSWINSZ), &size)
    let (errors, childErrors) = try pipe()
    let (life, childLife) = try pipe()
    defer { for end in [theirs, childErrors, childLife] { close(end) } }
    let identifier = try spawn(
      path, arguments, environment, descriptors: [theirs, theirs, theirs, childLife])
    return (identifier, fcntl(ours, F_DUPFD_CLOEXEC, 10), ours, errors, life)
  }

  private static func pipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw Failure.notStarted(errno: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// The child gets the descriptors as 0, 1, 2 and 3, the default actions of all signals and a process group of its own.
  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], descriptors: [Int32]
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var identifier: pid_t = 0
    let failure = withCStrings([path] + arguments) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawnp(&identifier, path, &actions, &attributes, arguments, environment)
      }
    }
    guard failure == 0 else { throw Failure.notStarted(errno: failure) }
    return identifier
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }
}
