import Tracks

/// The fix in progress: what the sentences of one epoch said of it so far.
struct NMEAEpoch {
  /// The sentences that say a position.
  struct Kinds: OptionSet {
    let rawValue: UInt8
    static let rmc = Kinds(rawValue: 1)
    static let gga = Kinds(rawValue: 2)
    static let gns = Kinds(rawValue: 4)
    static let gll = Kinds(rawValue: 8)
  }

  /// Nanoseconds since midnight, or nil when no sentence said the time.
  var timeOfDay: Int64?
  /// The day, counted from the file's first.
  var day = 0
  /// Which sentences spoke so far.
  var kinds: Kinds = []
  /// Whether its fix is out already, so that it gives no other.
  private(set) var hasEnded = false
  /// The first valid position.
  var coordinate: Coordinate?
  /// Metres above mean sea level.
  var altitude: Double?
  /// Metres a second.
  var speed: Double?
  /// Degrees from true north.
  var course: Double?
  /// Horizontal dilution of precision.
  var dilution: Double?
  /// Satellites used.
  var satellites: Int?
  /// Metres, from GST.
  var horizontalAccuracy: Double?
  /// Metres, from GST.
  var verticalAccuracy: Double?

  /// Whether a sentence belongs to this epoch: it says the same time of day, or neither says one and
  /// no such sentence spoke yet.
  func takes(_ kind: Kinds, timeOfDay: Int64?) -> Bool {
    if let timeOfDay { return self.timeOfDay == timeOfDay }
    return !kinds.contains(kind)
  }

  /// Notes that its fix is out.
  mutating func end() {
    guard coordinate != nil else { return }
    coordinate = nil
    hasEnded = true
  }

  /// The fix, or nil when no sentence had a valid position.
  func fix(base: Int?) -> Fix? {
    guard let coordinate else { return nil }
    var fix = Fix(coordinate)
    if let timeOfDay {
      let day = Int64((base ?? 0) + day)
      fix.time = SourceTime(nanoseconds: day * 86_400_000_000_000 + timeOfDay)
    }
    fix.altitude = altitude
    fix.speed = speed
    fix.course = course
    fix.horizontalDilution = dilution
    fix.satellites = satellites
    fix.horizontalAccuracy = horizontalAccuracy
    fix.verticalAccuracy = verticalAccuracy
    return fix
  }
}
