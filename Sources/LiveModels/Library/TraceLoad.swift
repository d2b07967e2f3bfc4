public import TraceFormats

/// What came of reading many traces.
public struct TraceLoad: Sendable {
  /// Those that were read, in the order asked.
  public private(set) var loaded: [(id: String, trace: Trace)] = []
  /// Those that were not, with the reason, in the order asked.
  public private(set) var failed: [(id: String, error: TraceError)] = []

  init(_ results: [(id: String, result: Result<Trace, any Error>)]) {
    for (id, result) in results {
      switch result {
      case .success(let trace): loaded.append((id, trace))
      case .failure(let error as TraceError): failed.append((id, error))
      // A cancellation is not a failure.
      case .failure(is CancellationError): break
      case .failure(let error): failed.append((id, TraceError(.unreadable, "\(error)")))
      }
    }
  }
}
