extension Track {
  /// The part of the track between two times, both included; nil leaves an end open.
  ///
  /// Fixes without a time are left out, and so is a segment of which nothing is left.
  public func part(from start: SourceTime?, to end: SourceTime?) -> Track {
    var part = self
    part.segments = segments.compactMap { segment in
      let fixes = segment.fixes.filter { fix in
        guard let time = fix.time else { return false }
        return start.map { $0 <= time } ?? true && end.map { time <= $0 } ?? true
      }
      return fixes.isEmpty ? nil : TrackSegment(fixes: fixes)
    }
    return part
  }

  /// The track with fewer fixes that leads within a distance past all that it had (Douglas and Peucker's
  /// way of leaving out).
  ///
  /// The first and last fix of each segment stay; the fixes that stay are as they were.
  ///
  /// - Parameter tolerance: Metres, 0 or more, from a fix left out to the straight line between its
  ///   neighbours that stay; on the plane that touches the sphere at the fix.
  /// - Returns: The track.
  /// - Throws: `CancellationError` within a pass after the task is cancelled.
  public func simplified(within tolerance: Double) throws -> Track {
    var track = self
    for index in segments.indices {
      track.segments[index].fixes = try Self.simplified(segments[index].fixes, within: tolerance)
    }
    return track
  }

  private static func simplified(_ fixes: [Fix], within tolerance: Double) throws -> [Fix] {
    guard fixes.count > 2 else { return fixes }
    var stays = [Bool](repeating: false, count: fixes.count)
    stays[0] = true
    stays[fixes.count - 1] = true
    var open = [(first: 0, last: fixes.count - 1)]
    while let (first, last) = open.popLast() {
      try Task.checkCancellation()
      var farthest = (distance: tolerance, index: first)
      for index in first + 1..<max(last, first + 1) {
        let plane = LocalPlane(around: fixes[index].coordinate)
        let distance = plane.distance(
          toSideFrom: fixes[first].coordinate, to: fixes[last].coordinate)
        if distance > farthest.distance { farthest = (distance, index) }
      }
      guard farthest.index > first else { continue }
      stays[farthest.index] = true
      open.append((first, farthest.index))
      open.append((farthest.index, last))
    }
    return fixes.indices.filter { stays[$0] }.map { fixes[$0] }
  }
}
