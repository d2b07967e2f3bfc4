extension Geofence {
  /// A crossing of a fence's border on the way from one place to another.
  public struct Crossing: Hashable, Sendable {
    /// How far along the way it lies, 0...1.
    public var fraction: Double
    /// Whether it leads into the fence.
    public var isEntry: Bool
  }

  /// The crossings on the way along the great circle from one place to another, in order.
  ///
  /// Inside begins at the border, and outside only some metres beyond it, so that a place on the border
  /// does not flap. Nothing wider than 25 cm is stepped over.
  ///
  /// - Parameters:
  ///   - start: Where the way begins.
  ///   - end: Where it ends.
  ///   - isInside: Whether its beginning counts as inside.
  ///   - hysteresis: Metres beyond the border at which one is outside.
  /// - Returns: The crossings; entries and exits take turns.
  public func crossings(
    from start: Coordinate, to end: Coordinate, isInside: Bool, hysteresis: Double
  ) -> [Crossing] {
    let length = Geodesy.distance(from: start, to: end)
    var crossings: [Crossing] = []
    var isInside = isInside
    var previous = 0.0
    var fraction = length > 0 ? 0.0 : 1.0
    while true {
      if isBeyond(start, end, fraction, isInside, hysteresis) {
        let crossed = crossing(start, end, previous, fraction, isInside, hysteresis)
        isInside.toggle()
        crossings.append(Crossing(fraction: crossed, isEntry: isInside))
      }
      guard fraction < 1 else { return crossings }
      // The border is no nearer than the distance to it, so that so much can be stepped over. A tenth is
      // kept back, since the plane is not the sphere.
      let distance = distance(start, end, fraction)
      let free = (isInside ? hysteresis - distance : distance) * 0.9
      previous = fraction
      fraction = min(1, fraction + max(free, 0.25) / length)
    }
  }

  private func distance(_ start: Coordinate, _ end: Coordinate, _ fraction: Double) -> Double {
    signedDistance(to: Geodesy.interpolated(from: start, to: end, fraction: fraction))
  }

  /// Whether a place of the way counts as the other side of the border.
  private func isBeyond(
    _ start: Coordinate, _ end: Coordinate, _ fraction: Double, _ isInside: Bool,
    _ hysteresis: Double
  ) -> Bool {
    let distance = distance(start, end, fraction)
    return isInside ? distance > hysteresis : distance < 0
  }

  /// Where the border lies between a place before it and one beyond, to a centimetre or a thousandth.
  private func crossing(
    _ start: Coordinate, _ end: Coordinate, _ before: Double, _ beyond: Double, _ isInside: Bool,
    _ hysteresis: Double
  ) -> Double {
    var (low, high) = (before, beyond)
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if isBeyond(start, end, middle, isInside, hysteresis) { high = middle } else { low = middle }
    }
    return high
  }
}
