import Tracks

extension TraceBuilder {
  /// Makes a coordinate of what a file says, or skips the point with a note.
  ///
  /// A latitude outside ±90° or a longitude outside ±360° is no position. Longitudes of 180 to 360° either
  /// way are wrapped, and said: some writers count eastward all round, others run on over ±180°.
  ///
  /// - Parameters:
  ///   - latitude: Degrees, or nil when the file has no number there.
  ///   - longitude: Degrees, or nil when the file has no number there.
  ///   - line: The line, for the note.
  /// - Returns: The coordinate, or nil when the point is to be skipped.
  /// - Throws: `TraceError` with code `strict` when reading strictly.
  mutating func coordinate(
    latitude: Double?, longitude: Double?, line: Int? = nil
  ) throws(TraceError) -> Coordinate? {
    guard let latitude, let longitude else {
      try skip(
        .badPosition, line: line, "a position that is no pair of numbers; the point was skipped")
      return nil
    }
    if let coordinate = Coordinate(latitude: latitude, longitude: longitude) { return coordinate }
    guard abs(latitude) <= 90, abs(longitude) <= 360 else {
      try skip(
        .badPosition, line: line,
        "a position out of range (\(latitude), \(longitude)); the point was skipped")
      return nil
    }
    note(.wrappedLongitude, line: line, "longitude \(longitude) was wrapped to ±180")
    return Coordinate(wrappingLatitude: latitude, longitude: longitude)
  }

  /// Reads a time of ISO 8601; a time without offset is UTC with a note, one that cannot be read is
  /// absent with a note, and blank text is absent.
  mutating func time(_ bytes: Span<UInt8>, line: Int? = nil) -> SourceTime? {
    guard let value = times.read(bytes) else {
      if !bytes.trimmedRange.isEmpty {
        note(.badTime, line: line, "a time that cannot be read; its point has none")
      }
      return nil
    }
    if !value.hasOffset {
      note(.noOffset, line: line, "times without an offset from UTC were read as UTC")
    }
    return value.time
  }

  /// Makes a time of seconds since 1970; one that no date can hold is absent with a note.
  mutating func time(secondsSince1970 seconds: Double, line: Int? = nil) -> SourceTime? {
    if let time = SourceTime(secondsSince1970: seconds) { return time }
    note(.badTime, line: line, "a time that cannot be read; its point has none")
    return nil
  }

  /// Reads a number; what is no number is absent with a note, and blank text is absent.
  mutating func number(_ bytes: Span<UInt8>, line: Int? = nil) -> Double? {
    if let value = DecimalNumber.value(of: bytes) { return value }
    if !bytes.trimmedRange.isEmpty {
      note(.badNumber, line: line, "a value that is no finite number was left out")
    }
    return nil
  }
}
