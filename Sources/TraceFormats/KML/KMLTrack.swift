import Tracks

/// A `Track` in progress: its times, places and values stand in lists of their own, paired by order.
struct KMLTrack {
  private var times: [SourceTime?] = []
  /// One for each `coord`; nil for an empty one or one that cannot be read.
  private var fixes: [Fix?] = []
  /// Whether a `coord` was empty, by its index.
  private var emptyCoords: Set<Int> = []
  private var values: [(value: FixValue, numbers: [Double?])] = []
  private var isInKnownValues = false
  /// Whether altitudes are above sea level.
  var hasAltitudes: Bool

  init(hasAltitudes: Bool) {
    self.hasAltitudes = hasAltitudes
  }

  mutating func addTime(_ time: SourceTime?) {
    times.append(time)
  }

  /// Adds a place, which may be missing.
  mutating func add(_ fix: Fix?, isEmpty: Bool = false) {
    if isEmpty { emptyCoords.insert(fixes.count) }
    fixes.append(fix)
  }

  /// Begins an array of values; those of an unknown name are dropped.
  mutating func beginValues(named name: String?) {
    let known = name.flatMap(FixValue.init)
    if let known { values.append((known, [])) }
    isInKnownValues = known != nil
  }

  mutating func addValue(_ number: Double?) {
    if isInKnownValues { values[values.count - 1].numbers.append(number) }
  }

  /// Hands on the fixes as a segment.
  ///
  /// - Returns: How many there were.
  consuming func finish(line: Int?, into builder: inout TraceBuilder) throws(TraceError) -> Int {
    if times.count != fixes.count, !times.isEmpty {
      builder.note(
        "unpaired-times", line: line,
        "\(times.count) times for \(fixes.count) places; paired as far as they go")
    }
    var count = 0
    for index in fixes.indices {
      let time = index < times.count ? times[index] : nil
      guard var fix = fixes[index] else {
        if emptyCoords.contains(index) { try builder.append(SensorSample(time: time), line: line) }
        continue
      }
      fix.time = time
      if !hasAltitudes, fix.altitude != nil {
        fix.altitude = nil
        KMLHandler.noteAltitude(line: line, in: &builder)
      }
      for (value, numbers) in values where index < numbers.count {
        if let number = numbers[index] { value.set(number, of: &fix) }
      }
      try builder.append(fix)
      count += 1
    }
    return count
  }
}
