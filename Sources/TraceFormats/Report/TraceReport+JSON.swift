import Tracks

extension TraceReport {
  /// The report as one JSON object on one line, without a line end; keys in a fixed order, null where
  /// there is nothing to say.
  ///
  /// - Parameter file: The name of the file.
  /// - Returns: The line.
  public func jsonLine(file: String) -> String {
    var json = JSONLine()
    json.add("file", file)
    json.add("format", format.rawValue)
    json.add("tracks", tracks)
    json.add("segments", segments)
    json.add("points", points)
    json.add("timed", timed)
    json.add("first", first?.iso8601Milliseconds)
    json.add("last", last?.iso8601Milliseconds)
    json.add("duration_s", duration.map { ($0.inSeconds * 1000).rounded() / 1000 })
    json.addRaw("bbox") { output in
      guard let box else {
        output.append(text: "null")
        return
      }
      output.append(UInt8(ascii: "["))
      for (index, edge) in [box.west, box.south, box.east, box.north].enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        output.append(shortest: edge)
      }
      output.append(UInt8(ascii: "]"))
    }
    json.add("length_m", (length * 1000).rounded() / 1000)
    json.add("gaps", gaps)
    json.add("backward_times", backwardTimes)
    json.add("duplicate_times", duplicateTimes)
    json.add("skipped", skipped)
    json.addRaw("notes") { output in
      output.append(UInt8(ascii: "["))
      for (index, note) in notes.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        var object = JSONLine()
        object.add("code", note.code.rawValue)
        object.add("line", note.line)
        object.add("message", note.countedMessage)
        output.append(text: object.text)
      }
      output.append(UInt8(ascii: "]"))
    }
    json.add("waypoints", waypoints)
    json.add("routes", routes)
    json.add("route_points", routePoints)
    return json.text
  }

  /// What is said of a file that could not be read, as one JSON object on one line without a line end.
  ///
  /// - Parameters:
  ///   - file: The name of the file.
  ///   - error: Why it could not be read.
  /// - Returns: The line.
  public static func jsonLine(file: String, error: TraceError) -> String {
    var json = JSONLine()
    json.add("file", file)
    json.add("format", error.format?.rawValue)
    json.addRaw("error") { output in
      var object = JSONLine()
      object.add("code", error.code.rawValue)
      object.add("line", error.line)
      object.add("message", error.message)
      output.append(text: object.text)
    }
    return json.text
  }
}

extension TraceNote {
  /// The message, with how often it occurred if more than once and not said in it.
  public var countedMessage: String {
    let saysCount = code == .halfTimed || code == .untimed
    return count > 1 && !saysCount ? "\(message) (\(count) times)" : message
  }
}

/// One JSON object, its keys in the order in which they are added.
struct JSONLine {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]

  /// The finished object.
  var text: String { String(decoding: bytes, as: UTF8.self) + "}" }

  mutating func add(_ key: String, _ value: String?) {
    addRaw(key) { output in
      if let value { output.append(json: value) } else { output.append(text: "null") }
    }
  }

  mutating func add(_ key: String, _ value: Int?) {
    addRaw(key) { $0.append(text: value.map(String.init) ?? "null") }
  }

  /// Adds a number, or null for nil and for what is not finite.
  mutating func add(_ key: String, _ value: Double?) {
    addRaw(key) { output in
      if let value, value.isFinite {
        output.append(shortest: value)
      } else {
        output.append(text: "null")
      }
    }
  }

  /// Adds a key whose value a function appends.
  mutating func addRaw(_ key: String, _ append: (inout [UInt8]) -> Void) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    bytes.append(json: key)
    bytes.append(UInt8(ascii: ":"))
    append(&bytes)
  }
}
