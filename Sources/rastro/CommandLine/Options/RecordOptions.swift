import Recording

/// What `rastro record` was asked for.
struct RecordOptions: CommandOptions {
  /// Trace files and directories; empty for the bundled ones.
  var operands: [String] = []
  /// What is played, and how.
  var playback = PlaybackOptions()
  /// The bundled traces, or nil to look for them.
  var tracesDirectory: String?
  /// Elapsed time before figures count.
  var warmup = Duration.zero
  /// Consumers for each policy.
  var consumers = 1
  /// What each consumer takes for one element, in elapsed time.
  var consumerDelay = Duration.zero
  /// WebSocket clients over loopback.
  var clients = 0
  /// How many of them stop reading.
  var slowClients = 0
  /// Where events are recorded, or nil for nowhere; `-` is standard output.
  var events: String?
  /// Where reports go.
  var reports: [ReportTarget] = []
  /// What must hold.
  var thresholds: [Threshold] = []
  /// Whether the run ends as soon as a threshold fails.
  var abortsOnFail = false

  static let command = Command<RecordOptions>(
    name: "record", operands: "[TRACE|DIR ...]",
    summary:
      "Replays traces (- is standard input) or a fleet without a browser, measures what comes through at each "
      + "stage, and writes events and reports. Exits 1 when a threshold fails.",
    groups: PlaybackOptions.groups(in: \RecordOptions.playback) + [
      .init(
        title: "Load",
        options: [
          .number(
            "--consumers", "N", \.consumers, in: 0...100_000,
            "Consumers for each policy (default 1)."),
          .value(
            "--consumer-delay", "TIME", \.consumerDelay,
            "What each consumer takes for one element (default 0)."),
          .number(
            "--clients", "N", \.clients, in: 0...20_000,
            "WebSocket clients over loopback (default 0)."),
          .number(
            "--slow-clients", "K", \.slowClients, in: 0...20_000,
            "How many of them stop reading (default 0)."),
        ]),
      .init(
        title: "Output",
        options: [
          .value(
            "--events", "FILE.ndjson", \.events,
            "Record every fix and event at the source; - is standard output."),
          .list(
            "--report", "FILE", \.reports,
            "Write a report by the file's end: .json, .csv, .html, .prom; - is JSON on standard "
              + "output."),
          .list(
            "--threshold", "EXPRESSION", \.thresholds,
            "What must hold: 'dropped<0.1%', 'latency.p95<20ms', 'rate_error<1%', "
              + "'lateness.p99<2ms', 'memory.peak<200MB', 'latency.p95[consumer:newest:1]<20ms', 'latency.p95[written]<5ms'."
          ),
          .flag("--abort-on-fail", \.abortsOnFail, "End as soon as a threshold fails."),
          .value(
            "--warmup", "TIME", \.warmup,
            "Leave this elapsed time at the start out of the figures (default 0)."),
          .value("--traces", "DIR", \.tracesDirectory, "The bundled traces."),
        ]),
    ])
}
