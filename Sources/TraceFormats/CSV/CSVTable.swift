import Tracks

/// The lines of a table: first whatever stands before the header, then the header, then rows.
struct CSVTable: LineConsumer {
  /// Whether the next line is the last and has no line end.
  var isAtOpenEnd = false
  private let options: ReadingOptions
  private var header: CSVHeader?
  /// Lines before the header, while none has been found.
  private var preamble: [[UInt8]] = []
  private var fields = CSVFields()
  /// The beginning of a record whose quotes hold a line end, where it began, and how many lines it has.
  private var openRecord: [UInt8] = []
  private var openStart = 0
  private var openLines = 0
  private var clock = CSVClock()
  /// The last segment of each vehicle.
  private var segments: [String: String] = [:]
  private var isSemicircles = false

  /// How many lines may stand before the header.
  private static let longestPreamble = 50
  /// How many lines a quoted field may hold, so that one stray quote does not swallow the table.
  private static let longestRecord = 20

  init(options: ReadingOptions) {
    self.options = options
  }

  mutating func take(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    guard let header else {
      try takePreamble(line, number: number, into: &builder)
      return
    }
    if openLines == 0 {
      guard !line.trimmedRange.isEmpty, line[0] != UInt8(ascii: "#") else { return }
      if fields.split(line, at: header.delimiter) {
        try takeRecord(header, number: number, into: &builder)
        return
      }
      openStart = number
    } else {
      openRecord.append(UInt8(ascii: "\n"))
    }
    for index in line.indices { openRecord.append(line[index]) }
    openLines += 1
    let record = openRecord
    if openLines > 1, fields.split(record.span, at: header.delimiter) {
      openLines = 0
      openRecord.removeAll(keepingCapacity: true)
      try takeRecord(header, number: number, into: &builder)
    } else if openLines == Self.longestRecord || isAtOpenEnd
      || openRecord.count > options.limits.lineBytes
    {
      try takeOpenLines(header, into: &builder)
    }
  }

  /// Ends the table.
  mutating func finish(into builder: inout TraceBuilder) throws(TraceError) {
    if header == nil {
      try guessHeader(into: &builder)
    }
    if let header, openLines > 0 {
      try takeOpenLines(header, into: &builder)
    }
  }

  private mutating func takePreamble(
    _ line: Span<UInt8>, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    if let found = CSVHeader(line, chosen: options.csvColumns) {
      header = found
      preamble = []
      isSemicircles = found.columns.contains { $0.column.isSemicircles }
      return
    }
    preamble.append((0..<line.count).map { line[$0] })
    if preamble.count == Self.longestPreamble { try guessHeader(into: &builder) }
  }

  /// Makes a header for a table that has none, and takes the lines so far as rows.
  private mutating func guessHeader(into builder: inout TraceBuilder) throws(TraceError) {
    let lines = preamble
    preamble = []
    guard let first = lines.firstIndex(where: { !$0.span.trimmedRange.isEmpty && $0[0] != 0x23 })
    else { throw TraceError(.malformed, "the table has no rows") }
    let row = lines[first]
    var found: CSVHeader?
    for delimiter in CSVHeader.delimiters where found == nil {
      _ = fields.split(row.span, at: delimiter)
      found =
        CSVHeader(numbers: options.csvColumns, delimiter: delimiter, fieldCount: fields.count)
        ?? CSVHeader(guessing: row.span, at: delimiter)
    }
    guard let found else {
      guard !options.csvColumns.isEmpty || isTable(lines) else { throw TraceIntake.noFormat }
      throw TraceError(
        .malformed, line: first + 1,
        "no header names a latitude and a longitude; say which columns they are (lat=3,lon=4)")
    }
    if options.csvColumns.isEmpty {
      let place = found.columns.map { "\($0.column.kind) \($0.index + 1)" }.joined(separator: ", ")
      builder.note("guessed-columns", line: first + 1, "no header; columns were guessed: \(place)")
    }
    header = found
    for (index, line) in lines.enumerated() {
      try take(line.span, number: index + 1, into: &builder)
    }
  }

  /// Whether lines have fields at all: as many in each, which those of prose have not.
  private mutating func isTable(_ lines: [[UInt8]]) -> Bool {
    let rows = lines.filter { !$0.span.trimmedRange.isEmpty && $0[0] != 0x23 }
    guard rows.count > 1 else { return false }
    for delimiter in CSVHeader.delimiters {
      var counts: Set<Int> = []
      for row in rows {
        _ = fields.split(row.span, at: delimiter)
        counts.insert(fields.count)
      }
      if counts.count == 1, counts != [1] { return true }
    }
    return false
  }

  /// Takes the lines of a record whose quote was never closed, one by one, with quotes as they stand.
  private mutating func takeOpenLines(
    _ header: CSVHeader, into builder: inout TraceBuilder
  ) throws(TraceError) {
    let record = openRecord
    openRecord.removeAll(keepingCapacity: true)
    openLines = 0
    builder.note(
      "open-quote", line: openStart, "a quote is never closed; it was read as a character")
    let lines = record.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() where !line.isEmpty {
      _ = fields.split(Array(line).span, at: header.delimiter, quotes: false)
      try takeRecord(header, number: openStart + index, into: &builder)
    }
  }

  private mutating func takeRecord(
    _ header: CSVHeader, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    if isAtOpenEnd, fields.count < header.fieldCount {
      try builder.skip(.truncated, line: number, "the file stops within its last row")
      return
    }
    var row = CSVRow(&fields, header: header)
    let time = clock.time(of: row, line: number, noting: &builder)
    if row.hasBadTime {
      builder.note(.badTime, line: number, "a time could not be read; its point has none")
    }
    if row.hasBadNumber {
      builder.note(.badNumber, line: number, "a number could not be read; it is absent")
    }
    if header.index(of: .vehicle) != nil { builder.selectTrack(named: row.vehicle ?? "") }
    if row.startsSegment { builder.beginSegment() }
    if let segment = row.segment {
      let last = segments.updateValue(segment, forKey: row.vehicle ?? "")
      if segment != last { builder.beginSegment() }
    }
    if row.looksLikeSemicircles { isSemicircles = true }
    try take(&row, time: time, number: number, into: &builder)
  }

  private mutating func take(
    _ row: inout CSVRow, time: SourceTime?, number: Int, into builder: inout TraceBuilder
  ) throws(TraceError) {
    if !row.hasBadPosition, row.isWithoutFix || row.latitude == nil || row.longitude == nil {
      row.values.time = time
      try builder.append(SensorSample(row.values), line: number)
      return
    }
    let unit = isSemicircles ? 180.0 / 2_147_483_648 : 1
    let coordinate = try builder.coordinate(
      latitude: row.latitude.map { $0 * unit }, longitude: row.longitude.map { $0 * unit },
      line: number)
    guard let coordinate else { return }
    row.values.coordinate = coordinate
    row.values.time = time
    try builder.append(row.values)
  }
}
