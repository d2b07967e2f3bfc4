import Recording
import Simulation
import Tracks

/// A bar on the terminal while a run goes on; nothing when standard error is no terminal.
struct RunProgress: Sendable {
  private let isShown = Console.isErrorTerminal
  private let duration: Duration?
  private let hasEnd: Bool

  init(_ options: RecordOptions, _ source: RecordSource) {
    duration = options.playback.duration
    switch options.playback.loop {
    case nil, .off: hasEnd = true
    case .count, .forever, .bounce: hasEnd = false
    }
  }

  /// Draws the bar after a second.
  func show(_ second: RunReport.Second, _ state: PlaybackState) {
    guard isShown else { return }
    var fraction = hasEnd ? state.fraction : 0
    if let duration, duration > .zero {
      fraction = max(fraction, second.time / duration.inSeconds)
    }
    let filled = min(25, Int(fraction * 25))
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: 25 - filled)
    var text = "[\(bar)] \(RunSummary.fixed(second.rate, digits: 0)) Hz"
    if let achieved = state.achievedRate { text += "  \(RunSummary.fixed(achieved, digits: 2))x" }
    text += "  \(second.dropped) dropped"
    if let latency = second.latency95 {
      text += "  p95 \(RunSummary.fixed(latency.inSeconds * 1000, digits: 2)) ms"
    }
    Console.note("\r\u{1B}[K\(text)")
  }

  /// Leaves the terminal as it was.
  func clear() {
    if isShown { Console.note("\r\u{1B}[K") }
  }
}
