import Simulation
import StreamMetrics
import TraceFormats

/// What `serve` and `record` have in common: what is played, and how.
struct PlaybackOptions: Hashable, Sendable {
  /// Vehicles to simulate, or nil to play the tracks themselves.
  var fleet: Int?
  /// What all that is random follows from.
  var seed: UInt64 = 1
  /// Seconds of source time a second.
  var rate = PlaybackRate.times(1)
  /// Positions a second, or nil for the recorded fixes (`record`) or 10 (`serve`).
  var hz: Double?
  /// What happens at the end, or nil for the command's own way.
  var loop: LoopMode?
  /// Where to begin, or nil for the start.
  var startAt: SeekTarget?
  /// Whether it begins paused.
  var startPaused = false
  /// What is played of the whole, or nil for all.
  var range: PlaybackRange?
  /// How several tracks stand on one clock, or nil for recorded where they overlap, else starts.
  var align: Alignment?
  /// What is done about a late tick.
  var late = LatePolicy.catchUp(limit: .seconds(10))
  /// How fast an untimed track is played.
  var speed: SpeedOption?
  /// Elapsed time after which it ends, or nil for the end of what is played.
  var duration: Duration?
  /// What is done about gaps.
  var gap = GapPolicy.keep
  /// What counts as a gap.
  var gapThreshold = GapThreshold()
  /// How positions between fixes are worked out.
  var interpolation = Interpolation.linear
  /// Which times leave the player.
  var timestamps = TimestampsOption.original
  /// How badly the signal is received.
  var noise = NoisePreset.none
  /// What goes wrong with the signal.
  var faults: [Fault] = []
  /// GeoJSON files with geofences.
  var geofences: [String] = []
  /// The speed over which it is told that a vehicle goes too fast, or nil for never.
  var speedLimit: SpeedOption?
  /// The time between two ticks, or nil for none.
  var tick: TickOption?
  /// JSON files with timed actions.
  var scenario: String?
  /// How consumers buffer; empty for the command's own choice.
  var policies: [BufferingPolicy] = []

  static let groups: [Command<PlaybackOptions>.Group] = [
    .init(
      title: "What is played",
      options: [
        .number(
          "--fleet", "N", \.fleet, in: 1...1_000_000,
          "Simulate N vehicles along the tracks, or wandering when there are none."),
        .number(
          "--seed", "S", \.seed, in: 0...UInt64.max,
          "What all that is random follows from (default 1)."),
        .value(
          "--range", "A..B", \.range,
          "Play this part: times, offsets (90s), fractions (0.5, 50%) or fixes (#120)."),
        .value(
          "--align", "HOW", \.align,
          "Several tracks on one clock: recorded or starts (default: recorded where they overlap)."),
        .value(
          "--speed", "SPEED", \.speed,
          "Play untimed tracks at this speed: 50km/h, 10m/s, 5kn, 30mph."),
        .value(
          "--gap", "POLICY", \.gap,
          "Gaps: keep, hold, cap:10s, jump, interpolate, dropout (default keep)."),
        .value(
          "--gap-threshold", "LIMIT", \.gapThreshold,
          "What counts as a gap: 60s, 1km or both with a comma (default 60s,1km)."),
        .value(
          "--timestamps", "WHICH", \.timestamps,
          "Times that go out: original, now, or the time of the start (default original)."),
        .value("--scenario", "FILE", \.scenario, "Timed actions from a JSON file."),
      ]),
    .init(
      title: "How it is played",
      options: [
        .value(
          "--rate", "R|max", \.rate,
          "Seconds of source time a second, 0.01 to 1000, or max (default 1)."),
        .number(
          "--hz", "H", \.hz, in: 0.01...1000,
          "Positions a second, between fixes interpolated (serve: default 10; record: as recorded)."
        ),
        .value(
          "--interpolate", "HOW", \.interpolation,
          "Positions between fixes: off, linear, smooth (default linear)."),
        .value(
          "--loop", "MODE", \.loop,
          "At the end: off, N rounds, forever, bounce (serve: default forever; record: off)."),
        .value(
          "--start-at", "PLACE", \.startAt,
          "Begin here: a time, an offset (90s), a fraction (50%) or a fix (#120)."),
        .flag("--start-paused", \.startPaused, "Begin paused."),
        .value("--duration", "TIME", \.duration, "End after this elapsed time."),
        .value(
          "--late", "HOW", \.late,
          "Late ticks: catch-up, skip, slip (default catch-up)."),
      ]),
    .init(
      title: "Signal, events and streams",
      options: [
        .value(
          "--noise", "PRESET", \.noise,
          "Noise: none, open-sky, urban, indoor, tunnel (default none)."),
        .list(
          "--fault", "KIND=RATE", \.faults,
          "A fault: drop=1%, delay=200ms, jitter=50ms, duplicate=1%, reorder=1%, freeze=0.1%/5s, "
            + "jump=1%/100m, skew=2s; @60s..2m after it limits it to that source time."),
        .list("--geofence", "FILE", \.geofences, "Geofences from a GeoJSON file."),
        .value(
          "--speed-limit", "SPEED", \.speedLimit,
          "Tell when a vehicle goes faster: 50km/h, 10m/s, 5kn, 30mph (default: never)."),
        .value(
          "--tick", "TIME", \.tick,
          "Tell of every so much source time that is played: 10s, 500ms (default: never)."),
        .list(
          "--policy", "POLICY", \.policies,
          "How consumers buffer: newest:N, oldest:N, unbounded (serve: default newest:1, newest:64, "
            + "oldest:64; record: newest:64)."),
      ]),
  ]

  /// The groups for a command whose values hold these.
  static func groups<Whole>(
    in path: OptionPath<Whole, PlaybackOptions>
  ) -> [Command<Whole>.Group] {
    groups.map { group in
      .init(title: group.title, options: group.options.map { $0.lifted(path) })
    }
  }
}
