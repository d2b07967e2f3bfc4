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
    _ sample: FleetSample, vehicles: VehicleIndex, sequence: UInt64
  ) -> FeedItem {
    var text: [UInt8] = []
    for index in sample.vehicles.indices {
      guard let vehicle = vehicles[sample.vehicles[index]] else { continue }
      append("position", id: sequence, to: &text) { writer in
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
  static func event(_ event: EventMessage) -> FeedItem {
    var text: [UInt8] = []
    append("event", id: event.sequence, to: &text) { writer in
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

  private static func value(_ hundredths: UInt16) -> Double? {
    hundredths == .max ? nil : Double(hundredths) / 100
  }

  private static func append(
    _ name: String, id: UInt64, to text: inout [UInt8], _ body: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    body(&writer)
    text.append(contentsOf: "event: \(name)\nid: \(id)\ndata: ".utf8)
    text.append(contentsOf: writer.bytes)
    text.append(contentsOf: "\n\n".utf8)
  }
}
