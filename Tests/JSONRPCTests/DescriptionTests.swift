import JSON
import JSONRPC
import Testing

@Suite struct DescriptionTests {
  let service = ServiceDescription(
    title: "echo", version: "1.0", summary: "A service for tests.", license: "MIT",
    methods: MethodTable<Int>([Ping.self, Count.self, Stop.self]).entries.map(\.description),
    notifications: [
      NotificationDescription(
        "didCount", "Somebody counted.",
        params: .object([.init("upTo", JSONSchema.integer.described("How far."), isRequired: true)]),
        example: #"{"upTo":2}"#)
    ],
    errors: [.parse],
    sections: [.init(title: "Limits", text: "None.")], errorNotes: "About errors.\n\n",
    methodNotes: "About methods.\n\n", appendices: [.init(title: "Annex", text: "More.")])

  @Test func `the OpenRPC document lists what the table holds`() throws {
    let document = service.openRPC
    #expect(document["openrpc"] == "1.4.0")
    #expect(
      document["methods"]?.array?[1].text
        == #"{"name":"number.count","summary":"Counts.","paramStructure":"by-name","params":["#
        + #"{"name":"upTo","description":"The last number, 1 to 10.","required":true,"#
        + #""schema":{"type":"integer"}},"#
        + #"{"name":"tag","description":"Comes back.","required":false,"schema":{"type":"string"}},"#
        + #"{"name":"order","description":"The direction.","required":false,"#
        + #""schema":{"type":"string","enum":["up","down"],"default":"up"}}],"#
        + #""result":{"name":"result","schema":{"type":"object","properties":{"numbers":{"type":"array","#
        + #""items":{"type":"integer"},"description":"From 1."},"#
        + #""tag":{"type":"string","description":"As it came."}},"required":["numbers"],"#
        + #""additionalProperties":false}},"#
        + #""errors":[{"code":-32600,"message":"Something is larger than the server takes. The code is −32602 where it is a value in params.","#
        + #""data":{"kind":"limit.exceeded"}}],"#
        + #""examples":[{"name":"number.count","params":[{"name":"upTo","value":2}],"#
        + #""result":{"name":"result","value":{"numbers":[1,2]}}}],"x-effect":"read"}"#)
    #expect(document["methods"]?.array?[0]["x-openParams"] == true)
    #expect(document["methods"]?.array?[2]["result"] == nil)
  }

  @Test func `the manual prints every part`() {
    let lines = service.markdown.split(separator: "\n").map(String.init)
    let expected = [
      "# echo 1.0", "A service for tests.", "- [Limits](#limits)", "- [Errors](#errors)",
      "- [Methods](#methods)", "- [Notifications to the client](#notifications-to-the-client)",
      "- [Annex](#annex)", "## Limits", "None.", "## Errors", "About errors.",
      "| `parse` | -32700 | The message is not valid JSON; nothing of it was executed. | `offset` |",
      "## Methods", "About methods.",
      "| [`server.ping`](#serverping) | control | Gives its params back. |",
      "Result: object.", "### `number.count`", "Effect: read.",
      "| `upTo` | integer | required | The last number, 1 to 10. |",
      "| `tag` | string | optional | Comes back. |",
      "| `order` | `\"up\"`, `\"down\"` | default `\"up\"` | The direction. |",
      "Result: object.", "| `numbers` | array of integer | From 1. |", "Errors: `limit.exceeded`.",
      #"{"jsonrpc":"2.0","id":1,"method":"number.count","params":{"upTo":2}}"#,
      #"{"jsonrpc":"2.0","id":1,"result":{"numbers":[1,2]}}"#,
      "### `stop`", "A notification.", "No params.",
      #"{"jsonrpc":"2.0","method":"stop"}"#,
      "## Notifications to the client", "### `didCount`", "| `upTo` | integer | How far. |",
      #"{"jsonrpc":"2.0","method":"didCount","params":{"upTo":2}}"#,
      "## Annex", "More.",
    ]
    #expect(lines.filter(expected.contains) == expected)
  }

  /// The lines of a manual of methods alone.
  private func lines(_ methods: [any StreamingMethod<Int>.Type]) -> [String] {
    ServiceDescription(
      title: "birds", version: "1.0", summary: "For tests.", license: "MIT",
      methods: MethodTable<Int>(methods).entries.map(\.description)
    ).markdown.split(separator: "\n").map(String.init)
  }

  @Test func `methods that share a chapter have one table, one index entry and an example each`() {
    let expected = [
      "| [`lark.find`](#larkfind), [`bird.find`](#birdfind) | read | Finds a bird. |",
      #"<a id="larkfind"></a><a id="birdfind"></a>"#,
      "### `lark.find`, `bird.find`", "Finds a bird. It may fly.",
      "| `all` | boolean | optional | Every bird. |",
      "| `song` | string | required | Only `lark.find`. What the lark sings. |",
      "| `kind` | string | required | Only `bird.find`. What it is. |",
      "| `limit` | integer | optional | Most to find. |",
      "Result: [Bird](#bird).", "Errors: `parse` (only `bird.find`), `limit.exceeded`.",
      #"{"jsonrpc":"2.0","id":1,"method":"lark.find","params":{"song":"la"}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"bird.find","params":{"kind":"owl"}}"#,
      "## Shapes", "### Bird", "| `name` | string | Its name. |",
    ]
    let found = lines([FindLark.self, FindBird.self])
    #expect(found.filter(expected.contains) == expected)
  }

  @Test func `methods that share a chapter are whole in the OpenRPC document`() {
    let service = ServiceDescription(
      title: "birds", version: "1.0", summary: "For tests.", license: "MIT",
      methods: MethodTable<Int>([FindLark.self, FindBird.self]).entries.map(\.description))
    let names = service.openRPC["methods"]?.array?.map { method in
      (method["params"]?.array ?? []).compactMap { $0["name"]?.string }
    }
    #expect(names == [["all", "song", "limit"], ["all", "kind", "limit"]])
  }

  @Test(arguments: [
    ("Framing and JSON", "framing-and-json"), ("`task.add`", "taskadd"), ("$/cancelRequest", "cancelrequest"),
    ("Progress, partial results", "progress-partial-results"), ("`a.b`, `c.d`", "ab-cd"),
  ])
  func `a heading has the anchor that renderers make of it`(_ heading: String, _ anchor: String) {
    #expect(MarkdownLink.anchor(heading) == anchor)
  }

  @Test func `both documents are the same every time`() {
    #expect(service.openRPC.text == service.openRPC.text)
    #expect(service.markdown == service.markdown)
  }

  @Test func `every example is what the service answers`() throws {
    for method in service.methods {
      let params = method.example.params.map { ",\"params\":\($0)" } ?? ""
      let id = method.isNotification ? "" : ",\"id\":1"
      let output = EchoService().converse(#"{"jsonrpc":"2.0"\#(id),"method":"\#(method.name)"\#(params)}"#)
      guard let result = method.example.result else {
        #expect(output == [])
        continue
      }
      #expect(output == [#"{"jsonrpc":"2.0","id":1,"result":\#(result)}"#])
    }
  }
}
