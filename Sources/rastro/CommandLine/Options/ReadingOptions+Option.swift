import TraceFormats

/// The options of those commands that only read files.
enum ReadingOption {
  /// Which columns of a CSV file mean what.
  struct Columns: Hashable, OptionValue {
    /// From a field to the column's number, counted from 1, or header name.
    var columns: [String: String] = [:]

    static let allowed = "FIELD=COLUMN with commas, by number from 1 or header name: lat=3,lon=4"

    init() {}

    init?(option text: String) {
      for pair in text.split(separator: ",", omittingEmptySubsequences: false) {
        guard let equals = pair.firstIndex(of: "="), equals != pair.startIndex,
          pair.index(after: equals) != pair.endIndex
        else { return nil }
        columns[String(pair[..<equals])] = String(pair[pair.index(after: equals)...])
      }
    }
  }

  static func group<Values>(
    strict: OptionPath<Values, Bool>,
    columns: OptionPath<Values, Columns>
  ) -> Command<Values>.Group {
    .init(
      title: "Reading",
      options: [
        .flag("--strict", strict, "Refuse a file in which something would be skipped."),
        .value(
          "--columns", "LIST", columns,
          "What a CSV file's columns mean: lat=3,lon=4, or by header name."),
      ])
  }
}
