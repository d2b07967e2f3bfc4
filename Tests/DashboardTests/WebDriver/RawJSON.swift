import Foundation

/// JSON that is at hand as text, within a value that is encoded.
struct RawJSON: Encodable {
  let text: String

  private enum Value: Codable {
    case object([String: Value])
    case array([Value])
    case text(String)
    case truth(Bool)
    case number(Double)
    case nothing

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .nothing
      } else if let truth = try? container.decode(Bool.self) {
        self = .truth(truth)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let array = try? container.decode([Value].self) {
        self = .array(array)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .object(let object): try container.encode(object)
      case .array(let array): try container.encode(array)
      case .text(let text): try container.encode(text)
      case .truth(let truth): try container.encode(truth)
      case .number(let number): try container.encode(number)
      case .nothing: try container.encodeNil()
      }
    }
  }

  func encode(to encoder: any Encoder) throws {
    let value = try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    try value.encode(to: encoder)
  }
}
