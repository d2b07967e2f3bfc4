import Foundation
import Testing

/// What a user does with a page, and what can be read from it.
extension Browser {
  /// Goes to an address.
  func open(_ address: String) async throws {
    let _: Nothing? = try await post("url", ["url": address])
  }

  /// The value of an expression in the page.
  func value<Value: Decodable & Sendable>(
    _ expression: String, as type: Value.Type = Value.self
  ) async throws -> Value {
    try await post("execute/sync", Script("return (\(expression));"))
  }

  /// The text of an expression in the page.
  func text(_ expression: String) async throws -> String {
    try await value(expression)
  }

  /// Runs statements in the page.
  func run(_ statements: String) async throws {
    let _: Nothing? = try await post("execute/sync", Script("\(statements); return null;"))
  }

  /// Waits until an expression in the page is true, and reports the page's state when it does not come true.
  func wait(
    until expression: String, seconds: Int = 20, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let came: Bool = try await post(
      "execute/async",
      Script(
        """
        const [done] = [arguments[arguments.length - 1]];
        const end = Date.now() + \(seconds * 1000);
        const look = () => {
          let holds = false;
          try { holds = Boolean(\(expression)); } catch { holds = false; }
          if (holds || Date.now() > end) done(holds);
          else setTimeout(look, 40);
        };
        look();
        """))
    guard !came else { return }
    let seen: String = try await value(
      "JSON.stringify({light: document.getElementById('light')?.innerText, state: window.rastro?.app.playback.value, notices: window.rastro?.app.notices.value})"
    )
    Issue.record("did not come true: \(expression)\n\(seen)", sourceLocation: sourceLocation)
  }

  /// Clicks in the middle of an element, as with a mouse.
  func click(_ selector: String) async throws {
    let point = try await middle(of: selector)
    try await click(x: point.x, y: point.y)
  }

  /// Clicks at a point of the page.
  func click(x: Double, y: Double) async throws {
    try await act(pointer: "mouse", x: x, y: y)
  }

  /// Taps in the middle of an element with a finger.
  func tap(_ selector: String) async throws {
    let point = try await middle(of: selector)
    try await tap(x: point.x, y: point.y)
  }

  /// Taps at a point of the page with a finger.
  func tap(x: Double, y: Double) async throws {
    try await act(pointer: "touch", x: x, y: y)
  }

  /// Presses a key, with others held if asked.
  func press(_ key: Key, holding held: Key? = nil) async throws {
    try await press(key.rawValue, holding: held)
  }

  /// Presses the key of a character, with others held if asked.
  func press(_ character: String, holding held: Key? = nil) async throws {
    var steps: [KeyStep] = [KeyStep("keyDown", character), KeyStep("keyUp", character)]
    if let held {
      steps.insert(KeyStep("keyDown", held.rawValue), at: 0)
      steps.append(KeyStep("keyUp", held.rawValue))
    }
    let _: Nothing? = try await post("actions", ["actions": [KeyActions(actions: steps)]])
  }

  /// Types a text, key by key.
  func type(_ text: String) async throws {
    for character in text { try await press(String(character)) }
  }

  /// Gives files to an `input type=file`.
  func choose(_ files: [URL], for selector: String) async throws {
    let element: [String: String] = try await post(
      "element", ["using": "css selector", "value": selector])
    guard let id = element.values.first else { return }
    let _: Nothing? = try await post(
      "element/\(id)/value", ["text": files.map(\.path).joined(separator: "\n")])
  }

  private func middle(of selector: String) async throws -> (x: Double, y: Double) {
    let box: [Double] = try await value(
      """
      (() => { const e = document.querySelector('\(selector)'); e.scrollIntoView({block: 'nearest'});
      const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()
      """)
    return (box[0], box[1])
  }

  private func act(pointer: String, x: Double, y: Double) async throws {
    let steps = [
      PointerStep(type: "pointerMove", x: Int(x), y: Int(y)), PointerStep(type: "pointerDown"),
      PointerStep(type: "pointerUp"),
    ]
    let actions = PointerActions(
      id: pointer, parameters: ["pointerType": pointer], actions: steps)
    let _: Nothing? = try await post("actions", ["actions": [actions]])
  }
}

/// Keys that are no characters, as WebDriver names them.
enum Key: String {
  case enter = "\u{E007}"
  case shift = "\u{E008}"
  case alt = "\u{E00A}"
  case escape = "\u{E00C}"
  case tab = "\u{E004}"
  case left = "\u{E012}"
  case right = "\u{E014}"
  case down = "\u{E015}"
}

private struct Script: Encodable {
  let script: String
  let args: [String] = []

  init(_ script: String) { self.script = script }

  private enum CodingKeys: String, CodingKey { case script, args }
}

private struct KeyStep: Encodable {
  let type: String
  let value: String

  init(_ type: String, _ value: String) {
    self.type = type
    self.value = value
  }
}

private struct KeyActions: Encodable {
  let type = "key"
  let id = "keyboard"
  let actions: [KeyStep]

  private enum CodingKeys: String, CodingKey { case type, id, actions }
}

private struct PointerStep: Encodable {
  let type: String
  var x: Int?
  var y: Int?
  var button: Int? = 0
}

private struct PointerActions: Encodable {
  let type = "pointer"
  let id: String
  let parameters: [String: String]
  let actions: [PointerStep]

  private enum CodingKeys: String, CodingKey { case type, id, parameters, actions }
}
