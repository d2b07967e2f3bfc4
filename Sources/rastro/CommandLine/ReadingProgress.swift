import Synchronization
import TraceFormats

/// A bar on the terminal while a large file is read.
final class ReadingProgress: Sendable {
  /// Bytes from which on a file is large.
  private static let largeBytes = 20_000_000

  private let name: String
  private let shown = Mutex(-1)

  init(path: String) {
    name = path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Draws the bar when it has grown; called on the reading thread.
  func report(_ progress: TraceFile.Progress) {
    guard let total = progress.totalBytes, total >= Self.largeBytes else { return }
    let percent = min(100, progress.bytes * 100 / total)
    let hasGrown = shown.withLock { shown in
      defer { shown = percent }
      return percent != shown
    }
    guard hasGrown else { return }
    let bar = String(repeating: "#", count: percent / 4)
    let rest = String(repeating: " ", count: 25 - percent / 4)
    // The line is wiped when the file is read, to leave the terminal as it was.
    Console.note(percent == 100 ? "\r\u{1B}[K" : "\r\u{1B}[K\(name) [\(bar)\(rest)] \(percent) %")
  }

  /// Reads a trace, with a bar when standard error is a terminal.
  static func read(path: String, options: ReadingOptions) async throws -> Trace {
    let path = path == Inputs.standardInput ? "/dev/stdin" : path
    guard Console.isErrorTerminal else {
      return try await TraceFile.read(path: path, options: options)
    }
    let progress = ReadingProgress(path: path)
    return try await TraceFile.read(path: path, options: options) { progress.report($0) }
  }
}
