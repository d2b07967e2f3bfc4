import Simulation
import Testing
import Tracks

/// Behaviour over time as a picture.
///
/// An input line holds a fix a column: a digit or letter is a fix of a vehicle that stands at so many
/// thousandths of a degree east (0–9, a–z), a dash a second without one, and `|` parts two segments
/// without taking a column. An output line holds a second of elapsed time a column, and in it what was
/// emitted then: the fixes' letters, and events as `<` started, `>` ended, `@` looped, `!` gap, `?` signal
/// lost, `=` signal regained; several in one second are bracketed `[…]`.
enum Picture {
  static let start = SourceTime(nanoseconds: 1_700_000_000_000_000_000)
  private static let letters = Array("0123456789abcdefghijklmnopqrstuvwxyz")

  /// The track that an input line shows.
  static func track(_ line: String) -> Track {
    var segments = [TrackSegment()]
    var second = 0
    for letter in line {
      if letter == "|" {
        segments.append(TrackSegment())
        continue
      }
      if let place = letters.firstIndex(of: letter) {
        let coordinate = Coordinate(wrappingLatitude: 0, longitude: Double(place) / 1000)
        let time = start.advanced(by: .seconds(second))
        segments[segments.count - 1].fixes.append(Fix(coordinate, time: time))
      }
      second += 1
    }
    return Track(segments: segments)
  }

  /// A journey for each input line.
  static func journeys(_ lines: String...) -> [Journey] {
    lines.enumerated().map { Journey(id: "v\($0)", name: "v\($0)", track: track($1)) }
  }

  /// The letter of a fix, or `~` when it lies between letters.
  static func letter(_ fix: Fix) -> Character {
    let place = fix.coordinate.longitude * 1000
    let whole = Int(place.rounded())
    return abs(place - Double(whole)) < 1e-6 && letters.indices.contains(whole)
      ? letters[whole] : "~"
  }

  private static func sign(_ emission: Emission) -> Character? {
    switch emission {
    case .location(let update): letter(update.fix)
    case .event(let event):
      switch event.kind {
      case .started: "<"
      case .ended: ">"
      case .looped: "@"
      case .gap: "!"
      case .signalLost: "?"
      case .signalRegained: "="
      default: nil
      }
    }
  }

  /// A column of an output line.
  static func column(_ emissions: [Emission]) -> String {
    let signs = emissions.compactMap(sign)
    switch signs.count {
    case 0: return "-"
    case 1: return String(signs)
    default: return "[\(String(signs))]"
    }
  }
}

/// A player on a clock that is turned by hand, and what it emitted.
struct Bench {
  var playback: Playback
  var now = Duration.zero
  var emissions: [Emission] = []

  init(_ lines: String..., timeline: TimelineOptions = .init(), options: PlaybackOptions = .init())
    throws
  {
    let journeys = lines.enumerated().map {
      Journey(id: "v\($0)", name: "v\($0)", track: Picture.track($1))
    }
    playback = try Playback(
      timeline: Timeline(journeys: journeys, options: timeline), options: options)
  }

  init(
    _ journeys: [Journey], timeline: TimelineOptions = .init(), options: PlaybackOptions = .init()
  )
    throws
  {
    playback = try Playback(
      timeline: Timeline(journeys: journeys, options: timeline), options: options)
  }

  init(playback: Playback) {
    self.playback = playback
  }

  var updates: [LocationUpdate] {
    emissions.compactMap { if case .location(let update) = $0 { update } else { nil } }
  }

  var events: [SimulationEvent] {
    emissions.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  func count(_ kind: SimulationEvent.Kind) -> Int { events.count { $0.kind == kind } }

  /// Takes what is due now.
  @discardableResult
  mutating func take(limit: Int = .max / 2) -> [Emission] {
    let before = emissions.count
    playback.advance(to: now, limit: limit, into: &emissions)
    return Array(emissions[before...])
  }

  /// Turns the clock on a tick at a time and draws what comes; the first column is now.
  mutating func picture(_ columns: Int, tick: Duration = .seconds(1)) -> String {
    var line = ""
    for _ in 0..<columns {
      line += Picture.column(take())
      now += tick
    }
    // The clock stands at the last column.
    now -= tick
    return line
  }

  /// Goes from deadline to deadline until nothing more comes of itself.
  mutating func run(limit: Int = 100, calls: Int = 1_000_000) {
    for _ in 0..<calls {
      guard let deadline = playback.nextDeadline else { return }
      now = max(now, deadline)
      take(limit: limit)
    }
  }
}
