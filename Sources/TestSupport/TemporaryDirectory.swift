public import Foundation

/// A directory that is there for one test.
public struct TemporaryDirectory: Sendable {
  /// Where it is.
  public let url: URL

  /// Makes a directory, and removes it with all that is in it when the body is done.
  public static func with<Value>(
    _ body: (TemporaryDirectory) async throws -> Value
  ) async throws -> Value {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("rastro-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await body(TemporaryDirectory(url: url))
  }

  /// The path of a file in it.
  public func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The text of a file in it.
  public func text(_ name: String) throws -> String {
    try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
  }

  /// Makes a file with some text in it.
  @discardableResult
  public func makeFile(_ name: String, _ text: String = "") throws -> URL {
    let file = url.appendingPathComponent(name)
    try text.write(to: file, atomically: false, encoding: .utf8)
    return file
  }

  /// The names of what is in it, sorted.
  public var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
