/// A named object of the interface, as JSON Schema.
struct OpenRPCSchema: JSONWritable {
  let name: String
  private let properties: [(key: String, schema: String)]
  private let required: [String]

  /// Properties whose key ends in `?` may be absent.
  private init(_ name: String, _ properties: KeyValuePairs<String, String>) {
    self.name = name
    var required: [String] = []
    self.properties = properties.map { key, schema in
      guard key.hasSuffix("?") else {
        required.append(key)
        return (key, schema)
      }
      return (String(key.dropLast()), schema)
    }
    self.required = required
  }

  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("type", "object")
      writer.key("properties")
      writer.object { writer in
        for property in properties {
          writer.key(property.key)
          writer.raw(property.schema.utf8)
        }
      }
      writer.field("required", required)
    }
  }

  private static let text = #"{"type":"string"}"#
  private static let time = #"{"type":"string","format":"date-time"}"#
  private static let number = #"{"type":"number"}"#
  private static let integer = #"{"type":"integer"}"#

  /// A number with its unit or range.
  private static func number(_ unit: String) -> String {
    #"{"type":"number","description":"\#(unit)"}"#
  }

  private static let kinds =
    #"{"enum":["# + EventMessage.kinds.map { "\"\($0)\"" }.joined(separator: ",") + "]}"

  private static let percentiles = #"""
    {"type":"object","description":"Milliseconds by percentile: p50, p75, p90, p95, p99, p999, max."}
    """#

  private static func list(of schema: String) -> String {
    #"{"type":"array","items":\#(schema)}"#
  }

  private static func reference(_ name: String) -> String {
    ##"{"$ref":"#/components/schemas/\##(name)"}"##
  }

  private static let rate = #"{"oneOf":[{"type":"number"},{"const":"max"}]}"#

  /// A text with a unit, or seconds; and what else there is.
  private static func length(_ rest: String = "") -> String {
    #"{"oneOf":[{"type":"string"},{"type":"number"}\#(rest)]}"#
  }

  /// One action of a scenario beside its time.
  private static let scenarioStep: KeyValuePairs<String, String> = [
    "at": length(), "rate?": rate,
    "seek?": length(
      #",{"type":"object","properties":{"time":{"type":"string","format":"date-time"},"#
        + #""fraction":{"type":"number"},"index":{"type":"integer"}}}"#),
    "pause?": length(#",{"const":true}"#), "play?": #"{"const":true}"#, "fault?": text,
    "faults?": #"{"const":"off"}"#, "noise?": text, "outage?": length(), "comment?": text,
  ]

  private static let state: KeyValuePairs<String, String> = [
    "status": #"{"enum":["idle","ready","playing","paused","ended"]}"#,
    "rate": rate, "achievedRate?": number("Seconds of source time a second, as achieved."),
    "loop": #"{"oneOf":[{"enum":["off","forever","bounce"]},{"type":"integer"}]}"#,
    "generation": integer, "sequence": integer, "sourceTime?": time, "first?": time,
    "last?": time, "fraction": number("0 to 1 of the whole."), "policy": text,
    "consumerDelay_ms?": number, "noise": text,
    "faults": list(of: reference("Fault")), "lap?": integer, "seed?": integer,
    "range?": reference("Range"),
  ]

  static let all: [OpenRPCSchema] = [
    OpenRPCSchema("State", state),
    OpenRPCSchema("ScenarioStep", scenarioStep),
    OpenRPCSchema("Range", ["from?": time, "to?": time]),
    OpenRPCSchema(
      "Fault",
      [
        "kind": text, "rate?": number("Share of the fixes, 0 to 1."), "amount_ms?": number,
        "amount_m?": number("Metres."), "count?": integer,
      ]),
    OpenRPCSchema(
      "Hello",
      [
        "protocol": #"{"const":1}"#, "server": text, "run": text, "capabilities": list(of: text),
        "clock_ns":
          #"{"type":"integer","description":"The server's monotonic clock, nanoseconds."}"#,
        "hz": number("Binary frames a second."), "stale_ms": integer, "gone_ms": integer,
        "state": reference("State"), "vehicles": list(of: reference("Vehicle")),
        "geofences": #"{"type":"object"}"#, "tiles?": text,
        "traces?": list(of: reference("Trace")),
      ]),
    OpenRPCSchema(
      "Event",
      [
        "kind": kinds, "sequence": integer, "generation": integer, "vehicle?": text,
        "time?": time, "lat?": number("Degrees north."), "lon?": number("Degrees east."),
      ]),
    OpenRPCSchema(
      "Vehicle", ["number": integer, "id": text, "name": text, "trace?": text]),
    OpenRPCSchema("Vehicles", ["vehicles": list(of: reference("Vehicle"))]),
    OpenRPCSchema(
      "VehicleChanges",
      [
        "added": list(of: reference("Vehicle")), "removed": list(of: text), "sequence": integer,
        "generation": integer,
      ]),
    OpenRPCSchema(
      "VehicleFix",
      [
        "vehicle": text, "number": integer, "name": text, "trace?": text, "time?": time,
        "lat?": number("Degrees north."), "lon?": number("Degrees east."),
        "alt?": number("Metres."), "speed?": number("Metres a second."),
        "course?": number("Degrees from north, clockwise."),
        "accuracy?": number("Metres; about 68 % of the errors lie within it."),
        "vertical_accuracy?": number("Metres."), "hdop?": number,
        "satellites?": integer, "heart_rate?": integer, "cadence?": integer, "power?": integer,
        "temperature?": number("Degrees Celsius."), "derived?": list(of: text),
        "interpolated?": #"{"const":true}"#,
      ]),
    OpenRPCSchema("Note", ["code": text, "line?": integer, "message": text]),
    OpenRPCSchema(
      "Trace",
      [
        "id": text, "name": text, "format?": text, "points?": integer, "first?": time,
        "last?": time, "length_m?": number, "notes": list(of: reference("Note")),
        "error?": reference("Note"),
      ]),
    OpenRPCSchema("Traces", ["traces": list(of: reference("Trace"))]),
    OpenRPCSchema(
      "Hits",
      [
        "hits": list(
          of: ##"{"description":"As the kind that was asked for.","oneOf":["##
            + ["Vehicle", "Event", "Trace"].map(reference).joined(separator: ",") + "]}")
      ]),
    OpenRPCSchema(
      "Resumed",
      [
        "status": text, "generation": integer, "sequence": integer, "replayed": integer,
        "lost?": #"""
        {"type":"object","description":"The sequences of which nothing is kept any more.",\#
        "properties":{"from":{"type":"integer"},"to":{"type":"integer"}}}
        """#,
        "reset?": #"""
        {"type":"string","description":"Why the sequence is none of this run's: what was seen before \#
        is to be forgotten, and all events that are kept were sent again."}
        """#,
      ]),
    OpenRPCSchema("Export", ["url": text]),
    OpenRPCSchema(
      "Metrics",
      [
        "stages": list(of: reference("Stage")), "process": #"{"type":"object"}"#,
        "you?": reference("Connection"), "sequence": integer, "generation": integer,
      ]),
    OpenRPCSchema(
      "Stage",
      [
        "name": text, "policy?": text, "offered": integer, "delivered": integer,
        "dropped": integer, "pending": integer, "rate_hz?": number("Deliveries a second."),
        "latency_ms?": percentiles,
      ]),
    OpenRPCSchema(
      "Connection",
      [
        "merged": integer, "dropped": integer, "queued_bytes": integer,
        "round_trip_ms?": number("From the newest ping to its pong."),
      ]),
  ]
}
