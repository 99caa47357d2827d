package import JSON

/// Why params do not have the shape a method declares, and where.
package struct WireError: Error, Sendable {
  /// What is wrong at the place.
  package enum Reason: Sendable {
    /// The value has another type, or is outside the set of allowed ones; `expected` as in "an integer".
    case expected(String)
    /// A member that must be there is missing.
    case missing(String)
    /// A member is not known; `nearest` is the known name it is most like.
    case unknown(String, nearest: String?)
    /// A member is named a second time.
    case duplicate
    /// The bytes are no JSON; cannot happen with params of a scanned message.
    case malformed(JSONError)
  }

  /// What is wrong at the place.
  package var reason: Reason

  /// Names and indexes from the outermost value to the faulty one.
  package private(set) var path: [String] = []

  package init(_ reason: Reason) {
    self.reason = reason
  }

  /// A value of another type was expected: "an integer", `"red" or "blue"`.
  package static func expected(_ description: String) -> WireError {
    WireError(.expected(description))
  }

  /// A key that its object has already, at the end of `path`.
  package static func duplicate(at path: [String]) -> WireError {
    var error = WireError(.duplicate)
    error.path = path
    return error
  }

  /// The same fault seen from one level further out.
  package func inside(_ component: String) -> WireError {
    var outer = self
    outer.path.insert(component, at: 0)
    return outer
  }

  /// The place as a JSON Pointer (RFC 6901) below `root`.
  package func pointer(root: String = "/params") -> String {
    path.reduce(root) { $0 + "/" + Self.escaped($1) }
  }

  private static func escaped(_ component: String) -> String {
    component.replacing("~", with: "~0").replacing("/", with: "~1")
  }
}

extension WireError {
  /// A sentence for people.
  package var message: String {
    switch reason {
    case .expected(let description): "\(pointer()) must be \(description)."
    case .missing(let name): "\(pointer()) must have a member \"\(name)\"."
    case .unknown(_, let nearest?): "\(pointer()) is not known. Did you mean \"\(nearest)\"?"
    case .unknown: "\(pointer()) is not known."
    case .duplicate: "\(pointer()) is a duplicate key: a member may be named once."
    case .malformed(let error): "\(pointer()) is not valid JSON: \(error)."
    }
  }
}
