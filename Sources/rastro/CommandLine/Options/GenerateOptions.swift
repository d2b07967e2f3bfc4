import Simulation
import Tracks

/// What `rastro generate` was asked for.
struct GenerateOptions: CommandOptions {
  /// Trace files to take as roads.
  var operands: [String] = []
  /// The file to write, its format told by its end.
  var output: String?
  /// Vehicles.
  var fleet = 1
  /// What all that is random follows from.
  var seed: UInt64 = 1
  /// Fixes a second.
  var hz = 1.0
  /// How long the trace lasts, in source time.
  var duration = Duration.seconds(600)
  /// The time of the first fix; a stated one, so that the same options make the same bytes.
  var start = SourceTime(nanoseconds: 1_704_067_200_000_000_000)
  /// How badly the signal is received.
  var noise = NoisePreset.none
  /// What goes wrong with the signal.
  var faults: [Fault] = []

  static let command = Command<GenerateOptions>(
    name: "generate", operands: "[ROADS ...] -o OUT",
    summary: "Writes a synthetic trace or fleet, its format told by the output's end: .gpx, .nmea, "
      + ".kml, .geojson, .csv, .ndjson. The same options make the same bytes.",
    groups: [
      .init(
        title: "What is made",
        options: [
          .value("--output", short: "-o", "OUT", \.output, "The file to write."),
          .number("--fleet", "N", \.fleet, in: 1...1_000_000, "Vehicles (default 1)."),
          .number(
            "--seed", "S", \.seed, in: 0...UInt64.max,
            "What all that is random follows from (default 1)."),
          .number("--hz", "H", \.hz, in: 0.01...1000, "Fixes a second (default 1)."),
          .value(
            "--duration", "TIME", \.duration,
            "How long the trace lasts (default 10m)."),
          .value(
            "--start", "TIME", \.start,
            "The time of the first fix (default 2024-01-01T00:00:00Z)."),
          .value(
            "--noise", "PRESET", \.noise,
            "Noise: none, open-sky, urban, indoor, tunnel (default none)."),
          .list("--fault", "KIND=RATE", \.faults, "A fault, as in rastro record."),
        ])
    ])
}
