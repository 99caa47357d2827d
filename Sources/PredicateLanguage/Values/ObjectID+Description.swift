/// Printed as Core Data prints it.
extension ObjectID: CustomStringConvertible {
  /// The same as `uri`.
  public var description: String { uri }
}
