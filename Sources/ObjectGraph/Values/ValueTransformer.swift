import Synchronization

/// Turns values of one type into the bytes that a Transformable attribute stores, and back.
///
/// ```swift
/// struct ColorTransformer: ValueTransformer {
///   func transformedValue(_ color: Color) -> [UInt8]? { [color.red, color.green, color.blue] }
///   func reverseTransformedValue(_ bytes: [UInt8]) -> Color? {
///     bytes.count == 3 ? Color(red: bytes[0], green: bytes[1], blue: bytes[2]) : nil
///   }
/// }
/// ValueTransformers.set(ColorTransformer(), forName: "color")
/// AttributeDescription("color", .transformable, valueTransformerName: "color")
/// ```
public protocol ValueTransformer<Value>: Sendable {
  /// What a program works with.
  associatedtype Value: Sendable

  /// The bytes to store; nil if the value cannot be stored.
  func transformedValue(_ value: Value) -> [UInt8]?

  /// The value of stored bytes; nil for bytes that this transformer did not write, which are then left as
  /// they are.
  func reverseTransformedValue(_ bytes: [UInt8]) -> Value?
}

/// The transformers of this process, by name; any thread may use them.
public enum ValueTransformers {
  private static let registered = Mutex<[String: any ValueTransformer]>([:])

  /// Makes a transformer known; one of the same name is replaced, nil takes it away.
  public static func set(_ transformer: (any ValueTransformer)?, forName name: String) {
    registered.withLock { $0[name] = transformer }
  }

  /// The transformer of that name; nil if none was made known.
  public static func transformer(forName name: String) -> (any ValueTransformer)? {
    registered.withLock { $0[name] }
  }

  /// Every name, in byte order.
  public static var names: [String] {
    registered.withLock { $0.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }
}
