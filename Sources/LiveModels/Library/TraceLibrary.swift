public import TraceFormats

/// The traces that can be loaded: a catalogue, and one reading of each however many ask.
public actor TraceLibrary {
  /// Where a trace is read from.
  public enum Source: Hashable, Sendable {
    /// A file.
    case file(String)
    /// The bytes of an upload.
    case memory([UInt8])
  }

  /// Reads a trace.
  public typealias Reading = @concurrent @Sendable (Source) async throws -> Trace

  /// The limits beyond which the library refuses, each a clear error.
  public struct Limits: Hashable, Sendable {
    /// Traces in the catalogue.
    public var traces = 100_000
    /// Bytes of one upload.
    public var uploadBytes = 256 << 20
    /// Bytes of all uploads kept in memory.
    public var memoryBytes = 1 << 30
    /// Readings at a time.
    public var maxInFlight = 4
    /// Points of the traces that are kept after they were read.
    public var cachedPoints = 4_000_000

    /// Makes the default limits.
    public init() {}
  }

  private struct Record {
    var entry: TraceEntry
    var source: Source
    var isUpload = false
    var trace: Trace?
    var work: SharedWork<Trace>?
    /// Raised when the record is read anew, so that an older reading's result is not taken.
    var generation = 0
  }

  private let reading: Reading
  private let limits: Limits
  private let uploads: UploadStore
  private var records: [String: Record] = [:]
  private var order: [String] = []
  /// Ids of the traces that are kept, the one asked for longest ago first.
  private var recent: [String] = []
  /// Readings begun so far.
  public private(set) var readingCount = 0

  /// Makes an empty library.
  ///
  /// - Parameters:
  ///   - limits: What it refuses.
  ///   - uploads: A directory that keeps uploads, or nil for memory.
  ///   - reading: Reads a trace.
  public init(
    limits: Limits = Limits(), uploads: String? = nil,
    reading: @escaping Reading = TraceLibrary.read
  ) {
    self.limits = limits
    self.uploads = UploadStore(directory: uploads)
    self.reading = reading
  }

  deinit {
    for record in records.values { record.work?.cancel() }
  }

  /// Reads a trace from its file or its bytes.
  @concurrent
  public static func read(_ source: Source) async throws -> Trace {
    switch source {
    case .file(let path): try await TraceFile.read(path: path)
    case .memory(let bytes): try TraceFile.read(bytes: bytes)
    }
  }

  // MARK: Catalogue

  /// The entries in the order in which they came.
  public var catalogue: [TraceEntry] { order.compactMap { records[$0]?.entry } }

  /// The entry of an id, or nil.
  public func entry(_ id: String) -> TraceEntry? { records[id]?.entry }

  /// The names for people of some ids, in their order; an id that is not in the catalogue names itself.
  public func names(of ids: [String]) -> [String] {
    ids.map { records[$0]?.entry.name ?? $0 }
  }

  /// Adds files to the catalogue without reading them.
  ///
  /// - Parameter files: The files.
  /// - Returns: Their ids, in order.
  /// - Throws: `TraceError` with code `limit` when the catalogue is full.
  public func add(_ files: [TraceListing.File]) throws -> [String] {
    try files.map { try insert(name: $0.name, source: .file($0.path)) }
  }

  /// Takes an upload into the catalogue, reads it, and keeps it when it can be read.
  ///
  /// - Parameters:
  ///   - name: What to call it.
  ///   - bytes: The file.
  /// - Returns: Its entry.
  /// - Throws: `TraceError` when it is too large or cannot be read, or when it cannot be kept.
  public func upload(name: String, bytes: [UInt8]) async throws -> TraceEntry {
    if bytes.count > limits.uploadBytes {
      throw TraceError(.limit, "larger than \(limits.uploadBytes) bytes; split the file")
    }
    let kept = records.values.reduce(0) {
      if case .memory(let bytes) = $1.source { $0 + bytes.count } else { $0 }
    }
    if uploads.directory == nil, kept + bytes.count > limits.memoryBytes {
      throw TraceError(.limit, "the uploads kept in memory are full; delete some")
    }
    let trace = try await reading(.memory(bytes))
    let source = try await uploads.keep(bytes, name: name)
    try Task.checkCancellation()
    let id = try insert(name: name, source: source, isUpload: true)
    let entry = (records[id]?.entry ?? TraceEntry(id: id, name: name)).read(trace)
    records[id]?.entry = entry
    keep(trace, id: id)
    return entry
  }

  /// Takes a trace out of the catalogue; an upload's file is deleted, any other stays.
  ///
  /// - Parameter id: Its id.
  /// - Returns: Whether there was one.
  /// - Throws: When an upload's file cannot be deleted.
  @discardableResult
  public func remove(_ id: String) async throws -> Bool {
    guard let record = records.removeValue(forKey: id) else { return false }
    order.removeAll { $0 == id }
    recent.removeAll { $0 == id }
    record.work?.cancel()
    if record.isUpload, case .file(let path) = record.source { try await uploads.delete(path) }
    return true
  }

  private func insert(name: String, source: Source, isUpload: Bool = false) throws -> String {
    if records.count >= limits.traces {
      throw TraceError(.limit, "the catalogue holds \(limits.traces) traces and is full")
    }
    let id = TraceIdentifier.make(from: name) { records[$0] != nil }
    var path: String?
    if case .file(let file) = source { path = file }
    records[id] = Record(
      entry: TraceEntry(id: id, name: name, path: path), source: source, isUpload: isUpload)
    order.append(id)
    return id
  }

  // MARK: Reading

  /// A trace, read now unless it is kept or being read already.
  ///
  /// An error is told to all who wait, and the next who asks has it read again.
  ///
  /// - Parameter id: Its id.
  /// - Returns: The trace.
  /// - Throws: `TraceError`, or `CancellationError` when the asking task is cancelled, which harms no
  ///   other that waits.
  public func trace(_ id: String) async throws -> Trace {
    while true {
      try Task.checkCancellation()
      guard let record = records[id] else {
        throw TraceError(.notFound, "there is no trace \(id)")
      }
      if let trace = record.trace {
        touch(id)
        return trace
      }
      let work = record.work ?? startReading(id, record)
      if let trace = try await work.value() { return trace }
      // All others left in that instant and the reading was given up; it is begun anew.
      if records[id]?.work === work { records[id]?.work = nil }
    }
  }

  /// Reads many traces, some at a time; what goes wrong with one harms no other.
  ///
  /// - Parameter ids: Their ids.
  /// - Returns: What came of each, in the order asked.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func load(_ ids: [String]) async throws -> TraceLoad {
    let results = try await SlidingWindow.map(ids, maxInFlight: limits.maxInFlight) { id in
      do {
        return (id, Result<Trace, any Error>.success(try await self.trace(id)))
      } catch {
        return (id, .failure(error))
      }
    }
    try Task.checkCancellation()
    return TraceLoad(results)
  }

  /// Reads again those traces whose reading failed, and no others.
  ///
  /// - Parameter ids: Which to look at, or nil for all.
  /// - Returns: What came of those that were read.
  /// - Throws: `CancellationError` when the task is cancelled.
  public func retry(_ ids: [String]? = nil) async throws -> TraceLoad {
    try await load((ids ?? order).filter { records[$0]?.entry.error != nil })
  }

  private func startReading(_ id: String, _ record: Record) -> SharedWork<Trace> {
    readingCount += 1
    let generation = record.generation + 1
    let work = SharedWork { [reading] in
      try await reading(record.source)
    } completion: { [weak self] outcome in
      await self?.finishReading(id, generation: generation, outcome)
    }
    records[id]?.generation = generation
    records[id]?.work = work
    return work
  }

  private func finishReading(
    _ id: String, generation: Int, _ outcome: Result<Trace, any Error>
  ) {
    guard let record = records[id], record.generation == generation else { return }
    records[id]?.work = nil
    switch outcome {
    case .success(let trace):
      records[id]?.entry = record.entry.read(trace)
      keep(trace, id: id)
    case .failure(let error as TraceError):
      records[id]?.entry = record.entry.refused(error)
    case .failure(is CancellationError):
      // Nobody wanted it any more: that is no fault of the file.
      break
    case .failure(let error):
      records[id]?.entry = record.entry.refused(TraceError(.unreadable, "\(error)"))
    }
  }

  /// Keeps a trace, and lets go those that were asked for longest ago when there are too many points.
  private func keep(_ trace: Trace, id: String) {
    records[id]?.trace = trace
    touch(id)
    var points = recent.reduce(0) { $0 + (records[$1]?.entry.points ?? 0) }
    while points > limits.cachedPoints, recent.count > 1 {
      let oldest = recent.removeFirst()
      points -= records[oldest]?.entry.points ?? 0
      records[oldest]?.trace = nil
    }
  }

  private func touch(_ id: String) {
    recent.removeAll { $0 == id }
    recent.append(id)
  }
}
