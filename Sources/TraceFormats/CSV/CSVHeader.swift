/// Which columns of a table mean what, and what stands between them.
struct CSVHeader {
  /// What stands between fields: a comma, semicolon, tab or bar.
  var delimiter: UInt8
  /// The columns with a meaning, by their indexes.
  var columns: [(index: Int, column: CSVColumn)] = []
  /// The number of fields of the header.
  var fieldCount: Int

  static let delimiters = ",;\t|".utf8.map { $0 }

  /// Reads a line as a header, or returns nil when it names no position.
  ///
  /// - Parameters:
  ///   - line: The line; a `#` before the first name is passed over.
  ///   - chosen: The columns that the user has chosen, by their meaning.
  init?(_ line: Span<UInt8>, chosen: [String: String] = [:]) {
    var best: CSVHeader?
    for delimiter in Self.delimiters {
      guard let header = CSVHeader(line, at: delimiter, chosen: chosen) else { continue }
      if header.columns.count > best?.columns.count ?? 0 { best = header }
    }
    guard let best else { return nil }
    self = best
  }

  private init?(_ line: Span<UInt8>, at delimiter: UInt8, chosen: [String: String]) {
    var fields = CSVFields()
    guard fields.split(line, at: delimiter), fields.count > 1 else { return nil }
    self.delimiter = delimiter
    fieldCount = fields.count
    var names = (0..<fields.count).map { fields.string(of: $0) }
    names[0] = String(names[0].trimmingPrefix("#"))
    for (index, name) in names.enumerated() {
      guard let column = CSVColumn(header: name), self.index(of: column.kind) == nil else {
        continue
      }
      columns.append((index, column))
    }
    choose(chosen, among: names)
    adoptDialect(of: names)
    // A row of numbers is no header, whatever columns were chosen.
    if let index = self.index(of: .latitude), Double(names[index].replacing(",", with: ".")) != nil
    {
      return nil
    }
    guard index(of: .position) != nil || index(of: .latitude) != nil && index(of: .longitude) != nil
    else { return nil }
  }

  /// Makes a header of chosen columns that are all given by number, for a table that has none; nil when
  /// they name no position.
  init?(numbers chosen: [String: String], delimiter: UInt8, fieldCount: Int) {
    self.delimiter = delimiter
    self.fieldCount = fieldCount
    choose(chosen, among: [])
    guard index(of: .latitude) != nil, index(of: .longitude) != nil else { return nil }
  }

  /// Guesses the columns of a table without a header from one of its rows, or returns nil.
  ///
  /// The first two numbers with decimals that can be a latitude and a longitude are taken as such, and
  /// the first cell that reads as a date as the time.
  init?(guessing row: Span<UInt8>, at delimiter: UInt8) {
    self.delimiter = delimiter
    var fields = CSVFields()
    guard fields.split(row, at: delimiter), fields.count >= 2 else { return nil }
    fieldCount = fields.count
    for index in 0..<fields.count {
      if delimiter != UInt8(ascii: ",") { fields.replaceDecimalComma(in: index) }
      let text = fields.text.span
      let cell = text.extracting(fields.range(of: index))
      if let value = DecimalNumber.value(of: cell) {
        guard cell.firstIndex(of: UInt8(ascii: ".")) != nil else { continue }
        if self.index(of: .latitude) == nil {
          guard abs(value) <= 90 else { return nil }
          columns.append((index, CSVColumn(kind: .latitude)))
        } else if self.index(of: .longitude) == nil {
          guard abs(value) <= 180 else { return nil }
          columns.append((index, CSVColumn(kind: .longitude)))
        }
      } else if self.index(of: .time) == nil, !cell.isEmpty, CSVMoment(cell) != nil {
        columns.append((index, CSVColumn(kind: .time)))
      }
    }
    guard index(of: .latitude) != nil, index(of: .longitude) != nil else { return nil }
  }

  /// The index of the column of a kind, or nil.
  func index(of kind: CSVColumn.Kind) -> Int? {
    columns.first { $0.column.kind == kind }?.index
  }

  private mutating func choose(_ chosen: [String: String], among names: [String]) {
    for (meaning, place) in chosen {
      guard var column = CSVColumn(header: meaning) else { continue }
      let named = names.firstIndex { $0.lowercased() == place.lowercased() }
      guard let index = named ?? Int(place).map({ $0 - 1 }), (0..<fieldCount).contains(index) else {
        continue
      }
      if index < names.count, let header = CSVColumn(header: names[index]) {
        column.unit = column.unit ?? header.unit
      }
      columns.removeAll { $0.index == index || $0.column.kind == column.kind }
      columns.append((index, column))
    }
  }

  /// Sets the units that some writers leave unsaid: km/h in the tables of MediaTek and Columbus loggers,
  /// feet and knots in those of Flightradar24.
  private mutating func adoptDialect(of names: [String]) {
    let names = Set(names.map { $0.uppercased() })
    let isLogger = names.contains("INDEX") && (names.contains("RCR") || names.contains("TAG"))
    let isFlight = names.contains("CALLSIGN") && names.contains("POSITION")
    for place in columns.indices where columns[place].column.unit == nil {
      switch columns[place].column.kind {
      case .value(.speed) where isLogger: columns[place].column.unit = .kilometresPerHour
      case .value(.speed) where isFlight: columns[place].column.unit = .knots
      case .value(.altitude) where isFlight: columns[place].column.unit = .feet
      default: break
      }
    }
  }
}

extension CSVColumn {
  init(kind: Kind) {
    self.kind = kind
  }
}
