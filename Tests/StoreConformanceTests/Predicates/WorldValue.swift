import Foundation
import ObjectGraph
import PredicateLanguage
import TestSupport

/// Values for attributes of each type, out of small pools with the ends of every range in them.
enum WorldValue {
  static func value(_ type: AttributeType, _ random: inout SeededGenerator) -> AttributeValue {
    switch type {
    case .integer16: .integer(random.pick([-7, -1, 0, 1, 2, 3, 3, 10, -32_768, 32_767]))
    case .integer32: .integer(random.pick([-7, -1, 0, 1, 2, 3, 3, 10, 2_147_483_647, -2_147_483_648]))
    case .integer64: .integer(random.pick([-1, 0, 1, 2, 3, 10, 1 << 53, (1 << 53) + 1, .max, .min]))
    case .double: .double(random.pick(doubles))
    case .float: .double(random.pick([-1.5, 0, 0.5, 1, 2, 3, 10, 0.25, 16_777_216, 0x1p100]))
    case .decimal: .decimal(random.pick(decimals))
    case .boolean: .boolean(random.chance(2))
    case .string: .string(RandomValue.text(&random))
    case .date: .date(random.pick(dates))
    case .uuid: RandomValue.value(.uuid, &random)
    case .uri: RandomValue.value(.url, &random)
    default: RandomValue.value(.data, &random)
    }
  }

  static let doubles: [Double] = [
    -1.5, -1, -0.0, 0, 0.1, 0.2, 0.3, 0.5, 1, 1.5, 2, 2.5, 3, 7, 1e300, -1e300, .leastNonzeroMagnitude,
    9_007_199_254_740_992, 1.797_693_134_862_315_7e308,
  ]
  static let dates: [Double] = [-1, 0, 0.5, 1, 2, 86_400, 700_000_000, 700_000_000.25, 2_000_000_000]
  static let decimals: [Decimal] = ["-1.5", "0", "0.1", "1", "1.10", "2", "3", "10.01", "123456789.25"]
    .compactMap { Decimal(string: $0) }
}
