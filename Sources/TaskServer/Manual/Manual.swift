package import JSONRPC

/// All that the server says about itself: tables and examples from the methods, a few chapters of words.
package enum Manual {
  /// What protocol.md, clients/openrpc.json and `rpc.discover` are made from.
  package static var description: ServiceDescription {
    ServiceDescription(
      title: "objwire", version: Server.protocolVersion,
      summary: """
        Tasks in an object graph with contexts, predicates and an SQLite store: JSON-RPC 2.0 on standard input and output. \
        \(Server.protocolVersion) is the version of the protocol; the program has its own.
        """,
      license: "MIT", methods: MethodTable(AllMethods.list).entries.map(\.description),
      notifications: notifications, errors: ErrorKind.standard + ErrorKind.ofTaskServer, sections: sections,
      errorNotes: ManualText.errorNotes, methodNotes: FamilyTable.markdown,
      appendices: [.init(title: "Seeing inside", text: ManualText.seeingInside)])
  }

  /// The names of all methods that have a reply.
  package static var methodNames: [String] {
    MethodTable(AllMethods.list).entries.map(\.description).filter { !$0.isNotification }.map(\.name)
  }

  /// The names of the notifications that the server sends.
  static var notificationNames: [String] { notifications.map(\.name) }

  private static var notifications: [NotificationDescription] {
    [
      NotificationDescription(
        "context.didSave",
        "A save of this process, after the reply to it; for clients that asked at `initialize`.",
        params: WireSavedChanges.schema,
        example: #"""
          {"context": "view", "inserted": [{"$objectID": "x-coredata://\#(ObjectSample.store)/Task/p1", \#
          "$entity": "Task", "uuid": "0E4A1C62-4D52-4B7E-9E43-0C6E5E9D2A01"}], "updated": [], "deleted": []}
          """#),
      NotificationDescription(
        "store.didChange", "A save of another process; for clients that asked at `initialize`.",
        params: WireChanges.schema, example: #"{"inserted": [], "updated": [], "deleted": []}"#),
      NotificationDescription(
        "$/logTrace",
        """
        A message of the client's arrived, or was answered; for clients that asked with `$/setTrace` or \
        `initialize.trace`. None comes inside of another message, or is made after `shutdown`.
        """,
        params: WireTrace.schema,
        example: #"{"message": "Answered request task.add (id 7): queued 12 µs, ran 180 µs."}"#),
      NotificationDescription(
        ProgressToken.notification,
        "Word of a request that runs, to a client that gave it a `workDoneToken` or a `partialResultToken`.",
        params: WireProgress.schema,
        example:
          #"{"token": 7, "value": {"kind": "report", "message": "1024 of 5000 objects saved", "percentage": 60}}"#
      ),
    ]
  }

  private static var sections: [ServiceDescription.Section] {
    [
      .init(title: "Start here", text: ManualText.start),
      .init(title: "The conversation", text: ManualText.conversation),
      .init(title: "Framing and JSON", text: ManualText.framing),
      .init(title: "Objects and contexts", text: ManualText.contexts),
      .init(title: "Values", text: ManualText.values),
      .init(title: "Predicates", text: ManualText.predicates),
      .init(title: "Relationships", text: ManualText.relationships),
      .init(title: "Pages and groups", text: ManualText.pages),
      .init(title: "Progress, partial results, cancelling", text: ManualText.progress),
      .init(title: "The end", text: ManualText.ending + exitCodes),
      .init(title: "Limits", text: limits + ManualText.limitNotes),
    ]
  }

  private static var limits: String {
    MarkdownTable(header: ["limit", "default", "what it bounds", "beyond it"])
      .adding(ServerLimit.all.map { ["`\($0.name)`", String($0.value), $0.meaning, $0.consequence.words] })
      .text
  }

  private static var exitCodes: String {
    MarkdownTable(header: ["exit code", "when"])
      .adding(ExitCode.allCases.map { [String($0.rawValue), $0.meaning] }).text
  }
}
