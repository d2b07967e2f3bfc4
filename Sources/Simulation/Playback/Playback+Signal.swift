import Tracks

extension Playback {
  /// Switches a fault on, instead of whatever of its kind was on; a rate of 0 switches those off.
  ///
  /// Its window counts from the start. What a fault holds back when it is switched off still comes.
  ///
  /// - Parameters:
  ///   - fault: The fault.
  ///   - elapsed: The time on the injected clock.
  /// - Throws: `PlaybackError` when its rate or an amount is out of range.
  public mutating func setFault(
    _ fault: Fault, at elapsed: Duration
  ) throws(PlaybackError) {
    now = max(now, elapsed.wholeNanoseconds)
    try fault.check()
    signal.setFault(fault)
    tell(.fault, "fault", fault.description)
  }

  /// Switches all faults off.
  ///
  /// - Parameter elapsed: The time on the injected clock.
  public mutating func clearFaults(at elapsed: Duration) {
    now = max(now, elapsed.wholeNanoseconds)
    guard !signal.faults.isEmpty else { return }
    signal.clearFaults()
    tell(.fault, "fault", "none")
  }

  /// Changes the noise.
  ///
  /// - Parameters:
  ///   - preset: How badly the signal is received.
  ///   - seed: The seed of all chance from here on, or nil to keep it.
  ///   - elapsed: The time on the injected clock.
  public mutating func setNoise(
    _ preset: NoisePreset, seed: UInt64? = nil, at elapsed: Duration
  ) {
    now = max(now, elapsed.wholeNanoseconds)
    signal.setNoise(preset, seed: seed)
    tell(.notice, "noise", preset.rawValue)
  }

  mutating func tell(_ kind: SimulationEvent.Kind, _ key: String, _ text: String) {
    announcements.append(
      Announcement(kind: kind, run: pace.run(at: now), details: [.init(key, .text(text))]))
  }
}

extension Fault {
  /// Refuses what is out of range.
  func check() throws(PlaybackError) {
    guard (0...1).contains(rate) else {
      throw PlaybackError(.badFault, "the rate of a fault must be 0 to 1, or 0% to 100%")
    }
    guard amount >= .zero, amount <= .seconds(86_400) else {
      throw PlaybackError(.badFault, "the time of a fault must be 0 s to a day")
    }
    guard meters >= 0, meters <= 20_000_000, abs(drift) <= 0.5 else {
      throw PlaybackError(
        .badFault, "a jump must be 0 to 20 000 km, and a clock's drift at most a half")
    }
    if let from, let to, from >= to {
      throw PlaybackError(.badFault, "the window of a fault must begin before it ends")
    }
  }
}
