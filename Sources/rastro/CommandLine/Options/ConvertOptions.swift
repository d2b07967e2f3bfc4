/// What `rastro convert` was asked for.
struct ConvertOptions: CommandOptions {
  /// The trace files to read; several become one.
  var operands: [String] = []
  /// The file to write, its format told by its end.
  var output: String?
  /// Whether a file in which something would be skipped is refused.
  var isStrict = false
  /// Which columns of a CSV file mean what.
  var columns = ReadingOption.Columns()

  static let command = Command<ConvertOptions>(
    name: "convert", operands: "TRACE ... -o OUT", minimumOperands: 1,
    summary: "Writes traces in another format, told by the output's end: .gpx, .nmea, .kml, "
      + ".geojson, .csv, .ndjson. Several traces become one file.",
    groups: [
      .init(
        title: "Output",
        options: [
          .value("--output", short: "-o", "OUT", \.output, "The file to write.")
        ]),
      ReadingOption.group(strict: \.isStrict, columns: \.columns),
    ])
}
