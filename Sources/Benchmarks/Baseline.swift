// The only file that touches C pointers: every function here gives the work of CBaseline a safe face.
import CBaseline

/// Request lines for a server, made once and sent often.
@safe final class Requests {
  fileprivate let text: UnsafeMutablePointer<baseline_text>

  private init(_ text: UnsafeMutablePointer<baseline_text>) { unsafe self.text = text }

  deinit { unsafe baseline_requests_free(text) }

  /// Number of lines.
  var count: Int { unsafe text.pointee.lines }

  /// One `task.add` line with `count` made-up rows from `first` on, saved.
  static func addAll(first: Int, count: Int) -> Requests {
    unsafe Requests(baseline_requests_add_all(Int64(first), Int64(count)))
  }

  /// `count` lines that each add and save one row.
  static func addEach(first: Int, count: Int) -> Requests {
    unsafe Requests(baseline_requests_add_each(Int64(first), Int64(count)))
  }

  /// `count` `task.get` lines spread over a store of `rows` rows.
  static func get(count: Int, rows: Int) -> Requests {
    unsafe Requests(baseline_requests_get(Int64(count), Int64(rows)))
  }

  /// `count` times one request; `params` is a JSON text.
  static func repeated(_ count: Int, _ method: String, _ params: String) -> Requests {
    unsafe Requests(baseline_requests_repeat(Int64(count), method, params))
  }
}

/// A running server with pipes to its input and from its output; ended with this object at the latest.
@safe final class Child {
  let name: String
  private var child: OpaquePointer?

  /// Starts `command` (path and arguments).
  init(name: String, command: [String]) throws(BenchmarkError) {
    self.name = name
    guard let child = unsafe baseline_child_start(command.joined(separator: "\n")) else {
      throw .missing(command.first ?? "")
    }
    unsafe self.child = child
  }

  deinit { _ = finish() }

  /// Closes the input and waits; returns the exit code, 128 + the signal, or 0 when it had ended before.
  @discardableResult func finish() -> Int {
    guard let running = unsafe child else { return 0 }
    unsafe child = nil
    return unsafe Int(baseline_child_finish(running))
  }

  /// Sends one line and reads its reply; nanoseconds.
  ///
  /// - Parameter piece: bytes of one write at most.
  func exchange(
    _ requests: Requests, line: Int = 0, inWritesOf piece: Int = .max
  ) throws(BenchmarkError) -> Double {
    let time = unsafe baseline_child_exchange_pieces(child, requests.text, line, piece)
    let reply = head
    guard time >= 0, !reply.contains(",\"error\":") else { throw .failed(contestant: name, what: reply) }
    return Double(time)
  }

  /// Sends one line, cancels it `delay` nanoseconds later and reads its reply; nanoseconds from the cancel
  /// on.
  func cancel(_ requests: Requests, after delay: Double) throws(BenchmarkError) -> Double {
    let time = unsafe baseline_child_cancel(child, requests.text, Int64(delay))
    let reply = head
    guard time >= 0, reply.contains(",\"error\":{\"code\":-32800") else {
      throw .failed(contestant: name, what: reply)
    }
    return Double(time)
  }

  /// The first bytes of the last reply.
  var head: String {
    var length = 0
    guard let bytes = unsafe baseline_child_reply(child, &length) else { return "no reply" }
    let raw = unsafe UnsafeRawBufferPointer(start: bytes, count: min(length, 400))
    return unsafe String(decoding: raw, as: UTF8.self)
  }

  /// Length of the last reply in bytes.
  var replyLength: Int {
    var length = 0
    _ = unsafe baseline_child_reply(child, &length)
    return length
  }

  /// Sends every line after the reply to the one before; nanoseconds each.
  func oneByOne(_ requests: Requests, count: Int) throws(BenchmarkError) -> [Double] {
    _ = try exchange(requests)
    var samples = [Int64](repeating: 0, count: count)
    guard unsafe baseline_child_one_by_one(child, requests.text, &samples, count) == 0 else {
      throw .failed(contestant: name, what: head)
    }
    return samples.map(Double.init)
  }

  /// Sends all lines with `depth` of them unanswered; replies a second.
  func pipelined(_ requests: Requests, depth: Int) throws(BenchmarkError) -> Double {
    let time = unsafe baseline_child_pipelined(child, requests.text, depth)
    guard time > 0 else { throw .failed(contestant: name, what: "it ended while requests were waiting") }
    return Double(requests.count) * 1e9 / Double(time)
  }

  /// Resident and peak memory in KiB.
  func memory() throws(BenchmarkError) -> (resident: Double, peak: Double) {
    var resident: Int64 = 0
    var peak: Int64 = 0
    guard unsafe baseline_child_memory(child, &resident, &peak) == 0 else {
      throw .failed(contestant: name, what: "/proc does not tell its memory")
    }
    return (Double(resident), Double(peak))
  }

  /// From before the process is made to its end, its output read and dropped; nanoseconds.
  static func run(_ name: String, command: [String]) throws(BenchmarkError) -> Double {
    let began = Machine.now
    let code = try Child(name: name, command: command).finish()
    guard code == 0 else { throw .failed(contestant: name, what: "exit code \(code)") }
    return Double(Machine.now - began)
  }

