import JSONRPC
import Testing
import TestSupport

/// A `Content-Length` that is wrong costs the one message that it announces.
@Suite struct WrongLengthTests {
  static let bodies = [
    #"{"jsonrpc": "2.0", "id": 7, "method": "server.ping", "params": {"s": "note: x"}}"#,
    #"{"s":"Content-Length: 52"}"#,
    #"{"s":"Content-Length: 52","t":{"u":["Content-Type: a/b; charset=x"]}}"#,
    #"{"s":"a \"quoted: b\" \\","t":"c: d\\\"e: f"}"#,
    #"{"a: b":1,"Content-Length:2":["}Content-Length: 3"]}"#,
    "{\n  \"s\": \"note: x\",\n\n  \"Content-Length: 5\": [\n    1\n  ]\n}",
    "[\r\n{\"s\":\"a: b\"},\r\n\r\n{\"charset: c\":\"]C\"}\r\n]\r\n",
    "{\"long: one\":\"\(String(repeating: "x: y ", count: 40))\"}",
  ]
  static let heads = [
    "Content-Length: 7\r\n\r\n", "content-length:7\n\n",
    "Content-Type: application/vscode-jsonrpc; charset=\"utf-8\"\r\nContent-Length: 7\r\n\r\n",
    "X-Any: 1\r\nContent-Length: 7\r\nContent-Type: a/b\r\n\r\n",
  ]

  @Test(arguments: bodies, ["", "\n", "\r\n\r\n"])
  func `whatever the message holds`(_ body: String, _ between: String) {
    for head in Self.heads {
      let next = between + head + "{\"b\":2}" + head + "{\"c\":3}"
      for length in 0..<body.utf8.count + next.utf8.count {
        // A length that happens to be the right one of more text is none of ours.
        let stream = Array("Content-Length: \(length)\r\n\r\n\(body)\(next)".utf8)
        let found = HeaderFramerTests.frame([stream], maximum: 1000)
        #expect(
          Array(found.suffix(2)) == ["{\"b\":2}", "{\"c\":3}"], "length \(length), \(head.debugDescription)")
        #expect(found == HeaderFramerTests.frame(stream.map { [$0] }, maximum: 1000), "length \(length)")
      }
    }
  }

  /// Numbers and words are no messages, but their rest must not cost one either.
  @Test(arguments: [("true", 3), ("12", 1), ("null", 0), ("\"a: b\"", 2)])
  func `a rest that a header follows at once`(_ body: String, _ length: Int) {
    let stream = "Content-Length: \(length)\r\n\r\n\(body)\(HeaderFramerTests.good)"
    #expect(HeaderFramerTests.frame([Array(stream.utf8)]).last == "{\"b\":2}")
  }

  @Test func `line ends without a line feed cost one message`() {
    let stream = "Content-Length: 7\r\r{\"a\":1}" + HeaderFramerTests.good
    let stray = "strayBytes(beginWithByteOrderMark: false)"
    #expect(HeaderFramerTests.frame([Array(stream.utf8)]) == [stray, "{\"b\":2}"])
  }

  @Test(arguments: [8_100, 8_191, 8_192, 8_193, 8_200, 20_000])
  func `a rest that is longer than any header costs nothing more`(_ count: Int) {
    for start in ["{\"s\":\"", "{\"s\":\"note: "] {
      let body = start + String(repeating: "x", count: count) + "\"}"
      for length in [2, 6, 7, 20] {
        let stream = Array("Content-Length: \(length)\r\n\r\n\(body)\(HeaderFramerTests.good)".utf8)
        let found = HeaderFramerTests.frame([stream])
        #expect(found.count == 3 && found.last == "{\"b\":2}", "\(start), length \(length)")
        #expect(found == HeaderFramerTests.frame(stream.map { [$0] }))
      }
    }
  }

  @Test func `other headers may have quotes, and names that end like ours`() {
    let good = HeaderFramerTests.good
    for header in ["X-Size: 5\" disk", "X-Content-Length: 3", "X-Note: \"a: b\" c"] {
      #expect(
        HeaderFramerTests.frame([Array("\(header)\r\n\(good)\(good)".utf8)]) == ["{\"b\":2}", "{\"b\":2}"])
    }
    let odd = "Content-Length: 2\"\r\n\r\n{}"
    #expect(HeaderFramerTests.frame([Array((odd + good).utf8)]) == [#"lengthInvalid("2\"")"#, "{\"b\":2}"])
  }
}
