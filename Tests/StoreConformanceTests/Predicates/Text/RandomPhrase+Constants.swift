import FoundationEssentials
import ObjectGraph
import PredicateLanguage
import TestSupport

extension RandomPhrase {
  /// A value of a kind, written out.
  mutating func constant(_ kind: PhraseKind) -> Phrase {
    switch kind {
    case .number: return Phrase(numberText())
    case .text: return literal(RandomValue.text(&random))
    case .date:
      let seconds = random.pick(WorldValue.dates)
      return "CAST(\(Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"), \"NSDate\")"
    case .uuid, .url, .data: return Phrase(ValueTerm<PropertyPath>.constant(value(kind)).format)
    }
  }

  /// A value of a kind, handed over.
  mutating func argument(_ kind: PhraseKind, _ roots: [PhraseRoot] = []) -> Phrase {
    let value = value(kind)
    if random.chance(3) { return named(.value(value), roots) }
    let spelling =
      switch value {
      case .integer: random.pick(["%@", "%d", "%ld", "%i", "%lld", "%f"])
      case .double: random.pick(["%@", "%f", "%g"])
      case .string: random.pick(["%@", "%s"])
      default: "%@"
      }
    return Phrase(pieces: [.positional(spelling, .value(value))])
  }

  /// An argument with a name; one of them may have that of the variable of a SUBQUERY elsewhere.
  mutating func named(_ argument: PhraseArgument, _ roots: [PhraseRoot] = []) -> Phrase {
    nameCount += 1
    if nameCount == 1, !roots.isEmpty, !roots.contains(where: { $0.prefix == "$x" }) {
      return Phrase(pieces: [.named("x", argument)])
    }
    return Phrase(pieces: [.named("name\(nameCount)", argument)])
  }

  private mutating func value(_ kind: PhraseKind) -> PredicateValue {
    switch kind {
    case .number:
      WorldValue.value(random.pick([.integer16, .integer64, .double, .decimal, .boolean]), &random)
    case .text: WorldValue.value(.string, &random)
    case .date: WorldValue.value(.date, &random)
    case .uuid: WorldValue.value(.uuid, &random)
    case .url: WorldValue.value(.uri, &random)
    case .data: WorldValue.value(.binary, &random)
    }
  }

  private mutating func numberText() -> String {
    switch random.next() % 8 {
    case 0: return random.pick(["TRUE", "NO", "yes", "false"])
    case 1: return random.pick(["0x1F", "0o17", "0b101", "0x0", "0XfF"])
    case 2: return random.pick(["1e3", "9.2e-5", "1.", "2.50", "0.1", "1E300", "0.0"])
    case 3: return random.pick(["9007199254740993", "9223372036854775807", "-9223372036854775808"])
    case 4: return random.pick(["-1", "-1.5", "-0.0"])
    default: return "\(random.pick([0, 1, 1, 2, 2, 3, 3, 7, 10, 40, 63, 64]))"
    }
  }

  /// A text in quotes of either kind; what may be written as it is, sometimes is an escape.
  mutating func literal(_ text: String) -> Phrase {
    let quote = random.pick(["'", "\""])
    var result = quote
    for scalar in text.unicodeScalars {
      let isPlain = scalar.value >= 0x20 && scalar != "\\" && !quote.unicodeScalars.contains(scalar)
      switch random.next() % 12 {
      case 0: result += text16(scalar)
      case 1 where scalar.value < 0x100: result += "\\x" + hex(scalar.value, 2)
      case 2 where scalar.value < 0x80: result += "\\" + octal(scalar.value)
      default:
        if isPlain { result.unicodeScalars.append(scalar) } else { result += text16(scalar) }
      }
    }
    return Phrase(result + quote)
  }

  private func text16(_ scalar: Unicode.Scalar) -> String {
    String(scalar).utf16.map { "\\u" + hex(UInt32($0), 4) }.joined()
  }

  private func hex(_ value: UInt32, _ count: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private func octal(_ value: UInt32) -> String {
    let digits = String(value, radix: 8)
    return String(repeating: "0", count: 3 - digits.count) + digits
  }
}
