import PredicateLanguage

extension ManagedObject {
  /// The value of a Transformable attribute, by the transformer that the attribute names.
  ///
  /// - Returns: nil for no value, and for bytes that the transformer does not read; `value(forKey:)` gives
  ///   those.
  /// - Throws: as `value(forKey:)`; `StoreError.transformer` if the attribute names none that is known and
  ///   makes values of this type.
  public func transformedValue<Value: Sendable>(
    forKey key: String, as type: Value.Type = Value.self
  ) throws(StoreError) -> Value? {
    let transformer = try transformer(forKey: key, of: type)
    guard case .data(let bytes) = try value(forKey: key) else { return nil }
    return transformer.reverseTransformedValue(bytes)
  }

  /// Changes a Transformable attribute; nil takes its value away.
  ///
  /// - Throws: as `setValue(_:forKey:)`; `StoreError.transformer` also for a value that the transformer
  ///   refuses.
  public func setTransformedValue<Value: Sendable>(_ value: Value?, forKey key: String) throws(StoreError) {
    let transformer = try transformer(forKey: key, of: Value.self)
    guard let value else { return try setValue(.null, forKey: key) }
    guard let bytes = transformer.transformedValue(value) else {
      throw .transformer(property: key, reason: "its transformer refuses the value")
    }
    try setValue(.data(bytes), forKey: key)
  }

  private func transformer<Value: Sendable>(
    forKey key: String, of type: Value.Type
  ) throws(StoreError) -> any ValueTransformer<Value> {
    guard case .attribute(let attribute) = entity.property(named: key) else {
      throw .unknownProperty(entity: entity.name, property: key)
    }
    guard let name = attribute.valueTransformerName else {
      throw .transformer(property: key, reason: "it names no transformer")
    }
    guard let known = ValueTransformers.transformer(forName: name) else {
      throw .transformer(property: key, reason: "no transformer is named \(name)")
    }
    guard let transformer = known as? any ValueTransformer<Value> else {
      throw .transformer(property: key, reason: "\(name) makes no values of type \(type)")
    }
    return transformer
  }
}
