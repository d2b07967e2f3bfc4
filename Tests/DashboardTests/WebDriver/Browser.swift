import Foundation

/// A headless Chromium, driven over WebDriver.
struct Browser: Sendable {
  /// The driver refused, in its words.
  struct Refused: Error, CustomStringConvertible {
    let description: String
  }

  private let port: UInt16
  private let session: String

  /// Starts a driver on a port of its own with one browser, runs the body and ends both.
  ///
  /// - Parameters:
  ///   - arguments: Further arguments of the browser.
  ///   - body: What to do with it.
  /// - Returns: What the body returns.
  /// - Throws: What starting it or the body throws.
  static func with<Value: Sendable>(
    arguments: [String] = [], _ body: (Browser) async throws -> Value
  ) async throws -> Value {
    guard let program = Tools.path(of: "chromedriver") else {
      throw Refused(description: "chromedriver is not installed")
    }
    let driver = try await Companion.start(program, ["--port=0"]) { line in
      line.firstRange(of: "successfully on port ").map {
        String(line[$0.upperBound...].prefix { $0.isNumber })
      }
    }
    do {
      let value = try await withSession(of: driver, arguments: arguments, body)
      await driver.stop(patience: .zero)
      return value
    } catch {
      await driver.stop(patience: .zero)
      throw error
    }
  }

  private static func withSession<Value: Sendable>(
    of driver: Companion, arguments: [String], _ body: (Browser) async throws -> Value
  ) async throws -> Value {
    guard let port = UInt16(driver.address) else {
      throw Refused(description: "chromedriver announced no port: \(driver.address)")
    }
    let opened: Session = try await request(
      "POST", port: port, "/session", Capabilities(arguments: arguments))
    let browser = Browser(port: port, session: "/session/\(opened.sessionId)")
    do {
      let value = try await body(browser)
      let _: Nothing? = try await request(
        "DELETE", port: port, browser.session, nil as Nothing?)
      return value
    } catch {
      let _: Nothing? = try await request(
        "DELETE", port: port, browser.session, nil as Nothing?)
      throw error
    }
  }

  /// Sends a command of this session with a body.
  func post<Answer: Decodable & Sendable>(
    _ command: String, _ body: some Encodable
  ) async throws -> Answer {
    try await Self.request("POST", port: port, "\(session)/\(command)", body)
  }

  /// Asks for something of this session.
  func get<Answer: Decodable & Sendable>(_ command: String) async throws -> Answer {
    try await Self.request("GET", port: port, "\(session)/\(command)", nil as Nothing?)
  }

  private static func request<Answer: Decodable & Sendable>(
    _ method: String, port: UInt16, _ path: String, _ body: (some Encodable)?
  ) async throws -> Answer {
    let sent = try body.map { try JSONEncoder().encode($0) } ?? Data()
    let (status, received) = try await HTTPExchange.send(
      method, port: port, path: path, body: sent)
    guard status == 200 else {
      let failure = try? JSONDecoder().decode(Wrapped<Failure>.self, from: received).value
      throw Refused(description: failure?.message ?? String(decoding: received, as: UTF8.self))
    }
    return try JSONDecoder().decode(Wrapped<Answer>.self, from: received).value
  }
}

/// Nothing at all, as JSON `null` or `{}`.
struct Nothing: Codable, Sendable {}

private struct Wrapped<Value: Decodable>: Decodable {
  let value: Value
}

private struct Failure: Decodable {
  let message: String
}

private struct Session: Decodable, Sendable {
  let sessionId: String
}

private struct Capabilities: Encodable {
  let arguments: [String]

  private enum Key: String, CodingKey {
    case capabilities, alwaysMatch, browserName, timeouts, args, browser
    case options = "goog:chromeOptions"
    case logging = "goog:loggingPrefs"
  }

  func encode(to encoder: any Encoder) throws {
    var root = encoder.container(keyedBy: Key.self)
    var capabilities = root.nestedContainer(keyedBy: Key.self, forKey: .capabilities)
    var match = capabilities.nestedContainer(keyedBy: Key.self, forKey: .alwaysMatch)
    try match.encode("chrome", forKey: .browserName)
    // Longer than the longest wait: that ends with a report of what the page shows instead.
    try match.encode(["script": 180_000], forKey: .timeouts)
    var logging = match.nestedContainer(keyedBy: Key.self, forKey: .logging)
    try logging.encode("ALL", forKey: .browser)
    var options = match.nestedContainer(keyedBy: Key.self, forKey: .options)
    try options.encode(
      ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1440,900", "--lang=en"]
        + arguments, forKey: .args)
  }
}
