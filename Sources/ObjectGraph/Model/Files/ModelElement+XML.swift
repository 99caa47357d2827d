extension ModelElement {
  /// The element as an XML document that reads back as the same elements; two spaces a level.
  var xml: String {
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    append(to: &text, level: 0)
    return text
  }

  private func append(to text: inout String, level: Int) {
    let margin = String(repeating: "  ", count: level)
    text += margin + "<" + name
    for attribute in attributes { text += " \(attribute.name)=\"\(Self.escaped(attribute.value))\"" }
    if children.isEmpty && self.text.isEmpty {
      text += "/>\n"
      return
    }
    text += ">"
    if !self.text.isEmpty {
      text += Self.escaped(self.text)
    } else {
      text += "\n"
      for child in children { child.append(to: &text, level: level + 1) }
      text += margin
    }
    text += "</\(name)>\n"
  }

  /// Everything that would read back as something else.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n", "\r": result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
