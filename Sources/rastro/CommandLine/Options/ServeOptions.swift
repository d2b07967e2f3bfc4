/// What `rastro serve` was asked for.
struct ServeOptions: CommandOptions {
  /// Trace files and directories; empty for the bundled ones.
  var operands: [String] = []
  /// What is played, and how.
  var playback = PlaybackOptions()
  /// The address to listen on, or nil for loopback.
  var host: String?
  /// The port to listen on; 0 takes any free one.
  var port = 8080
  /// The token that may control, or nil for none.
  var token: String?
  /// The token that may watch, or nil for none.
  var viewerToken: String?
  /// Whether a host that is not loopback may be served without a token.
  var isInsecure = false
  /// A PEM file with the certificate chain, or nil for plain HTTP.
  var tlsCertificate: String?
  /// A PEM file with the certificate's key.
  var tlsKey: String?
  /// Sites that may use the server from pages of their own.
  var allowedOrigins: [OriginOption] = []
  /// Connections at a time.
  var maximumConnections = 10_000
  /// Service threads, or nil for what suits the machine.
  var serviceThreads: Int?
  /// A vehicle without a fix for so long, in elapsed time, is stale.
  var stale = Duration.seconds(10)
  /// A vehicle without a fix for so long, in elapsed time, is gone.
  var gone = Duration.seconds(60)
  /// Where uploaded traces are kept, or nil for memory.
  var uploads: String?
  /// The address of street tiles, or nil for none.
  var tiles: String?
  /// The dashboard's files, or nil to look for them.
  var publicDirectory: String?
  /// The bundled traces, or nil to look for them.
  var tracesDirectory: String?

  static let command = Command<ServeOptions>(
    name: "serve", operands: "[TRACE|DIR ...]",
    summary: "Plays traces or a fleet and serves the dashboard. Without TRACE it plays the bundled "
      + "ones. This is what rastro does when no command is named.",
    groups: PlaybackOptions.groups(in: \ServeOptions.playback) + [
      .init(
        title: "Server",
        options: [
          .value(
            "--host", "ADDRESS", \.host,
            "Listen on this address (default: loopback, IPv4 and IPv6)."),
          .number(
            "--port", "PORT", \.port, in: 0...65_535,
            "Listen on this port; 0 takes any free one (default 8080)."),
          .value(
            "--token", "TOKEN", \.token,
            "What one must show to control; wanted for a host that is not loopback."),
          .value(
            "--viewer-token", "TOKEN", \.viewerToken,
            "What one must show to watch, without control."),
          .flag("--insecure", \.isInsecure, "Serve a host that is not loopback without a token."),
          .value("--tls-cert", "FILE", \.tlsCertificate, "Certificate chain, PEM."),
          .value("--tls-key", "FILE", \.tlsKey, "The certificate's key, PEM."),
          .list(
            "--allow-origin", "ORIGIN", \.allowedOrigins,
            "Let pages of this site use the server: https://maps.example."),
          .number(
            "--max-connections", "N", \.maximumConnections, in: 1...1_000_000,
            "Connections at a time (default 10000)."),
          .number(
            "--service-threads", "N", \.serviceThreads, in: 1...64,
            "Threads that serve connections (default: one a processor, at most 4)."),
          .value(
            "--stale", "TIME", \.stale,
            "A vehicle without a fix for so long is stale (default 10s)."),
          .value(
            "--gone", "TIME", \.gone,
            "A vehicle without a fix for so long is gone (default 60s)."),
          .value(
            "--uploads", "DIR", \.uploads,
            "Keep uploaded traces here (default: in memory)."),
          .value(
            "--tiles", "URL", \.tiles,
            "Street tiles the dashboard may offer: https://…/{z}/{x}/{y}.png."),
          .value("--public", "DIR", \.publicDirectory, "The dashboard's files."),
          .value("--traces", "DIR", \.tracesDirectory, "The bundled traces."),
        ])
    ])
}
