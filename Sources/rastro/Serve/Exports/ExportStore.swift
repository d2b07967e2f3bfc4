import DashboardProtocol
import Synchronization
import TraceFormats

/// Files that were made for download, the newest few of them.
final class ExportStore: Sendable {
  /// How many are kept.
  static let limit = 8

  /// A file for download.
  struct File: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  private struct State {
    var files: [(id: String, file: File)] = []
    var nextNumber = 1
  }

  private let state = Mutex(State())

  /// The file of an id, or nil when there is none any more.
  subscript(id: String) -> File? {
    state.withLock { $0.files.first { $0.id == id }?.file }
  }

  /// Makes a file of a trace.
  ///
  /// - Parameters:
  ///   - trace: What was emitted.
  ///   - format: `gpx`, `csv` and so on: an ending of a format that can be written.
  /// - Returns: The file's id.
  /// - Throws: `RPCError` when the format cannot be written.
  func add(_ trace: Trace, format: String) throws(RPCError) -> String {
    guard let writer = TraceFormats.writer(forFileName: "emitted.\(format)") else {
      let known = TraceFormats.writers.compactMap { $0.fileExtensions.first }
      throw .invalid("format", "must be one of \(known.joined(separator: ", "))")
    }
    if trace.tracks.isEmpty {
      throw RPCError(.refused, "nothing was emitted yet; play something first")
    }
    TraceOutput.warn(ofTracks: trace.tracks.count, in: "export as \(format)", by: writer)
    var options = WritingOptions()
    options.includesDerived = true
    let bytes = writer.bytes(of: trace, options: options)
    return state.withLock { state in
      let id = "emitted-\(state.nextNumber).\(format)"
      state.nextNumber += 1
      state.files.append((id, File(name: id, bytes: bytes)))
      if state.files.count > Self.limit { state.files.removeFirst() }
      return id
    }
  }
}
