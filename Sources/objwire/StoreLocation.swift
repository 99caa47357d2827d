import ObjectGraph

/// Where tasks are kept unless the command line says.
///
/// `$OBJWIRE_STORE`, else `$XDG_DATA_HOME/objwire/tasks.sqlite`, else `~/.local/share/objwire/tasks.sqlite`.
/// An empty variable counts as absent; see `DataDirectory` for the rest.
enum StoreLocation {
  /// The rule, for help.
  static let description = """
    Without --store or --in-memory tasks are kept in $OBJWIRE_STORE, else $XDG_DATA_HOME/objwire/tasks.sqlite, \
    else ~/.local/share/objwire/tasks.sqlite.
    """

  static func path(_ environment: [String: String]) -> String {
    if let store = environment["OBJWIRE_STORE"], !store.isEmpty { return store }
    return DataDirectory.path(environment) + "/objwire/tasks.sqlite"
  }

  /// What decided on the place, in words.
  static func origin(_ environment: [String: String]) -> String {
    if let store = environment["OBJWIRE_STORE"], !store.isEmpty { return "$OBJWIRE_STORE" }
    return DataDirectory.origin(environment)
  }
}
