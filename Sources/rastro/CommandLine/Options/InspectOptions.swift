import TraceFormats

/// What `rastro inspect` was asked for.
struct InspectOptions: CommandOptions {
  /// Trace files, directories and patterns.
  var operands: [String] = []
  /// Whether one JSON object a line is wanted.
  var isJSON = false
  /// What counts as a gap.
  var gapThreshold = GapThreshold()
  /// Whether a file in which something would be skipped is refused.
  var isStrict = false
  /// Which columns of a CSV file mean what.
  var columns = ReadingOption.Columns()

  static let command = Command<InspectOptions>(
    name: "inspect", operands: "TRACE|DIR ...", minimumOperands: 1,
    summary:
      "Says what is in trace files, or in standard input (-), and what is wrong with them. A broken file does not stop "
      + "the others; then the exit status is 65.",
    groups: [
      .init(
        title: "Output",
        options: [
          .flag("--json", \.isJSON, "One JSON object a line."),
          .value(
            "--gap-threshold", "LIMIT", \.gapThreshold,
            "What counts as a gap: 60s, 1km or both with a comma (default 60s,1km)."),
        ]),
      ReadingOption.group(strict: \.isStrict, columns: \.columns),
    ])
}
