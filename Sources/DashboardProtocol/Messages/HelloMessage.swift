/// The first notification on a connection: what there is, and the state to start from.
public struct HelloMessage: JSONWritable, Sendable {
  /// The version of the protocol.
  public static let protocolVersion = 1

  /// The server's name and version.
  public var server: String
  /// Names this run of the server.
  public var run: String
  /// What this server can do beyond the base.
  public var capabilities: [String]
  /// CLOCK_MONOTONIC nanoseconds now, to compare the frames' stamps with.
  public var clockNanoseconds: UInt64
  /// Frames a second while playing.
  public var hertz: Double
  /// After how many milliseconds without a fix a vehicle is stale.
  public var staleMilliseconds: Int
  /// After how many milliseconds without a fix a vehicle is gone.
  public var goneMilliseconds: Int
  /// The player's state.
  public var state: StateMessage
  /// The vehicles as a JSON array, made once for all connections.
  public var vehicles: EncodedJSON
  /// The geofences as GeoJSON.
  public var geofences: EncodedJSON
  /// The address of street tiles with `{z}`, `{x}` and `{y}`, or nil when there are none.
  public var tiles: String?
  /// The catalogue, or nil when it is so long that it is better asked for.
  public var traces: [TraceEntryMessage]?

  /// Makes a hello.
  public init(
    server: String, run: String, capabilities: [String], clockNanoseconds: UInt64, hertz: Double,
    staleMilliseconds: Int, goneMilliseconds: Int, state: StateMessage, vehicles: EncodedJSON,
    geofences: EncodedJSON
  ) {
    self.server = server
    self.run = run
    self.capabilities = capabilities
    self.clockNanoseconds = clockNanoseconds
    self.hertz = hertz
    self.staleMilliseconds = staleMilliseconds
    self.goneMilliseconds = goneMilliseconds
    self.state = state
    self.vehicles = vehicles
    self.geofences = geofences
  }

  /// Writes the params of `hello`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("protocol", Self.protocolVersion)
      writer.field("server", server)
      writer.field("run", run)
      writer.field("capabilities", capabilities)
      writer.field("clock_ns", clockNanoseconds)
      writer.field("hz", hertz)
      writer.field("stale_ms", staleMilliseconds)
      writer.field("gone_ms", goneMilliseconds)
      writer.field("state", state)
      writer.field("vehicles", vehicles)
      writer.field("geofences", geofences)
      writer.field("tiles", tiles)
      writer.field("traces", traces)
    }
  }
}

/// One JSON value that was encoded before, to be put into several messages.
public struct EncodedJSON: JSONWritable, Hashable, Sendable {
  /// The JSON text.
  public let bytes: [UInt8]

  /// Encodes a value.
  public init(_ value: some JSONWritable) {
    bytes = JSONWriter.bytes(of: value)
  }

  /// Takes bytes that are one JSON value.
  public init(unchecked bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// A GeoJSON collection without features.
  public static let noFeatures = EncodedJSON(
    unchecked: Array(#"{"type":"FeatureCollection","features":[]}"#.utf8))

  /// Writes the value.
  public func write(to writer: inout JSONWriter) { writer.raw(bytes) }
}
