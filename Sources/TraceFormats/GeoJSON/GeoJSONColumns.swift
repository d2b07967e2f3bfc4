import Tracks

/// What the fixes of a track hold beside their positions, as JSON arrays in the making: one for each kind
/// of value, with the arrays of its segments.
struct GeoJSONColumns {
  private var times = Column(name: "coordTimes")
  private var others = Self.values.map { Column(name: $0.name) }

  private static let values = FixValue.allCases.filter { $0 != .altitude }

  private struct Column {
    let name: String
    var lines: [[UInt8]] = []
    var isEmpty = true

    init(name: String) {
      self.name = name
    }

    mutating func append(_ value: Double?) {
      append(isMissing: value == nil) { output in
        if let value { output.append(shortest: value) }
      }
    }

    mutating func append(isMissing: Bool, _ write: (inout [UInt8]) -> Void) {
      let last = lines.count - 1
      if !lines[last].isEmpty { lines[last].append(UInt8(ascii: ",")) }
      if isMissing {
        lines[last].append(text: "null")
      } else {
        write(&lines[last])
        isEmpty = false
      }
    }

    func write(isNested: Bool, into output: inout [UInt8]) {
      output.append(json: name)
      output.append(UInt8(ascii: ":"))
      output.append(jsonArrays: lines, isNested: isNested)
    }
  }

  mutating func beginLine() {
    times.lines.append([])
    for index in others.indices { others[index].lines.append([]) }
  }

  mutating func append(_ fix: Fix, options: WritingOptions) {
    let time = options.includes(.derivedTime, of: fix) ? fix.time : nil
    times.append(isMissing: time == nil) { output in
      if let time { output.append(text: "\"\(time.iso8601Shortest)\"") }
    }
    for (index, value) in Self.values.enumerated() {
      others[index].append(value.number(of: fix, options))
    }
  }

  /// Writes the members of the feature's properties, those without any value left out.
  func write(isNested: Bool, needsComma: Bool, into output: inout [UInt8]) {
    var needsComma = needsComma
    if !times.isEmpty {
      if needsComma { output.append(UInt8(ascii: ",")) }
      needsComma = true
      times.write(isNested: isNested, into: &output)
    }
    let present = others.filter { !$0.isEmpty }
    guard !present.isEmpty else { return }
    if needsComma { output.append(UInt8(ascii: ",")) }
    output.append(text: "\"coordinateProperties\":{")
    for (index, column) in present.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ",")) }
      column.write(isNested: isNested, into: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  /// Appends arrays, of which the contents are there, in an array around them or joined in one.
  mutating func append(jsonArrays contents: [[UInt8]], isNested: Bool) {
    append(UInt8(ascii: "["))
    for (index, content) in contents.enumerated() {
      if index > 0 { append(UInt8(ascii: ",")) }
      if isNested { append(UInt8(ascii: "[")) }
      self += content
      if isNested { append(UInt8(ascii: "]")) }
    }
    append(UInt8(ascii: "]"))
  }
}
