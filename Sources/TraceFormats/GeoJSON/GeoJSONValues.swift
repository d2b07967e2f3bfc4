import Tracks

/// Arrays in a feature's properties that hold one value for each position, such as `coordTimes`.
struct GeoJSONValues {
  /// The names of the arrays that a fix has a place for.
  static let names: Set<String> = [
    "coordTimes", "times", "speeds", "speed", "courses", "course", "accuracies", "accuracy",
    "heart",
    "heartRates", "cadences", "powers", "temperatures",
  ]

  /// One array, flat, with the ends of the arrays nested in it.
  private struct Values {
    var name: String
    var times: [SourceTime?] = []
    var numbers: [Double?] = []
    var ends: [Int] = []

    var isTimes: Bool { name == "coordTimes" || name == "times" }
    var count: Int { isTimes ? times.count : numbers.count }
  }

  private var all: [Values] = []
  private var depth = 0

  var isEmpty: Bool { all.isEmpty }

  mutating func begin(_ name: String) {
    if depth == 0 { all.append(Values(name: name)) }
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
      if values.isTimes {
        fix.time = values.times[place] ?? fix.time
      } else if let number = values.numbers[place] {
        fix.set(values.name, number)
      }
    }
  }
}

extension Fix {
  fileprivate mutating func set(_ name: String, _ number: Double) {
    switch name {
    case "speeds", "speed": speed = number
    case "courses", "course": course = number
    case "accuracies", "accuracy": horizontalAccuracy = number
    case "heart", "heartRates": heartRate = Int(clamping: number)
    case "cadences": cadence = Int(clamping: number)
    case "powers": power = Int(clamping: number)
    case "temperatures": temperature = number
    default: break
    }
  }
}