  /// From before the process is made to its first line of output; nanoseconds.
  static func firstLine(_ name: String, command: [String], input: String) throws(BenchmarkError) -> Double {
    let time = unsafe baseline_first_line(command.joined(separator: "\n"), input)
    guard time >= 0 else { throw .failed(contestant: name, what: "no line, or an exit code other than 0") }
    return Double(time)
  }
}

/// A store written and read by C alone.
@safe final class RawStore {
  private let store: OpaquePointer

  /// Opens or makes it in WAL mode; `full` asks for `synchronous=FULL`, else NORMAL.
  init(path: String, full: Bool = true) throws(BenchmarkError) {
    guard let store = unsafe baseline_store_open(path, full ? 1 : 0) else {
      throw .failed(contestant: "C", what: "cannot open \(path)")
    }
    unsafe self.store = store
  }

  deinit { unsafe baseline_store_close(store) }

  /// Inserts rows in one transaction; nanoseconds.
  func insert(first: Int, count: Int) throws(BenchmarkError) -> Double {
    try Self.checked(unsafe baseline_store_insert(store, Int64(first), Int64(count)))
  }

  /// Inserts every row in a transaction of its own; nanoseconds each.
  func insertEach(first: Int, count: Int) throws(BenchmarkError) -> [Double] {
    var samples = [Int64](repeating: 0, count: count)
    _ = try Self.checked(Int64(unsafe baseline_store_insert_each(store, Int64(first), &samples, count)))
    return samples.map(Double.init)
  }

  /// Looks `count` rows up by uuid in a store of `rows` rows; nanoseconds each.
  func getEach(rows: Int, count: Int) throws(BenchmarkError) -> [Double] {
    var samples = [Int64](repeating: 0, count: count)
    _ = try Self.checked(Int64(unsafe baseline_store_get_each(store, Int64(rows), &samples, count)))
    return samples.map(Double.init)
  }

  /// Steps through a fetch and touches every column; nanoseconds.
  func step(_ fetch: FetchKind) throws(BenchmarkError) -> Double {
    var found: Int64 = 0
    let time = try Self.checked(unsafe baseline_store_step(store, fetch.statement, &found))
    guard found == 10_000 else { throw .failed(contestant: "C", what: "\(found) rows instead of 10000") }
    return time
  }

  /// Counts the rows whose description contains a word, reading all of them; nanoseconds and the count.
  func contains(_ word: String, ignoringCase: Bool) throws(BenchmarkError) -> (time: Double, count: Int) {
    var found: Int64 = 0
    let how = ignoringCase ? baseline_contains_like : baseline_contains_instr
    let time = try Self.checked(unsafe baseline_store_contains(store, how, word, &found))
    return (time, Int(found))
  }

  private static func checked(_ time: Int64) throws(BenchmarkError) -> Double {
    guard time >= 0 else { throw .failed(contestant: "C", what: "SQLite refused") }
    return Double(time)
  }
}

/// Orders of customers and products, written by C alone.
@safe final class RawOrders {
  private let orders: OpaquePointer

  /// Makes a store that does not exist yet, with customers and products and no order.
  init(path: String, customers: Int, products: Int) throws(BenchmarkError) {
    guard let orders = unsafe baseline_orders_open(path, Int64(customers), Int64(products)) else {
      throw .failed(contestant: "C", what: "cannot make \(path)")
    }
    unsafe self.orders = orders
  }

  deinit { unsafe baseline_orders_close(orders) }

  /// Inserts orders, raising the version of every customer and product, in one transaction; nanoseconds.
  func insert(count: Int) throws(BenchmarkError) -> Double {
    let time = unsafe baseline_orders_insert(orders, Int64(count))
    guard time >= 0 else { throw .failed(contestant: "C", what: "SQLite refused") }
    return Double(time)
  }

  /// To which of `count` customers or products an order belongs, 0 for the first.
  static func owner(ofOrder index: Int, among count: Int) -> Int {
    Int(baseline_order_owner(Int64(index), Int64(count)))
  }
}

extension FetchKind {
  fileprivate var statement: baseline_fetch {
    switch self {
    case .limit: baseline_fetch_limit
    case .category: baseline_fetch_category
    }
  }
}

extension TaskRow {
  /// The made-up row with this index: the same that C inserts.
  init(index: Int) {
    var row = baseline_row()
    unsafe baseline_row_make(Int64(index), &row)
    category = Int64(row.category)
    isFinished = row.finished != 0
    isNotificationEnabled = row.notification != 0
    date = row.date
    description = unsafe withUnsafeBytes(of: row.description) { unsafe Self.text($0) }
    uuid = unsafe withUnsafeBytes(of: row.uuid) { unsafe Self.text($0) }
  }

  private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }
}

/// What this process asks of the system.
enum Machine {
  /// Nanoseconds of the monotonic clock.
  static var now: Int64 { baseline_now() }

  /// Puts this process and the children it starts from now on onto one processor, or lets them go again.
  static func pin(_ isPinned: Bool) { baseline_pin(isPinned ? 0 : -1) }

  /// Writes a line to standard error, so that `--json` leaves standard output to machines.
  static func say(_ line: String) { unsafe baseline_say(line) }

  /// Ends this process unless it is called again within `seconds`: a server that hangs must not hang the run.
  static func setDeadline(seconds: Int) { baseline_deadline(UInt32(seconds)) }
}
