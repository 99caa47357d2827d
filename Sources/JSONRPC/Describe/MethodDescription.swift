import JSON

/// What there is to say about one method.
package struct MethodDescription: Sendable {
  /// The name on the wire.
  package let name: String
  /// What it does; Markdown.
  package let summary: String
  /// What the chapter that it shares with others is called; nil for one of its own.
  package let chapter: String?
  /// What it does to the world.
  package let effect: Effect
  /// Whether it has no reply.
  package let isNotification: Bool
  /// The schema of its params.
  package let params: JSONSchema
  /// The schema of its result.
  package let result: JSONSchema
  /// The kinds of errors it may give beside those every method may.
  package let errors: [ErrorKind]
  /// A call that is run by a test.
  package let example: MethodExample

  package init<M: StreamingMethod>(_ method: M.Type) {
    name = method.name
    summary = method.summary
    chapter = method.chapter
    effect = method.effect
    isNotification = method.isNotification
    let token = ProgressToken.schema.described("Asks for `$/progress` while it runs.")
    params =
      M.reportsProgress
      ? M.Params.schema.adding(ProgressToken.workDoneMember, token) : M.Params.schema
    result = M.Output.schema
    errors = method.errors
    example = method.example
  }
}

/// What there is to say about one notification to the client.
package struct NotificationDescription: Sendable {
  /// The name on the wire.
  package let name: String
  /// When it is sent; Markdown.
  package let summary: String
  /// The schema of its params.
  package let params: JSONSchema

  /// The params of a sample, JSON.
  package let example: String

  package init(_ name: String, _ summary: String, params: JSONSchema, example: String) {
    self.name = name
    self.summary = summary
    self.params = params
    self.example = example
  }
}

/// All that a server says about itself, in the order it is printed.
package struct ServiceDescription: Sendable {
  /// A chapter of the manual that no table holds.
  package struct Section: Sendable {
    /// A second-level heading.
    package let title: String

    /// Markdown below a second-level heading.
    package let text: String

    package init(title: String, text: String) {
      self.title = title
      self.text = text
    }
  }

  /// The name of the service.
  package var title: String
  /// The version of the interface, not of the program.
  package var version: String

  /// What the service is, in a few sentences; Markdown.
  package var summary: String

  /// An SPDX name, "MIT".
  package var license: String

  /// Every method, in the order of the manual.
  package var methods: [MethodDescription]
  /// What the service says without being asked.
  package var notifications: [NotificationDescription]

  /// Every kind of error there is, JSON-RPC's included.
  package var errors: [ErrorKind]

  /// Printed before everything else.
  package var sections: [Section]

  /// Printed above the table of errors; Markdown.
  package var errorNotes: String
  /// Printed above the table of methods; Markdown.
  package var methodNotes: String
  /// Printed behind everything else.
  package var appendices: [Section]

  package init(
    title: String, version: String, summary: String, license: String, methods: [MethodDescription],
    notifications: [NotificationDescription] = [], errors: [ErrorKind] = ErrorKind.standard,
    sections: [Section] = [], errorNotes: String = "", methodNotes: String = "", appendices: [Section] = []
  ) {
    self.title = title
    self.version = version
    self.summary = summary
    self.license = license
    self.methods = methods
    self.notifications = notifications
    self.errors = errors
    self.sections = sections
    self.errorNotes = errorNotes
    self.methodNotes = methodNotes
    self.appendices = appendices
  }
}

extension MethodExample {
  /// The params and the result as values; an example that is no JSON is a mistake of ours.
  var values: (params: JSONValue?, result: JSONValue?) {
    (params.map(Self.parse), result.map(Self.parse))
  }

  static func parse(_ json: String) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: json)
    } catch {
      preconditionFailure("the example \(json) is not JSON: \(error)")
    }
  }
}
