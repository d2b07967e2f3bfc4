import Tracks

/// Cuts the text of a `coordinates` element, which comes in parts, into its tuples.
struct KMLCoordinates {
  private var tuple: [UInt8] = []

  /// Takes a part of the text.
  ///
  /// - Parameters:
  ///   - part: The text, cut anywhere.
  ///   - line: The line, for errors.
  ///   - builder: Where notes go.
  ///   - body: Gets each whole tuple.
  /// - Throws: `TraceError` for a tuple whose commas cannot be understood.
  mutating func take(
    _ part: Span<UInt8>, line: Int, into builder: inout TraceBuilder,
    _ body: (Fix, inout TraceBuilder) throws(TraceError) -> Void
  ) throws(TraceError) {
    for index in part.indices {
      if part[index] > 0x20 {
        guard tuple.count < 1000 else {
          throw TraceError(.malformed, line: line, "coordinates of more than 1000 characters")
        }
        tuple.append(part[index])
      } else if !tuple.isEmpty {
        try finish(line: line, into: &builder, body)
      }
    }
  }

  /// Takes the end of the text, which ends a tuple.
  mutating func finish(
    line: Int, into builder: inout TraceBuilder,
    _ body: (Fix, inout TraceBuilder) throws(TraceError) -> Void
  ) throws(TraceError) {
    guard !tuple.isEmpty else { return }
    let bytes = tuple
    tuple.removeAll(keepingCapacity: true)
    if let fix = try Self.fix(bytes.span, line: line, into: &builder) {
      try body(fix, &builder)
    }
  }

  /// Reads `lon,lat` or `lon,lat,alt`.
  private static func fix(
    _ tuple: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) -> Fix? {
    var ends: [Int] = []
    for index in tuple.indices where tuple[index] == UInt8(ascii: ",") { ends.append(index) }
    ends.append(tuple.count)
    guard ends.count == 2 || ends.count == 3, ends[0] > 0, ends[1] > ends[0] + 1,
      ends.count == 2 || ends[2] > ends[1] + 1
    else {
      throw TraceError(
        .malformed, line: line,
        "coordinates \"\(tuple.text())\" are no lon,lat or lon,lat,alt; blanks stand only between tuples"
      )
    }
    let coordinate = try builder.coordinate(
      latitude: DecimalNumber.value(of: tuple.extracting(ends[0] + 1..<ends[1])),
      longitude: DecimalNumber.value(of: tuple.extracting(0..<ends[0])), line: line)
    guard let coordinate else { return nil }
    var fix = Fix(coordinate)
    if ends.count == 3 {
      fix.altitude = builder.number(tuple.extracting(ends[1] + 1..<ends[2]), line: line)
    }
    return fix
  }

  /// Reads the text of a `coord`: `lon lat` or `lon lat alt`, by blanks.
  static func coord(
    _ text: Span<UInt8>, line: Int, into builder: inout TraceBuilder
  ) throws(TraceError) -> Fix? {
    var parts: [Range<Int>] = []
    var index = 0
    while index < text.count {
      if text[index] <= 0x20 {
        index += 1
        continue
      }
      let start = index
      while index < text.count, text[index] > 0x20 { index += 1 }
      parts.append(start..<index)
    }
    let isSound = parts.count == 2 || parts.count == 3
    let coordinate = try builder.coordinate(
      latitude: isSound ? DecimalNumber.value(of: text.extracting(parts[1])) : nil,
      longitude: isSound ? DecimalNumber.value(of: text.extracting(parts[0])) : nil, line: line)
    guard let coordinate else { return nil }
    var fix = Fix(coordinate)
    if parts.count == 3 { fix.altitude = builder.number(text.extracting(parts[2]), line: line) }
    return fix
  }
}
