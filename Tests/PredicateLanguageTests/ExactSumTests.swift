import PredicateLanguage
import TestSupport
import Testing

/// Sums that do not depend on the order of what is added.
@Suite struct ExactSumTests {
  private func sum(_ numbers: [Double]) -> Double {
    var sum = ExactSum()
    for number in numbers { sum.add(number) }
    return sum.real
  }

  @Test(
    arguments: [
      ([], 0), ([0.1, 0.2], 0.30000000000000004), ([1e16, 1, -1e16], 1), ([1e308, 1e308, -1e308], 1e308),
      ([1, 0x1p-53, 0x1p-105], 1 + 0x1p-52), ([1, 0x1p-53], 1),
      ([1 + 0x1p-52, 0x1p-53, -0x1p-105], 1 + 0x1p-52),
      ([0x1p53, 1, 0x1p-60], 0x1p53 + 2), ([-1, -0x1p-53, -0x1p-105], -1 - 0x1p-52), ([3.5], 3.5),
    ] as [([Double], Double)])
  func `a sum is the double nearest to the exact one`(_ numbers: [Double], _ expected: Double) {
    // Beyond all doubles on the way is the one case where the order counts.
    if numbers.contains(where: { $0.magnitude > 1e300 }) {
      #expect(sum([numbers[0], numbers[2], numbers[1]]) == expected)
    } else {
      #expect(sum(numbers) == expected)
      #expect(sum(numbers.reversed()) == expected)
    }
  }

  @Test func `random numbers have one sum in every order`() {
    var generator = SeededGenerator(seed: 20_261_130)
    for _ in 0..<200 {
      let numbers = (0..<50).map { _ in
        Double.random(in: -1...1, using: &generator)
          * Double(sign: .plus, exponent: Int.random(in: -60...60, using: &generator), significand: 1)
      }
      let expected = sum(numbers)
      #expect(sum(numbers.shuffled(using: &generator)) == expected, "\(numbers)")
    }
  }

  @Test func `integers are added beyond 64 bits and back`() {
    var sum = ExactSum()
    sum.add(Int64.max)
    sum.add(Int64.max)
    #expect(sum.value == .real(0x1p64))
    sum.add(Int64.min)
    #expect(sum.value == .integer(Int64.max - 1))
    sum.add(0.5)
    #expect(sum.value == .real(0x1p63))
    #expect(sum.count == 4)
  }

  @Test func `infinities stay, and of both signs none is left`() {
    #expect(sum([1, .infinity]) == .infinity)
    #expect(sum([.infinity, -.infinity]).isNaN)
  }

  @Test(
    arguments: [
      (0.30000000000000004, 0.3), (0.1, 0.1), (-0.30000000000000004, -0.3), (1e22, 1e22),
      (1.2345678901234568e17, 1.23456789012346e17),
      (1.0000000000000002, 1), (9.9999999999999999e-7, 1e-6), (0, 0),
      (99999999999999.995, 99999999999999.995.rounded()),
      (2.5, 2.5), (1.2345678901234567e-10, 1.23456789012346e-10),
    ] as [(Double, Double)])
  func `a sum of decimals is rounded to 15 digits`(_ number: Double, _ expected: Double) {
    #expect(number.roundedToDecimalDigits == expected)
  }
}
