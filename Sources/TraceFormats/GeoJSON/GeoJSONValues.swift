import Tracks

/// Arrays in a feature's properties that hold one value for each position, such as `coordTimes`.
struct GeoJSONValues {
  /// What an array holds.
  enum Kind: Equatable {
    case times
    case numbers(FixValue)

    /// What an array of a name holds, or nil where a fix has no place for it.
    init?(name: String) {
      if name == "coordTimes" || name == "times" {
        self = .times
      } else if let value = FixValue(name: name) {
        self = .numbers(value)
      } else {
        return nil
      }
    }
  }

  /// One array, flat, with the ends of the arrays nested in it.
  private struct Values {
    var kind: Kind
    var times: [SourceTime?] = []
    var numbers: [Double?] = []
    var ends: [Int] = []

    var isTimes: Bool { kind == .times }
    var count: Int { isTimes ? times.count : numbers.count }
  }

  private var all: [Values] = []
  private var depth = 0

  var isEmpty: Bool { all.isEmpty }

  mutating func begin(_ kind: Kind) {
    if depth == 0 { all.append(Values(kind: kind)) }
    depth += 1
  }

  mutating func end() {
    depth -= 1
    if depth == 1 { all[all.count - 1].ends.append(all[all.count - 1].count) }
  }

  mutating func add(text: Span<UInt8>, line: Int, into builder: inout TraceBuilder) {
    guard let last = all.indices.last else { return }
    if all[last].isTimes {
      all[last].times.append(builder.time(text, line: line))
    } else {
      all[last].numbers.append(builder.number(text, line: line))
    }
  }

  mutating func add(number: Double) {
    guard let last = all.indices.last else { return }
    if all[last].isTimes {
      all[last].times.append(SourceTime(epoch: number))
    } else {
      all[last].numbers.append(number)
    }
  }

  mutating func addMissing() {
    guard let last = all.indices.last else { return }
    if all[last].isTimes { all[last].times.append(nil) } else { all[last].numbers.append(nil) }
  }

  /// The values, ready to be given to the positions of lines that end where said; counts that differ are
  /// noted.
  func paired(
    with ends: [Int], line: Int, noting builder: inout TraceBuilder
  ) -> GeoJSONValues? {
    for values in all where values.isTimes && values.count != ends.last ?? 0 {
      builder.note(
        "unpaired-times", line: line,
        "\(values.count) times for \(ends.last ?? 0) places; paired as far as they go")
    }
    return all.isEmpty ? nil : self
  }

  /// Gives a position what the arrays say of it.
  ///
  /// - Parameters:
  ///   - part: The number of its line.
  ///   - index: Its number in the line.
  ///   - flatIndex: Its number in the geometry.
  ///   - fix: The position.
  func apply(part: Int, index: Int, flatIndex: Int, to fix: inout Fix) {
    for values in all {
      var place = flatIndex
      if !values.ends.isEmpty {
        guard part < values.ends.count else { continue }
        place = (part == 0 ? 0 : values.ends[part - 1]) + index
        guard place < values.ends[part] else { continue }
      }
      guard place < values.count else { continue }
      switch values.kind {
      case .times:
        fix.time = values.times[place] ?? fix.time
      case .numbers(let value):
        if let number = values.numbers[place] { value.set(number, of: &fix) }
      }
    }
  }
}
