extension PositionFrame {
  /// One number of a frame, as the OpenRPC document lists it for readers in other languages.
  struct Field: Sendable {
    /// Its first byte, from the header's or the vehicle's start.
    let offset: Int
    /// `u8`, `u16`, `u32`, `u64`, `i32` or `i64`, little-endian.
    let type: String
    let name: String
    let summary: String

    init(_ offset: Int, _ type: String, _ name: String, _ summary: String) {
      self.offset = offset
      self.type = type
      self.name = name
      self.summary = summary
    }
  }

  /// The header's numbers.
  static let headerLayout = [
    Field(
      0, "u64", "emitted",
      "Nanoseconds of the clock that hello tells as clock_ns, when the positions were taken."),
    Field(8, "i64", "sourceTime", "The playhead: microseconds since 1970 on the trace's clock."),
    Field(
      16, "u32", "sequence",
      "Its place in the one count over frames and events; the low 32 bits."),
    Field(
      20, "u32", "generation",
      "Raised by each seek and load; what is of an older one than the newest seen is to be dropped."
    ),
    Field(24, "u32", "count", "How many vehicles follow."),
    Field(28, "u8", "version", "1; a reader drops what has another."),
    Field(
      29, "u8", "kind",
      "0: all vehicles that this connection wants; one that is not in it is not to be shown; "
        + "1: only those that changed since the frame before."),
    Field(30, "u16", "flags", "0; a reader does not look at it."),
  ]

  /// The numbers of each vehicle.
  static let vehicleLayout = [
    Field(0, "u32", "vehicle", "The number that hello and vehicles give each id."),
    Field(4, "i32", "lat", "Degrees north times 10,000,000."),
    Field(8, "i32", "lon", "Degrees east times 10,000,000."),
    Field(12, "u16", "speed", "Centimetres a second; 65535 when it is not known."),
    Field(14, "u16", "course", "Hundredths of a degree from north, clockwise; 65535 when unknown."),
  ]
}

extension PositionFrame.Field: JSONWritable {
  /// Writes `{offset, type, name, summary}`.
  func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("offset", offset)
      writer.field("type", type)
      writer.field("name", name)
      writer.field("summary", summary)
    }
  }
}
