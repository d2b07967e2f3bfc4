import Tracks

/// Something that a watcher saw in the fixes.
struct Sighting: Sendable {
  var kind: SimulationEvent.Kind
  var time: SourceTime?
  var coordinate: Coordinate?
  var details: [SimulationEvent.Detail] = []
}

/// A fix as the watchers see it.
struct Observation: Sendable {
  var vehicle: Int
  var fix: Fix
  /// Whether the way from the vehicle's fix before was travelled: not over a seek, a seam or a break.
  var isContinuous: Bool
}
