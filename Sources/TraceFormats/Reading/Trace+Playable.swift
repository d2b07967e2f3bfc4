public import Tracks

extension Trace {
  /// Metres a second at which tracks without times are played unless another speed is stated: 50 km/h.
  public static let defaultUntimedSpeed = 50 / 3.6

  /// What is played: the tracks, else the routes, else the waypoints in order as one track.
  ///
  /// Each of the tracks has a time at every fix or at none: missing ones between timed neighbours are
  /// filled by distance, and marked. Speed and course are derived, and marked, where the file has none.
  public var playableTracks: [Track] { playableTracks(untimedSpeed: Self.defaultUntimedSpeed) }

  /// What is played: the tracks, else the routes, else the waypoints in order as one track.
  ///
  /// - Parameter untimedSpeed: Metres a second, above 0, for the ends of half-timed tracks that say
  ///   nothing of their speed.
  /// - Returns: Tracks as `playableTracks` has them.
  public func playableTracks(untimedSpeed: Double) -> [Track] {
    chosenTracks.map { $0.fillingTimes(speed: untimedSpeed).derivingMotion() }
  }

  private var chosenTracks: [Track] {
    if tracks.contains(where: { $0.fixCount > 0 }) { return tracksWithoutCopies }
    let planned = routes.filter { !$0.points.isEmpty }
    if !planned.isEmpty {
      return planned.map { Track(name: $0.name, segments: [TrackSegment(fixes: $0.points)]) }
    }
    if waypoints.isEmpty { return [] }
    return [Track(name: name, segments: [TrackSegment(fixes: waypoints.map(\.fix))])]
  }

  /// The tracks without those that have no time and the places of one that has: KML files often hold a
  /// track a second time, as a line to look at.
  private var tracksWithoutCopies: [Track] {
    let timed = tracks.filter(\.hasTimes)
    guard !timed.isEmpty, timed.count < tracks.count else { return tracks }
    let places = Set(timed.map(\.coordinates))
    return tracks.filter { $0.hasTimes || !places.contains($0.coordinates) }
  }
}

extension Track {
  fileprivate var hasTimes: Bool {
    segments.contains { $0.fixes.contains { $0.time != nil } }
  }

  fileprivate var coordinates: [Coordinate] { segments.flatMap { $0.fixes.map(\.coordinate) } }
}
