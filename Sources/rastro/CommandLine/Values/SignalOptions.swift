import Simulation
import Tracks

extension NoisePreset: OptionValue {}

extension Alignment: OptionValue {}

extension Interpolation: OptionValue {}

extension LatePolicy: OptionValue {
  static let allowed = "catch-up, skip, slip"

  init?(option text: String) {
    self.init(text)
  }
}

extension GapPolicy: OptionValue {
  static let allowed = "keep, hold, cap:DURATION (cap:10s), jump, interpolate, dropout"

  init?(option text: String) {
    switch text {
    case "keep": self = .keep
    case "hold": self = .hold
    case "jump": self = .jump
    case "interpolate": self = .interpolate
    case "dropout": self = .dropout
    default:
      guard text.hasPrefix("cap:"), let cap = Duration(option: String(text.dropFirst(4))) else {
        return nil
      }
      self = .cap(cap)
    }
  }
}

/// Which times leave the player, as it is written on the command line.
enum TimestampsOption: Hashable, OptionValue {
  /// The trace's own.
  case original
  /// Shifted so that the start is the moment the run begins.
  case now
  /// Shifted so that the start is this instant.
  case from(SourceTime)

  static let allowed = "original, now, or the time of the start (2024-05-01T10:00:00Z)"

  init?(option text: String) {
    switch text {
    case "original": self = .original
    case "now": self = .now
    default:
      guard let time = SourceTime(option: text) else { return nil }
      self = .from(time)
    }
  }
}
