/// A path as ordered segments, in the sense of GPX.
public struct Track: Hashable, Sendable {
  /// What the file calls it, or nil.
  public var name: String?
  /// The contiguous runs of fixes; between two there is time, but no movement.
  public var segments: [TrackSegment]

  /// Makes a track of segments.
  public init(name: String? = nil, segments: [TrackSegment] = []) {
    self.name = name
    self.segments = segments
  }

  /// Whether it is a recording of what a player emitted, which is replayed as it is.
  public var isRecording: Bool {
    fixCount > 0 && segments.allSatisfy { $0.emissions.count == $0.fixes.count }
  }

  /// The number of fixes in all segments.
  public var fixCount: Int { segments.reduce(0) { $0 + $1.fixes.count } }

  /// Metres along the fixes, within segments only (haversine on the mean sphere).
  public var length: Double { segments.reduce(0) { $0 + $1.length } }
}

/// A contiguous run of fixes: within it a straight line stands for the movement between two.
public struct TrackSegment: Hashable, Sendable {
  /// The fixes in the order of the file.
  public var fixes: [Fix]
  /// How each of the fixes was emitted, in a recording that tells it; empty otherwise.
  public var emissions: [RecordedEmission]

  /// Makes a segment of fixes.
  public init(fixes: [Fix] = [], emissions: [RecordedEmission] = []) {
    self.fixes = fixes
    self.emissions = emissions
  }

  /// Metres along the fixes (haversine on the mean sphere).
  public var length: Double {
    zip(fixes, fixes.dropFirst()).reduce(0) {
      $0 + Geodesy.distance(from: $1.0.coordinate, to: $1.1.coordinate)
    }
  }
}

/// A planned geometry without the times of a journey.
public struct Route: Hashable, Sendable {
  /// What the file calls it, or nil.
  public var name: String?
  /// The points in the order of travel.
  public var points: [Fix]

  /// Makes a route of points.
  public init(name: String? = nil, points: [Fix] = []) {
    self.name = name
    self.points = points
  }
}

/// A named place that belongs to no track.
public struct Waypoint: Hashable, Sendable {
  /// What the file calls it, or nil.
  public var name: String?
  /// Where, and when if the file says so.
  public var fix: Fix

  /// Makes a waypoint.
  public init(name: String? = nil, fix: Fix) {
    self.name = name
    self.fix = fix
  }
}
