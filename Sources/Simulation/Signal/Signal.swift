import Tracks

/// What becomes of the fixes on their way: noise first, then the faults in the order of their kinds.
struct Signal: Sendable {
  private(set) var preset = NoisePreset.none
  private var noise: Noise?
  private(set) var faults: [FaultState] = []
  private(set) var seed: UInt64

  init(seed: UInt64, preset: NoisePreset, model: NoiseModel?, faults: [Fault]) {
    self.seed = seed
    self.preset = preset
    noise = (model ?? NoiseModel(preset)).map { Noise($0, seed: seed) }
    for fault in faults where fault.rate > 0 { insert(fault) }
  }

  /// Changes the noise, and the seed of all chance if one is given.
  mutating func setNoise(_ preset: NoisePreset, seed: UInt64?) {
    if let seed {
      self.seed = seed
      for index in faults.indices { faults[index].reseed(seed) }
    }
    self.preset = preset
    noise = NoiseModel(preset).map { Noise($0, seed: self.seed) }
  }

  /// Switches a fault on instead of all of its kind; a rate of 0 switches them off.
  mutating func setFault(_ fault: Fault) {
    faults.removeAll { $0.fault.kind == fault.kind }
    if fault.rate > 0 { insert(fault) }
  }

  /// Lets no fix through for a time, whatever faults there are besides.
  mutating func addOutage(from start: Duration, for length: Duration) {
    insert(Fault(.drop, from: start, to: start + length))
  }

  /// Switches all faults off.
  mutating func clearFaults() {
    faults.removeAll()
  }

  /// Forgets what the faults remember of the fixes before, since the place has changed.
  mutating func reset() {
    for index in faults.indices { faults[index].reset() }
  }

  private mutating func insert(_ fault: Fault) {
    let place = faults.partitionIndex { $0.order > FaultState.order(fault.kind) }
    let twins = faults.count { $0.fault.kind == fault.kind }
    faults.insert(FaultState(fault, seed: seed, index: twins), at: place)
  }

  /// Whether a fault is in force that makes the fixes that arrive other than those that were made.
  func hidesMovement(at time: Int64) -> Bool {
    faults.contains { $0.fault.kind.hidesMovement && $0.isInForce(at: time) }
  }

  /// Whether fixes arrive as they were made.
  var isClean: Bool { noise == nil && faults.isEmpty }

  /// Whether no fix at all comes through.
  func isOut(at time: Int64) -> Bool {
    faults.contains { $0.fault.kind == .drop && $0.fault.rate >= 1 && $0.isInForce(at: time) }
  }

  /// Moves a fix by the noise.
  func disturb(_ fix: inout Fix, of vehicle: Int, at time: Int64) {
    noise?.apply(to: &fix, of: vehicle, at: time)
  }

  /// What becomes of a fix.
  struct Fate {
    var fix: Fix
    /// How often it arrives; 0 when it is lost.
    var copies = 1
    /// How much later than it was made, in nanoseconds.
    var delay: Int64 = 0
  }

  /// Sends a fix through the faults.
  ///
  /// - Parameters:
  ///   - fix: The fix, after noise.
  ///   - circumstances: Which one it is.
  /// - Returns: What becomes of it.
  mutating func fate(of fix: Fix, _ circumstances: FaultState.Circumstances) -> Fate {
    var fate = Fate(fix: fix)
    for index in faults.indices where faults[index].isInForce(at: circumstances.time) {
      faults[index].strike(&fate, circumstances)
      if fate.copies == 0 { break }
    }
    return fate
  }
}
