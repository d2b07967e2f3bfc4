public import Tracks

/// What can be played: vehicles, their fixes in order, and one clock for all.
///
/// It has two axes. *Source time* is the trace's clock. *Position* is the time that is played, counted
/// from the start of the whole; it differs from source time only where a gap policy shortens gaps.
///
/// The fixes stand in one merged time order. Where times are equal, the vehicle with the lower number
/// comes first, and the fixes of one vehicle stay in the order of its file. A fix whose time lies
/// before that of the fix before it leaves with that fix, and its time is raised to that fix's. Not so in
/// a recording: its fixes leave in the order and with the times that they had.
public struct Timeline: Sendable {
  /// The vehicles, each at the index that is its number.
  public let vehicles: [Vehicle]
  /// Where gaps are, in the order of the vehicles.
  public let gaps: [Gap]
  let source: TimelineSource
  /// Source time at the start, in nanoseconds, as it leaves the player.
  let origin: Int64
  let interpolation: Interpolation
  /// The usual time between two fixes of a vehicle, in nanoseconds: that of a loop's seam.
  let usualInterval: Int64

  /// A gap between two fixes of a vehicle.
  public struct Gap: Hashable, Sendable {
    /// The vehicle's number.
    public var vehicle: UInt32
    /// The time of the fix before it.
    public var from: SourceTime
    /// The time of the fix after it.
    public var to: SourceTime
    /// Metres between the two.
    public var distance: Double
    /// Whether a segment of the track ends there.
    public var isSegmentBreak: Bool
  }

  /// Lays journeys out in time.
  ///
  /// - Parameters:
  ///   - journeys: The journeys, one a vehicle; their indexes are the vehicles' numbers.
  ///   - options: How they are laid out.
  /// - Throws: `PlaybackError` when there is no fix in any of them, or an option is out of range.
  public init(
    journeys: [Journey], options: TimelineOptions = TimelineOptions()
  ) throws(PlaybackError) {
    try options.check()
    guard let lanes = RecordedLanes(journeys, options: options) else {
      throw PlaybackError(
        .nothingToPlay, "there is no position in what is to be played; choose another trace")
    }
    vehicles = journeys.enumerated().map { number, journey in
      Vehicle(
        number: UInt32(number), id: journey.id, name: journey.name, trace: journey.trace)
    }
    if let interval = options.fixInterval {
      let grid = FixGrid(
        interval: interval.wholeNanoseconds, duration: lanes.duration, vehicles: lanes.lanes.count)
      source = .resampled(lanes, grid)
      usualInterval = interval.wholeNanoseconds
    } else {
      source = .recorded(lanes)
      usualInterval = lanes.usualInterval
    }
    interpolation = options.interpolation
    switch options.timestamps {
    case .original: origin = lanes.origin
    case .starting(let start): origin = start.nanoseconds
    }
    gaps = lanes.gaps(origin: SourceTime(nanoseconds: origin))
  }

  /// Generates a fleet that drives along tracks, or wanders where there are none.
  ///
  /// - Parameters:
  ///   - fleet: What the fleet is like.
  ///   - tracks: The roads, each segment one; travelled as fast as it was where it is timed.
  ///   - options: The fixes' interval, which is one second if none is given, and their timestamps;
  ///     the rest says nothing of a fleet.
  /// - Throws: `PlaybackError` when an option is out of range.
  public init(
    fleet: FleetOptions, along tracks: [Track] = [], options: TimelineOptions = TimelineOptions()
  ) throws(PlaybackError) {
    try options.check()
    guard (1...1_000_000).contains(fleet.count) else {
      throw PlaybackError(.numberOutOfRange, "a fleet has 1 to 1 000 000 vehicles")
    }
    let vehicles = Fleet(fleet, along: tracks)
    usualInterval = (options.fixInterval ?? .seconds(1)).wholeNanoseconds
    source = .fleet(
      vehicles,
      FixGrid(interval: usualInterval, duration: vehicles.duration, vehicles: fleet.count))
    self.vehicles = (0..<fleet.count).map {
      Vehicle(number: UInt32($0), id: "v\($0 + 1)", name: "Vehicle \($0 + 1)")
    }
    gaps = []
    interpolation = options.interpolation
    switch options.timestamps {
    case .original: origin = fleet.start.nanoseconds
    case .starting(let start): origin = start.nanoseconds
    }
  }

  /// The time that it takes to play the whole at rate 1.
  public var duration: Duration { .nanoseconds(end) }

  /// Source time at the start.
  public var first: SourceTime { SourceTime(nanoseconds: origin) }

  /// Source time at the end.
  public var last: SourceTime { time(ofOutput: offset(ofPosition: end)) }

  /// The time that leaves at so many nanoseconds since the start, over all rounds.
  func time(ofOutput offset: Int64) -> SourceTime { first.advanced(by: .nanoseconds(offset)) }

  /// The number of fixes of all vehicles.
  public var fixCount: Int { source.count }

  /// A vehicle's fixes as one track, as they would leave a player without noise or faults.
  public func track(of vehicle: UInt32) -> Track {
    var track = Track(name: vehicles[Int(vehicle)].name, segments: [TrackSegment()])
    for found in fixes(of: Int(vehicle)) {
      if found.arrival?.isBreak == true { track.segments.append(TrackSegment()) }
      var fix = found.fix
      fix.time = time(ofOutput: found.offset + found.clockError)
      track.segments[track.segments.count - 1].fixes.append(fix)
    }
    return track
  }

  /// The position of the end, in nanoseconds.
  var end: Int64 { source.duration }
}

extension TimelineOptions {
  /// Refuses what cannot be done.
  fileprivate func check() throws(PlaybackError) {
    if case .speed(let speed) = untimedPace, !(speed > 0 && speed.isFinite) {
      throw PlaybackError(.numberOutOfRange, "the speed of untimed tracks must be more than 0 m/s")
    }
    if case .interval(let interval) = untimedPace, interval <= .zero {
      throw PlaybackError(.numberOutOfRange, "the interval of untimed tracks must be more than 0 s")
    }
    if let fixInterval, fixInterval < .microseconds(100) {
      throw PlaybackError(
        .numberOutOfRange, "fixes cannot come more often than 10 000 times a second")
    }
  }
}

extension RecordedLanes {
  fileprivate func gaps(origin: SourceTime) -> [Timeline.Gap] {
    lanes.enumerated().flatMap { number, lane in
      lane.links.filter(\.isGap).map { link in
        Timeline.Gap(
          vehicle: UInt32(number),
          from: origin.advanced(by: .nanoseconds(lane.offsets[link.index])),
          to: origin.advanced(by: .nanoseconds(lane.offsets[link.index + 1])),
          distance: link.distance, isSegmentBreak: link.isBreak)
      }
    }
  }
}
