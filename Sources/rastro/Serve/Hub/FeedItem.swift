import DashboardProtocol
import Simulation
import Tracks

/// One thing that readers of `/events` are told, as Server-Sent Events, made once for all of them.
struct FeedItem: Sendable {
  /// The text with its closing empty line.
  let text: [UInt8]

  private init(text: [UInt8]) {
    self.text = text
  }

  /// Where every vehicle is: one message a vehicle, each a GeoJSON feature.
  static func positions(
    _ sample: FleetSample, vehicles: VehicleIndex, sequence: UInt64, run: String
  ) -> FeedItem {
    var text: [UInt8] = []
    let place = FeedPlace(sequence: sequence, run: run)
    for index in sample.vehicles.indices {
      guard let vehicle = vehicles[sample.vehicles[index]] else { continue }
      append("position", id: place, to: &text) { writer in
        writer.object { writer in
          writer.field("type", "Feature")
          writer.field("id", vehicle.id)
          writer.key("geometry")
          writer.object { writer in
            writer.field("type", "Point")
            writer.field(
              "coordinates",
              [Double(sample.longitudes[index]) / 1e7, Double(sample.latitudes[index]) / 1e7])
          }
          writer.key("properties")
          writer.object { writer in
            writer.field("vehicle", vehicle.id)
            writer.field("number", vehicle.number)
            writer.field("name", vehicle.name)
            writer.field("time", sample.sourceTime)
            writer.field("speed", value(sample.speeds[index]))
            writer.field("course", value(sample.courses[index]))
            writer.field("sequence", sequence)
            writer.field("generation", sample.generation)
          }
        }
      }
    }
    return FeedItem(text: text)
  }

  /// Something that happened, as a GeoJSON feature whose properties are the event's.
  static func event(_ event: EventMessage, run: String) -> FeedItem {
    var text: [UInt8] = []
    let place = FeedPlace(sequence: event.sequence, run: run)
    append("event", id: place, to: &text) { writer in
      writer.object { writer in
        writer.field("type", "Feature")
        writer.key("geometry")
        if let coordinate = event.coordinate {
          writer.object { writer in
            writer.field("type", "Point")
            writer.field("coordinates", [coordinate.longitude, coordinate.latitude])
          }
        } else {
          writer.raw("null".utf8)
        }
        writer.field("properties", event)
      }
    }
    return FeedItem(text: text)
  }

  /// What a reader that came back will never get, or why nothing is known of what it saw.
  static func gap(lost: ClosedRange<UInt64>?, reset: String?) -> FeedItem {
    var text: [UInt8] = []
    append("gap", id: nil, to: &text) { writer in
      writer.object { writer in
        writer.field("reset", reset)
        guard let lost else { return }
        writer.field("from", lost.lowerBound)
        writer.field("to", lost.upperBound)
      }
    }
    return FeedItem(text: text)
  }

  private static func value(_ hundredths: UInt16) -> Double? {
    hundredths == .max ? nil : Double(hundredths) / 100
  }

  private static func append(
    _ name: String, id: FeedPlace?, to text: inout [UInt8], _ body: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    body(&writer)
    text.append(contentsOf: "event: \(name)\n".utf8)
    if let id { text.append(contentsOf: "id: \(id)\n".utf8) }
    text.append(contentsOf: "data: ".utf8)
    text.append(contentsOf: writer.bytes)
    text.append(contentsOf: "\n\n".utf8)
  }
}

/// Where a reader of `/events` stands: the id of the last message it got.
struct FeedPlace: Hashable, CustomStringConvertible {
  var sequence: UInt64
  /// The run that gave the sequence, or nil when the reader does not say.
  var run: String?

  init(sequence: UInt64, run: String?) {
    self.sequence = sequence
    self.run = run
  }

  /// Reads what a reader brings back; nil when it is none of ours.
  init?(_ text: String) {
    let parts = text.split(separator: "@", maxSplits: 1)
    guard let first = parts.first, let sequence = UInt64(first) else { return nil }
    self.init(sequence: sequence, run: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// The sequence, and the run behind an `@`.
  var description: String { run.map { "\(sequence)@\($0)" } ?? "\(sequence)" }
}
