import ObjectGraph
import TaskServer

/// Which model's objects are kept unless it is the built-in one: `--model`, else `$OBJWIRE_MODEL`.
///
/// An empty variable counts as absent.
enum ModelLocation {
  /// The rule, for help.
  static let description = """
    With --model, or a path in $OBJWIRE_MODEL, the objects of another model are kept; --store, $OBJWIRE_STORE or \
    --in-memory must say where then. A folder that is no model itself stands for every model in it.
    """

  static func paths(_ environment: [String: String]) -> [String] {
    if let path = environment["OBJWIRE_MODEL"], !path.isEmpty { return [path] }
    return []
  }

  /// - Throws: `UsageError` for a model without a store of its own: it must never meet the store of tasks.
  static func check(_ values: OptionValues, _ environment: [String: String]) throws(UsageError) {
    guard !values.configuration.modelPaths.isEmpty, values.storage == nil,
      environment["OBJWIRE_STORE", default: ""].isEmpty
    else { return }
    let origin = paths(environment) == values.configuration.modelPaths ? "$OBJWIRE_MODEL" : "--model"
    throw UsageError(
      message: "\(origin) wants a store of its own: give --store PATH, $OBJWIRE_STORE or --in-memory")
  }

  /// The configuration with its model read.
  ///
  /// - Throws: `UsageError` with everything that is wrong with the files.
  static func reading(_ configuration: ServerConfiguration) throws(UsageError) -> ServerConfiguration {
    var configuration = configuration
    do throws(ModelError) {
      try configuration.readModel()
    } catch {
      let count = error.complaints.count
      throw UsageError(
        message: "the model cannot be used: \(count) \(count == 1 ? "error" : "errors")",
        findings: error.complaints.map(\.description))
    }
    return configuration
  }
}
