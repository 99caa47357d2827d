/// Takes the beginning of a text whose end is not written yet.
package protocol JSONSink: AnyObject {
  /// Takes the next bytes.
  func take(_ bytes: [UInt8])
}
