import Simulation
import Tracks

/// A place in what is played is written as a time, an offset, a fraction or a fix.
extension SeekTarget: OptionValue {
  static let allowed =
    "a time (2024-05-01T10:00:00Z), an offset (90s), a fraction (0.5 or 50%) or a fix (#120)"

  init?(option text: String) {
    if text.hasPrefix("#") {
      guard let index = Int(option: String(text.dropFirst())), index >= 0 else { return nil }
      self = .index(index)
    } else if let fraction = Self.fraction(text) {
      guard (0...1).contains(fraction) else { return nil }
      self = .fraction(fraction)
    } else if let offset = Duration(option: text) {
      self = .offset(offset)
    } else if text.contains("-"), let time = ISO8601Time(text) {
      self = .time(time.time)
    } else {
      return nil
    }
  }

  /// Reads `0.5` or `50%`.
  private static func fraction(_ text: String) -> Double? {
    text.hasSuffix("%")
      ? Double(option: String(text.dropLast())).map { $0 / 100 } : Double(option: text)
  }
}

/// A part of what is played is written as `A..B`.
extension PlaybackRange: OptionValue {
  static let allowed = "FROM..TO, each \(SeekTarget.allowed), either left out"

  init?(option text: String) {
    guard let ends = splitRange(text) else { return nil }
    self.init(from: SeekTarget(option: ends.from), to: SeekTarget(option: ends.to))
    guard (from != nil) != ends.from.isEmpty, (to != nil) != ends.to.isEmpty,
      from != nil || to != nil
    else { return nil }
    // Ends of one kind can be compared here; others only when the trace is known.
    switch (from, to) {
    case (.time(let from), .time(let to)): if from >= to { return nil }
    case (.offset(let from), .offset(let to)): if from >= to { return nil }
    case (.fraction(let from), .fraction(let to)): if from >= to { return nil }
    case (.index(let from), .index(let to)): if from >= to { return nil }
    default: break
    }
  }
}

extension SourceTime: OptionValue {
  static let allowed = "a time such as 2024-05-01T10:00:00Z"

  init?(option text: String) {
    guard let time = ISO8601Time(text) else { return nil }
    self = time.time
  }
}

/// The two sides of `A..B`, or nil without the two dots.
func splitRange(_ text: String) -> (from: String, to: String)? {
  guard let dots = text.firstRange(of: "..") else { return nil }
  return (String(text[..<dots.lowerBound]), String(text[dots.upperBound...]))
}
