/// The description of the interface that `/openrpc.json` serves, made from the table of methods.
public enum OpenRPCDocument {
  /// The document.
  ///
  /// - Parameter version: The server's version.
  /// - Returns: JSON.
  public static func bytes(version: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("openrpc", "1.2.6")
      writer.key("info")
      writer.object { writer in
        writer.field("title", "Rastro")
        writer.field("version", version)
        writer.field("description", description)
      }
      writer.key("methods")
      writer.array { writer in
        for method in DashboardMethod.all { write(method, to: &writer) }
      }
      writer.field("x-notifications", notifications)
      writer.key("x-binaryFrames")
      writer.object { writer in
        writer.field(
          "summary", "Binary messages of the WebSocket: positions. Little-endian, without padding.")
        writer.field("headerBytes", PositionFrame.headerSize)
        writer.field("header", PositionFrame.headerLayout)
        writer.field("vehicleBytes", PositionFrame.vehicleSize)
        writer.field("vehicle", PositionFrame.vehicleLayout)
      }
      writer.field("x-errors", RPCError.Code.allCases.map(ErrorEntry.init))
      writer.key("components")
      writer.object { writer in
        writer.key("schemas")
        writer.object { writer in
          for schema in OpenRPCSchema.all { writer.field(schema.name, schema) }
        }
      }
    }
    return writer.bytes
  }

  /// An error that any method may answer with.
  private struct ErrorEntry: JSONWritable {
    let code: RPCError.Code

    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.field("code", code.rawValue)
        writer.field("message", code.summary)
      }
    }
  }

  private static let description = """
    JSON-RPC 2.0, in text messages of the WebSocket /ws (subprotocol rastro.v1, which may be left \
    out) or in bodies of POST /rpc. Params are objects; batches are taken; times are ISO 8601 in UTC; \
    degrees are WGS 84. A WebSocket first gets the notification hello, then a binary frame with all \
    positions, the notification metrics, and from then on what x-notifications and x-binaryFrames \
    list, as it happens; what it sends before its hello is answered after it. A connection that does \
    not subscribe gets all vehicles and kinds. sequence is one count over binary frames and events: it \
    rises, and a hole in it is no loss, since frames that came too late for a slow reader are left \
    out. After a break, connect again and call resume with the newest sequence and the run of the \
    hello. The server pings every 20 seconds and closes without a pong within 10. A WebSocket message \
    is at most 1 MiB, 50 a second for long; x-errors lists the codes that answers bring, whose \
    data.field names the parameter at fault.
    """

  private static func write(_ method: DashboardMethod, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.field("name", method.name)
      writer.field("summary", method.summary)
      writer.field("paramStructure", "by-name")
      writer.key("params")
      writer.array { writer in
        for parameter in method.parameters {
          writer.object { writer in
            writer.field("name", parameter.name)
            writer.field("summary", parameter.summary)
            writer.field("required", parameter.isRequired)
            writer.field("schema", parameter.kind.schema)
          }
        }
      }
      writer.key("result")
      writer.object { writer in
        writer.field("name", method.result)
        writer.field("schema", reference(to: method.result))
      }
    }
  }

  private static func reference(to schema: String) -> JSONValue {
    .object([JSONMember("$ref", .text("#/components/schemas/\(schema)"))])
  }

  private static let notifications: [JSONValue] = [
    ("hello", "Hello", "The first on a connection."),
    ("state", "State", "The state changed, or a second has passed while playing."),
    ("event", "Event", "Something happened; further fields depend on its kind."),
    ("metrics", "Metrics", "The figures, once a second."),
    (
      "vehicles", "VehicleChanges",
      "Vehicles came or went: those that came or changed, numbers included, and the ids that went."
    ),
  ].map { name, schema, summary in
    .object([
      JSONMember("name", .text(name)), JSONMember("summary", .text(summary)),
      JSONMember("schema", reference(to: schema)),
    ])
  }
}
