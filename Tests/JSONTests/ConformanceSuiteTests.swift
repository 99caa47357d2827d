import Foundation
import JSON
import Testing
import TestSupport

private let suiteDirectory = SharedFiles.url("data/json/JSONTestSuite/test_parsing")

/// JSONTestSuite: `y_` must be read, `n_` must be refused, `i_` is free: what this reader chose is listed here.
@Suite(.enabled(if: suiteDirectory != nil, "JSONTestSuite is not beside the project"))
struct ConformanceSuiteTests {
  /// The free texts, each with why it is refused; nil where it is read.
  ///
  /// Numbers of any size are kept as text and nesting reaches to 512. What is not UTF-8 is refused, and so is a string
  /// that no UTF-8 can say: half of a surrogate pair.
  static let choices: [(String, JSONError.Kind?)] = [
    ("i_number_double_huge_neg_exp", nil),
    ("i_number_huge_exp", nil),
    ("i_number_neg_int_huge_exp", nil),
    ("i_number_pos_double_huge_exp", nil),
    ("i_number_real_neg_overflow", nil),
    ("i_number_real_pos_overflow", nil),
    ("i_number_real_underflow", nil),
    ("i_number_too_big_neg_int", nil),
    ("i_number_too_big_pos_int", nil),
    ("i_number_very_big_negative_int", nil),
    ("i_object_key_lone_2nd_surrogate", .loneSurrogate),
    ("i_string_1st_surrogate_but_2nd_missing", .loneSurrogate),
    ("i_string_1st_valid_surrogate_2nd_invalid", .loneSurrogate),
    ("i_string_UTF-16LE_with_BOM", .otherEncoding),
    ("i_string_UTF-8_invalid_sequence", .invalidUTF8),
    ("i_string_UTF8_surrogate_U+D800", .invalidUTF8),
    ("i_string_incomplete_surrogate_and_escape_valid", .loneSurrogate),
    ("i_string_incomplete_surrogate_pair", .loneSurrogate),
    ("i_string_incomplete_surrogates_escape_valid", .loneSurrogate),
    ("i_string_invalid_lonely_surrogate", .loneSurrogate),
    ("i_string_invalid_surrogate", .loneSurrogate),
    ("i_string_invalid_utf-8", .invalidUTF8),
    ("i_string_inverted_surrogates_U+1D11E", .loneSurrogate),
    ("i_string_iso_latin_1", .invalidUTF8),
    ("i_string_lone_second_surrogate", .loneSurrogate),
    ("i_string_lone_utf8_continuation_byte", .invalidUTF8),
    ("i_string_not_in_unicode_range", .invalidUTF8),
    ("i_string_overlong_sequence_2_bytes", .invalidUTF8),
    ("i_string_overlong_sequence_6_bytes", .invalidUTF8),
    ("i_string_overlong_sequence_6_bytes_null", .invalidUTF8),
    ("i_string_truncated-utf-8", .invalidUTF8),
    ("i_string_utf16BE_no_BOM", .otherEncoding),
    ("i_string_utf16LE_no_BOM", .otherEncoding),
    ("i_structure_500_nested_arrays", nil),
    ("i_structure_UTF-8_BOM_empty_object", .byteOrderMark),
  ]

  @Test(arguments: choices)
  func `what is free is decided`(_ name: String, _ kind: JSONError.Kind?) throws {
    let file = try #require(suiteDirectory).appending(path: name + ".json")
    #expect(try Self.outcome([UInt8](Data(contentsOf: file))) == kind)
  }

  @Test(arguments: [("y_", 95, true), ("n_", 188, false), ("i_", choices.count, nil)])
  func `every text is read or refused as it must be`(
    _ prefix: String, _ count: Int, _ isAccepted: Bool?
  ) throws {
    let directory = try #require(suiteDirectory)
    let files = try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix(prefix) }
    #expect(files.count == count)
    for file in files {
      let outcome = try Self.outcome([UInt8](Data(contentsOf: file)))
      if let isAccepted { #expect((outcome == nil) == isAccepted, "\(file.lastPathComponent)") }
    }
  }

  /// Why the text is refused; both ways of reading must agree.
  static func outcome(_ bytes: [UInt8]) -> JSONError.Kind? {
    var outcome: JSONError?
    do throws(JSONError) { try JSONScanner.validate(bytes.span) } catch { outcome = error }
    var treeOutcome: JSONError?
    do throws(JSONError) { _ = try JSONValue(parsing: bytes.span) } catch { treeOutcome = error }
    #expect(outcome == treeOutcome)
    return outcome?.kind
  }
}
