import TraceFormats
import Tracks

/// Writes traces in another format.
enum Convert {
  static func run(_ options: ConvertOptions) async throws(Failure) -> ExitStatus {
    guard let output = options.output else {
      throw Failure(.usage, "convert needs -o OUT, the file to write; see rastro convert --help")
    }
    let writer = try TraceOutput.writer(for: output)
    let done: Void?
    do {
      done = try await Interruption.cancelling {
        let trace = try await edited(read(options), options)
        let omitted = try await TraceOutput.write(trace, to: output, by: writer)
        TraceOutput.warn(
          ofTracks: trace.tracks.count { $0.fixCount > 0 }, in: output, by: writer)
        guard omitted > 0 else { return }
        Console.report(
          Failure(
            .success, file: output,
            "\(omitted) points left out: \(writer.format.displayName) has no place for "
              + (writer.format == .nmea
                ? "waypoints, routes and fixes without a time" : "waypoints and routes")))
      }
    } catch {
      throw Failure(any: error, file: output)
    }
    if done == nil {
      throw Failure(.inputOutput, file: output, "interrupted; nothing was written")
    }
    return .success
  }

  /// The part that was asked for, with as few fixes as were asked for.
  @concurrent
  private static func edited(_ trace: Trace, _ options: ConvertOptions) async throws -> Trace {
    var trace = trace
    if let range = options.range { trace = try trace.part(range) }
    if let tolerance = options.tolerance {
      trace.tracks = try trace.tracks.map { try $0.simplified(within: tolerance.meters) }
    }
    return trace
  }

  /// All traces as one.
  private static func read(_ options: ConvertOptions) async throws -> Trace {
    var reading = ReadingOptions()
    reading.isStrict = options.isStrict
    reading.csvColumns = options.columns.columns
    var whole: Trace?
    for input in await Inputs.expand(options.operands) {
      let path = try input.get()
      let trace: Trace
      do {
        trace = try await ReadingProgress.read(path: path, options: reading)
      } catch let error as TraceError {
        throw Failure(error, file: path)
      }
      for note in trace.notes {
        Console.report(Failure(.success, file: path, line: note.line, note.countedMessage))
      }
      if whole == nil { whole = trace } else { whole?.append(trace) }
    }
    guard let whole, whole.hasPositions else {
      throw Failure(
        .badData, file: options.operands.first, "no positions; there is nothing to write")
    }
    return whole
  }
}

extension Trace {
  /// Whether there is anything to write.
  fileprivate var hasPositions: Bool {
    !waypoints.isEmpty || routes.contains { !$0.points.isEmpty }
      || tracks.contains { $0.fixCount > 0 }
  }

  /// Adds what is in another trace.
  fileprivate mutating func append(_ other: Trace) {
    tracks += other.tracks
    routes += other.routes
    waypoints += other.waypoints
  }
}
