import FoundationEssentials
import Glibc

/// Where programs keep what belongs to a user.
///
/// `$XDG_DATA_HOME`, else `~/.local/share`. A relative or empty variable counts as absent (XDG Base Directory
/// Specification). Without `HOME` the home directory comes from /etc/passwd.
package enum DataDirectory {
  /// The absolute path, without a slash at its end unless the variable has one.
  package static func path(_ environment: [String: String]) -> String {
    find(environment).path
  }

  /// What decided on it, in words for a person.
  package static func origin(_ environment: [String: String]) -> String { find(environment).origin }

  private static func find(_ environment: [String: String]) -> (path: String, origin: String) {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return (data, "$XDG_DATA_HOME") }
    let (home, origin) = homeDirectory(environment)
    return (home + "/.local/share", origin)
  }

  private static func homeDirectory(_ environment: [String: String]) -> (path: String, origin: String) {
    if let home = environment["HOME"], home.hasPrefix("/") { return (home, "the home directory in $HOME") }
    if let home = homeInPasswordFile(user: getuid()) { return (home, "the home directory in /etc/passwd") }
    return ("/", "no home directory is known")
  }

  /// Field 6 of the user's line; getpwuid would need shared libraries that a static binary does without.
  private static func homeInPasswordFile(user: uid_t) -> String? {
    guard let text = try? String(contentsOfFile: "/etc/passwd", encoding: .utf8) else { return nil }
    let fields = text.split(separator: "\n")
      .map { $0.split(separator: ":", omittingEmptySubsequences: false) }
      .first { $0.count >= 7 && $0[2] == String(user) }
    return fields.map { String($0[5]) }
  }
}
