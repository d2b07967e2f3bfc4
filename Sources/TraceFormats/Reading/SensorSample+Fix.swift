import Tracks

extension SensorSample {
  /// What the sensors said at a fix, for one whose position turned out to be missing.
  init(_ fix: Fix) {
    self.init(
      time: fix.time, heartRate: fix.heartRate, cadence: fix.cadence, power: fix.power,
      temperature: fix.temperature)
  }
}
