package import JSON

extension ServiceDescription {
  /// The service as an OpenRPC document (spec.open-rpc.org, 1.4); the same bytes for the same table.
  ///
  /// Beyond OpenRPC: `x-effect` of each method, `x-openParams` where params may have members that are not
  /// listed, `x-notifications` to the client and `x-errorKinds`, the table behind `error.data.kind`.
  package var openRPC: JSONValue {
    [
      "openrpc": "1.4.0",
      "info": [
        "title": .string(title), "version": .string(version), "description": .string(summary),
        "license": ["name": .string(license)],
      ],
      "methods": .array(methods.map(\.openRPC)),
      "x-notifications": .array(notifications.map(\.openRPC)),
      "x-errorKinds": .array(errors.map(\.openRPC)),
    ]
  }
}

extension MethodDescription {
  fileprivate var openRPC: JSONValue {
    var method: JSONObject = [
      "name": .string(name), "summary": .string(summary), "paramStructure": "by-name",
      "params": .array(contentDescriptors),
    ]
    if !isNotification { method["result"] = ["name": "result", "schema": result.value] }
    if !errors.isEmpty { method["errors"] = .array(errors.map(\.errorObject)) }
    method["examples"] = [examplePairing]
    method["x-effect"] = .string(effect.rawValue)
    if params.isOpen { method["x-openParams"] = true }
    return .object(method)
  }

  private var contentDescriptors: [JSONValue] {
    params.listedProperties.map { property in
      var schema = property.schema
      let description = schema.keywords["description"]
      schema.keywords["description"] = nil
      var descriptor: JSONObject = ["name": .string(property.name)]
      descriptor["description"] = description
      descriptor["required"] = .bool(property.isRequired)
      descriptor["schema"] = schema.value
      return .object(descriptor)
    }
  }

  private var examplePairing: JSONValue {
    let values = example.values
    let params = (values.params?.object?.members ?? []).map { member -> JSONValue in
      ["name": .string(member.key), "value": member.value]
    }
    var pairing: JSONObject = ["name": .string(name), "params": .array(params)]
    if !isNotification, let result = values.result {
      pairing["result"] = ["name": "result", "value": result]
    }
    return .object(pairing)
  }
}

extension NotificationDescription {
  fileprivate var openRPC: JSONValue {
    [
      "name": .string(name), "summary": .string(summary), "params": params.value,
      "example": MethodExample.parse(example),
    ]
  }
}

extension ErrorKind {
  fileprivate var openRPC: JSONValue {
    [
      "kind": .string(name), "code": .integer(Int64(code)), "meaning": .string(meaning),
      "members": .array(members.map(JSONValue.string)),
    ]
  }

  fileprivate var errorObject: JSONValue {
    ["code": .integer(Int64(code)), "message": .string(meaning), "data": ["kind": .string(name)]]
  }
}
