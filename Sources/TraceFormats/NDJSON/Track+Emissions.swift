import Tracks

extension [Track] {
  /// Puts the emissions of a recording, told in elapsed time of the run that made it, onto the clock of
  /// its fixes.
  ///
  /// That is possible where the run kept pace with source time: at rate 1 and under `max`. Of any other
  /// run elapsed time says little of the source's, and a fix counts as emitted at its own time.
  mutating func alignEmissions() {
    guard contains(where: \.isRecording) else { return }
    let start = keptPace ? startOfRun : nil
    for track in indices where self[track].isRecording {
      for segment in self[track].segments.indices {
        self[track].segments[segment].alignEmissions(start)
      }
    }
  }

  /// The time of the fixes' clock at which the run began, by the first fix that was emitted.
  private var startOfRun: SourceTime? {
    let firsts = lazy.filter(\.isRecording).flatMap(\.segments).compactMap { segment in
      zip(segment.emissions, segment.fixes).first { _ in true }
    }
    guard let (emission, fix) = firsts.min(by: { $0.0.sequence < $1.0.sequence }) else {
      return nil
    }
    return fix.time?.advanced(by: .nanoseconds(-emission.time.nanoseconds))
  }

  /// Whether elapsed time and the fixes' own went on alike, to a twentieth.
  private var keptPace: Bool {
    var (elapsed, own) = (0.0, 0.0)
    for segment in lazy.filter(\.isRecording).flatMap(\.segments) {
      let times = segment.fixes.lazy.compactMap(\.time)
      guard let first = segment.emissions.first, let last = segment.emissions.last,
        let start = times.min(), let end = times.max()
      else { continue }
      elapsed += Double(first.time.nanoseconds(to: last.time))
      own += Double(start.nanoseconds(to: end))
    }
    return abs(own - elapsed) <= elapsed / 20
  }
}

extension TrackSegment {
  fileprivate mutating func alignEmissions(_ start: SourceTime?) {
    for index in emissions.indices {
      if let start {
        let elapsed = Duration.nanoseconds(emissions[index].time.nanoseconds)
        emissions[index].time = start.advanced(by: elapsed)
      } else if let time = fixes[index].time {
        emissions[index].time = time
      }
    }
  }
}
