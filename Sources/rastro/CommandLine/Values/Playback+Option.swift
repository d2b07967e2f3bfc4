import Simulation

extension PlaybackRate: OptionValue {
  static let allowed = "a number from 0.01 to 1000, or max"

  init?(option text: String) {
    if text == "max" {
      self = .max
      return
    }
    let number = text.hasSuffix("x") ? String(text.dropLast()) : text
    guard let rate = Double(option: number), (0.01...1000).contains(rate) else { return nil }
    self = .times(rate)
  }
}

extension LoopMode: OptionValue {
  static let allowed = "off, a number of rounds from 1, forever, or bounce"

  init?(option text: String) {
    switch text {
    case "off": self = .off
    case "forever": self = .forever
    case "bounce": self = .bounce
    default:
      guard let rounds = Int(option: text), rounds >= 1 else { return nil }
      self = .count(rounds)
    }
  }
}
