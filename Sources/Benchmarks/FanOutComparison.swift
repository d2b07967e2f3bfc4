import Foundation

/// Our fan-out and a plain C broadcaster under the same load, in turn, in one run.
///
/// First as they are started, on all processors: ours with as many service threads as suit them, the
/// broadcaster with the one that it has. Then with one core for the server and one for the readers, both
/// under the real-time scheduler where that is allowed: what the same work costs. Every server is a
/// process of its own.
struct FanOutComparison {
  static let usage = """
    usage: Benchmarks fanout compare --broadcaster FILE.c --load FILE.c [--clients N] [--pairs N] [--seconds S]
             one frame to N sockets (1000), as fast as they take it and at 10 Hz, 200 B and 16 KiB, ours and
             the broadcaster's in turn; then memory a connection, and readers that are slow or stand still.
             The broadcaster takes PORT SIZE HZ CLIENTS cb; the load client is one that prints JSON. With
             `hyb` for `cb` and EV=ev set it sends straight to the sockets, which is the floor: beside the
             system's own part of each send nothing is left to save.
    """

  /// What the load client reports of one window: times in milliseconds, memory in KiB.
  struct Window: Decodable {
    var rate: Double
    var p50: Double
    var p99: Double
    var lost: Int
    var slowP50: Double
    var slowP99: Double
    var memoryBefore: Int
    var memoryAtStart: Int
    var memoryAtEnd: Int
    var kernelMemory: Int

    private enum CodingKeys: String, CodingKey {
      case rate = "msg_s"
      case p50 = "p50_ms"
      case p99 = "p99_ms"
      case lost
      case slowP50 = "slow_p50_ms"
      case slowP99 = "slow_p99_ms"
      case memoryBefore = "rss_before_kb"
      case memoryAtStart = "rss_start_kb"
      case memoryAtEnd = "rss_end_kb"
      case kernelMemory = "tcp_mem_kb"
    }
  }

  /// In seconds. A Linux reader acknowledges the first sixteen pieces each at once, which makes those
  /// ticks half as long again, whoever sends.
  private static let warmup = "3"

  /// A server under load.
  private enum Contestant: String {
    case ours
    case theirs = "C"
    /// The C program, sending straight to the sockets from an epoll loop.
    case direct = "C direct"
  }

  /// Where the server and the readers run.
  private enum Placement: String {
    case allProcessors = "all processors"
    case aCoreEach = "a core each"
  }

  private let broadcaster: String
  private let load: String
  private var placement = Placement.allProcessors
  private var clients = 1000
  private var pairs = 5
  private var seconds = 5
  private var nextPort = 18_100

  static func run(_ arguments: [String]) throws -> Int32 {
    var values: [String: String] = [:]
    var rest = arguments[...]
    while let option = rest.popFirst() {
      guard option.hasPrefix("--"), let value = rest.popFirst() else { break }
      values[String(option.dropFirst(2))] = value
    }
    guard let broadcaster = values["broadcaster"], let load = values["load"] else {
      print(usage)
      return 64
    }
    let directory = try BenchmarkDirectory()
    defer { directory.remove() }
    var comparison = FanOutComparison(
      broadcaster: try directory.compiled(file: broadcaster, libraries: ["libwebsockets"]),
      load: try directory.compiled(file: load, libraries: []))
    comparison.clients = values["clients"].flatMap { Int($0) } ?? comparison.clients
    comparison.pairs = values["pairs"].flatMap { Int($0) } ?? comparison.pairs
    comparison.seconds = values["seconds"].flatMap { Int($0) } ?? comparison.seconds
    try comparison.show()
    return 0
  }

  private init(broadcaster: String, load: String) {
    self.broadcaster = broadcaster
    self.load = load
  }

  private mutating func show() throws {
    print(
      "medians of \(pairs) pairs in turn, \(clients) clients, windows of \(seconds) s; in brackets the ratio to C"
    )
    for placement in [Placement.allProcessors, .aCoreEach] {
      self.placement = placement
      for size in [200, 16_384] {
        try compare(size, rate: 0, [("full speed, messages/s", \.rate)])
        try compare(size, rate: 10, [("10 Hz, p50 ms", \.p50), ("10 Hz, p99 ms", \.p99)])
      }
    }
    placement = .allProcessors
    try showMemory()
    try showSlowReaders()
    try showStoppedReaders()
  }

  /// Figures of both servers, and at a steady rate of the C program's direct way too.
  private mutating func compare(
    _ size: Int, rate: Int, _ figures: [(name: String, of: (Window) -> Double)]
  ) throws {
    let contestants: [Contestant] = rate > 0 ? [.theirs, .direct, .ours] : [.theirs, .ours]
    var windows: [Contestant: [Window]] = [:]
    for _ in 0..<pairs {
      for contestant in contestants {
        windows[contestant, default: []].append(try window(contestant, size, rate: rate))
      }
    }
    for figure in figures {
      let medians = contestants.map { median(windows[$0, default: []].map(figure.of)) }
      let texts = zip(contestants, medians).map { contestant, value in
        "\(contestant.rawValue) \(rounded(value)) (\(rounded(value / medians[0])))"
      }
      print("\(placement.rawValue), \(figure.name), \(size) B: \(texts.joined(separator: ", "))")
    }
    let lost = windows[.ours, default: []].reduce(0) { $0 + $1.lost }
    if lost > 0 { print("  \(lost) connections lost") }
  }

