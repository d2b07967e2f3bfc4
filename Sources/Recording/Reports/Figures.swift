import Tracks

extension Double {
  /// A number for people: at most four significant digits, no exponent for common sizes.
  var short: String {
    guard self != 0, isFinite else { return self == 0 ? "0" : "–" }
    var scale = 1.0
    var digits = 0
    while abs(self) * scale < 1000, digits < 6 {
      scale *= 10
      digits += 1
    }
    var text: [UInt8] = []
    text.append(shortest: (self * scale).rounded() / scale)
    return String(decoding: text, as: UTF8.self)
  }
}

extension BinaryInteger {
  /// A count for people, its thousands apart: `12 345`.
  var grouped: String {
    let digits = String(self)
    var text = ""
    for (index, digit) in digits.enumerated() {
      let left = digits.count - index
      if index > 0, left % 3 == 0, digits[digits.startIndex] != "-" || index > 1 { text += " " }
      text.append(digit)
    }
    return text
  }
}

extension Duration {
  /// Milliseconds, to the nanosecond.
  var milliseconds: Double { Double(wholeNanoseconds) / 1e6 }

  /// Seconds, to the nanosecond.
  var seconds: Double { Double(wholeNanoseconds) / 1e9 }
}
