import LiveModels
import TraceFormats

/// Reads the traces that a command line names.
enum TraceInput {
  /// A trace with what it is called.
  struct Named: Sendable {
    /// Names it on the wire; URL-safe and unique.
    var id: String
    /// The file's name.
    var name: String
    /// What is in it.
    var trace: Trace
  }

  private static let maxInFlight = 4

  /// Reads all traces that operands name, in order.
  ///
  /// A file that was named itself has to be read; one that a directory or a pattern brought along and
  /// that cannot be read is told and left out.
  ///
  /// - Parameters:
  ///   - operands: Files, directories and patterns.
  ///   - report: Told of each file that was left out.
  /// - Returns: The traces, at least one.
  /// - Throws: `Failure` with status 65 or 66.
  static func read(
    _ operands: [String], report: (Failure) -> Void
  ) async throws(Failure) -> [Named] {
    let inputs = await Inputs.expand(operands)
    let named = Set(operands)
    // Nothing is thrown but for a cancellation, after which nobody wants the result.
    let results =
      try? await SlidingWindow.map(inputs, maxInFlight: maxInFlight) { input in
        await read(input)
      }
    var traces: [Named] = []
    var last: Failure?
    for result in results ?? [] {
      switch result {
      case .success((let path, let trace)):
        let title = Inputs.title(of: path)
        let name = title.split(separator: "/").last.map(String.init) ?? title
        let id = TraceIdentifier.make(from: name) { id in traces.contains { $0.id == id } }
        traces.append(Named(id: id, name: name, trace: trace))
      case .failure(let failure):
        if failure.file.map(named.contains) ?? true { throw failure }
        report(failure)
        last = failure
      }
    }
    guard !traces.isEmpty else {
      throw last ?? Failure(.noInput, "there is no trace to play")
    }
    return traces
  }

  @concurrent
  private static func read(
    _ input: Inputs.Item
  ) async -> Result<(path: String, trace: Trace), Failure> {
    switch input {
    case .failure(let failure): return .failure(failure)
    case .success(let path):
      do {
        return .success((path, try await ReadingProgress.read(path: path, options: .init())))
      } catch let error as TraceError {
        return .failure(Failure(error, file: path))
      } catch {
        return .failure(Failure(any: error, file: path))
      }
    }
  }
}
