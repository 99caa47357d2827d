import ObjectGraph

/// Where tasks are kept unless the command line says.
///
/// `$OBJWIRE_STORE`, else `$XDG_DATA_HOME/objwire/tasks.sqlite`, else `~/.local/share/objwire/tasks.sqlite`. An empty
/// variable counts as absent; see `DataDirectory` for the rest.
enum StoreLocation {
  static func path(_ environment: [String: String]) -> String {
    if let store = environment["OBJWIRE_STORE"], !store.isEmpty { return store }
    return DataDirectory.path(environment) + "/objwire/tasks.sqlite"
  }
}
