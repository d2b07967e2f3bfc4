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
        writer.field(
          "description",
          "Requests over the WebSocket /ws (subprotocol rastro.v1) or as bodies of POST /rpc.")
      }
      writer.key("methods")
      writer.array { writer in
        for method in DashboardMethod.all { write(method, to: &writer) }
      }
      writer.field("x-notifications", notifications)
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
    ("state", "State", "The state changed, or a second has passed."),
    ("event", "Event", "Something happened."),
    ("metrics", "Metrics", "The figures, once a second."),
    ("vehicles", "VehicleChanges", "Vehicles came or went."),
  ].map { name, schema, summary in
    .object([
      JSONMember("name", .text(name)), JSONMember("summary", .text(summary)),
      JSONMember("schema", reference(to: schema)),
    ])
  }
}
