import Simulation

/// What `rastro convert` was asked for.
struct ConvertOptions: CommandOptions {
  /// The trace files to read; several become one.
  var operands: [String] = []
  /// The file to write, its format told by its end.
  var output: String?
  /// The part to write, or nil for all.
  var range: PlaybackRange?
  /// How far from what was recorded a track with fewer fixes may lead, or nil to keep all fixes.
  var tolerance: DistanceOption?
  /// Whether a file in which something would be skipped is refused.
  var isStrict = false
  /// Which columns of a CSV file mean what.
  var columns = ReadingOption.Columns()

  static let command = Command<ConvertOptions>(
    name: "convert", operands: "TRACE ... -o OUT", minimumOperands: 1,
    summary:
      "Writes traces (- is standard input) in another format, told by the output's end: .gpx, .nmea, .kml, "
      + ".geojson, .csv, .ndjson. Several traces become one file.",
    groups: [
      .init(
        title: "Output",
        options: [
          .value("--output", short: "-o", "OUT", \.output, "The file to write."),
          .value(
            "--range", "A..B", \.range,
            "Write this part: times, offsets (90s), fractions (0.5, 50%) or fixes (#120)."),
          .value(
            "--simplify", "DISTANCE", \.tolerance,
            "Leave out fixes that lie nearer than this to the line between those that stay: 5m."),
        ]),
      ReadingOption.group(strict: \.isStrict, columns: \.columns),
    ])
}