  // MARK: - Memory, slow and stopped readers

  /// Resident memory a connection: from the hundredth on, since the first bring in code that is then
  /// there for all.
  private mutating func showMemory() throws {
    for contestant in [Contestant.ours, .theirs] {
      nextPort += 1
      let server = try start(contestant, 200, rate: 10, clients: clients * 10)
      defer { stop(server) }
      let first = try startLoad(["--connections", "100", "--duration", "6"], server: server)
      // The main thread may wait: this process has nothing else to do than to drive the others.
      Thread.sleep(forTimeInterval: 2)
      let rest = try finish(
        startLoad(
          ["--connections", "\(clients)", "--warmup", "2", "--duration", "1"], server: server))
      _ = try finish(first)
      let bytes = Double(rest.memoryAtStart - rest.memoryBefore) / Double(clients)
      print("idle, \(contestant.rawValue): \(rounded(bytes)) KiB a connection")
    }
  }

  /// How old the data is that a reader gets who takes a third of what is offered.
  private mutating func showSlowReaders() throws {
    let (size, rate, slow) = (120_000, 10, 20)
    for contestant in [Contestant.ours, .theirs] {
      let window = try window(
        contestant, size, rate: rate, clients: 100,
        ["--slow", "\(slow)", "--rate-limit", "\(size * rate / 3)", "--warmup", "10"], seconds: 20)
      print(
        "\(slow) of 100 readers take a third of \(size) B at \(rate) Hz, \(contestant.rawValue): data is",
        "\(rounded(window.slowP50)) ms old, p99 \(rounded(window.slowP99));",
        "p99 of the others \(rounded(window.p99)); kernel memory \(window.kernelMemory) KiB")
    }
  }

  /// What readers that stand still do to the others and to memory.
  private mutating func showStoppedReaders() throws {
    let size = 16_384
    let none = try window(.ours, size, rate: 10, seconds: 20)
    let some = try window(
      .ours, size, rate: 10, ["--slow", "\(clients / 10)", "--rate-limit", "0"], seconds: 60)
    print(
      "\(clients / 10) of \(clients) stand still for 60 s, \(size) B at 10 Hz: p99 of the others",
      "\(rounded(some.p99)) ms, \(rounded(some.p99 / none.p99)) of it without;",
      "memory \(some.memoryAtStart) KiB at the beginning, \(some.memoryAtEnd) at the end")
  }

  // MARK: - Processes

  /// One server under load from beginning to end.
  private mutating func window(
    _ contestant: Contestant, _ size: Int, rate: Int, clients count: Int? = nil,
    _ options: [String] = [],
    seconds length: Int? = nil
  ) throws -> Window {
    nextPort += 1
    let count = count ?? clients
    let server = try start(contestant, size, rate: rate, clients: count)
    defer { stop(server) }
    return try finish(
      startLoad(
        [
          "--connections", "\(count)", "--warmup", Self.warmup, "--duration",
          "\(length ?? seconds)",
        ] + options, server: server))
  }

  private func start(
    _ contestant: Contestant, _ size: Int, rate: Int, clients: Int
  ) throws -> Process {
    let figures = ["\(nextPort)", "\(size)", "\(rate)", "\(clients)"]
    let command =
      switch contestant {
      case .ours: [CommandLine.arguments[0], "fanout", "serve"] + figures
      case .theirs: [broadcaster] + figures + ["cb"]
      case .direct: ["/usr/bin/env", "EV=ev", broadcaster] + figures + ["hyb"]
      }
    let process = try started(command, core: 0, output: nil)
    // Until it listens; this process has nothing else to do meanwhile.
    Thread.sleep(forTimeInterval: 0.5)
    return process
  }

  private func startLoad(
    _ options: [String], server: Process
  ) throws -> (process: Process, output: Pipe) {
    let pipe = Pipe()
    let command =
      [load, "--port", "\(nextPort)", "--path", "/ws", "--json", "--server-pid"]
      + ["\(server.processIdentifier)"] + options
    return (try started(command, core: 1, output: pipe), pipe)
  }

  private func finish(_ load: (process: Process, output: Pipe)) throws -> Window {
    let output = load.output.fileHandleForReading.readDataToEndOfFile()
    load.process.waitUntilExit()
    guard load.process.terminationStatus == 0 else {
      throw Child.Failed(program: self.load, status: load.process.terminationStatus)
    }
    return try JSONDecoder().decode(Window.self, from: output)
  }

  private func stop(_ server: Process) {
    server.terminate()
    server.waitUntilExit()
  }

  private func started(_ command: [String], core: Int, output: Pipe?) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      switch placement {
      case .allProcessors: command
      case .aCoreEach: ["taskset", "-c", "\(core)"] + Self.realTime + command
      }
    process.standardOutput = output ?? FileHandle.nullDevice
    try process.run()
    return process
  }

  /// The real-time scheduler, where we may use it.
  private static let realTime: [String] = {
    let prefix = ["/usr/bin/chrt", "-f", "5"]
    let isAllowed = (try? Child.words(of: prefix[0], Array(prefix.dropFirst()) + ["true"])) != nil
    return isAllowed ? prefix : []
  }()
}
