import Foundation

/// Our fan-out and a plain C broadcaster under the same load, in turn, in one run.
///
/// Each server has core 0 and the load client core 1, both under the real-time scheduler where that is
/// allowed, so that other work on the machine changes little. Every server is a process of its own.
struct FanOutComparison {
  static let usage = """
    usage: Benchmarks fanout compare --broadcaster FILE.c --load FILE.c [--clients N] [--pairs N] [--seconds S]
             one frame to N sockets (1000), as fast as they take it and at 10 Hz, 200 B and 16 KiB, ours and
             the broadcaster's in turn; then memory a connection, and readers that are slow or stand still.
             The broadcaster takes PORT SIZE HZ CLIENTS cb; the load client is one that prints JSON.
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

  private let broadcaster: String
  private let load: String
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
      "medians of \(pairs) pairs in turn, \(clients) clients, windows of \(seconds) s; ratio: ours to C"
    )
    for size in [200, 16_384] {
      try compare("full speed, \(size) B, messages/s", size, rate: 0) { $0.rate }
      try compare("10 Hz, \(size) B, p50 ms", size, rate: 10) {
        $0.p50
      } also: {
        ("10 Hz, \(size) B, p99 ms", $0.p99)
      }
    }
    try showMemory()
    try showSlowReaders()
    try showStoppedReaders()
  }

  /// One figure of both servers, and if asked a second one of the same windows.
  private mutating func compare(
    _ name: String, _ size: Int, rate: Int, _ figure: (Window) -> Double,
    also second: ((Window) -> (String, Double))? = nil
  ) throws {
    var windows: (ours: [Window], theirs: [Window]) = ([], [])
    for _ in 0..<pairs {
      windows.theirs.append(try window(ours: false, size, rate: rate))
      windows.ours.append(try window(ours: true, size, rate: rate))
    }
    line(name, windows.ours.map(figure), windows.theirs.map(figure))
    if let second, let first = windows.ours.first {
      line(
        second(first).0, windows.ours.map { second($0).1 }, windows.theirs.map { second($0).1 })
    }
    let lost = windows.ours.reduce(0) { $0 + $1.lost }
    if lost > 0 { print("  \(lost) connections lost") }
  }

  private func line(_ name: String, _ ours: [Double], _ theirs: [Double]) {
    let (a, b) = (median(ours), median(theirs))
    print("\(name): ours \(rounded(a)), C \(rounded(b)), ratio \(rounded(a / b))")
  }

  // MARK: - Memory, slow and stopped readers

  /// Resident memory a connection: from the hundredth on, since the first bring in code that is then
  /// there for all.
  private mutating func showMemory() throws {
    for ours in [true, false] {
      nextPort += 1
      let server = try start(ours: ours, 200, rate: 10, clients: clients * 10)
      defer { stop(server) }
      let first = try startLoad(["--connections", "100", "--duration", "6"], server: server)
      // The main thread may wait: this process has nothing else to do than to drive the others.
      Thread.sleep(forTimeInterval: 2)
      let rest = try finish(
        startLoad(
          ["--connections", "\(clients)", "--warmup", "2", "--duration", "1"], server: server))
      _ = try finish(first)
      let bytes = Double(rest.memoryAtStart - rest.memoryBefore) / Double(clients)
      print("idle, \(ours ? "ours" : "C"): \(rounded(bytes)) KiB a connection")
    }
  }

  /// How old the data is that a reader gets who takes a third of what is offered.
  private mutating func showSlowReaders() throws {
    let (size, rate, slow) = (120_000, 10, 20)
    for ours in [true, false] {
      let window = try window(
        ours: ours, size, rate: rate, clients: 100,
        ["--slow", "\(slow)", "--rate-limit", "\(size * rate / 3)", "--warmup", "10"], seconds: 20)
      print(
        "\(slow) of 100 readers take a third of \(size) B at \(rate) Hz, \(ours ? "ours" : "C"): data is",
        "\(rounded(window.slowP50)) ms old, p99 \(rounded(window.slowP99));",
        "p99 of the others \(rounded(window.p99)); kernel memory \(window.kernelMemory) KiB")
    }
  }

  /// What readers that stand still do to the others and to memory.
  private mutating func showStoppedReaders() throws {
    let size = 16_384
    let none = try window(ours: true, size, rate: 10, seconds: 20)
    let some = try window(
      ours: true, size, rate: 10, ["--slow", "\(clients / 10)", "--rate-limit", "0"], seconds: 60)
    print(
      "\(clients / 10) of \(clients) stand still for 60 s, \(size) B at 10 Hz: p99 of the others",
      "\(rounded(some.p99)) ms, \(rounded(some.p99 / none.p99)) of it without;",
      "memory \(some.memoryAtStart) KiB at the beginning, \(some.memoryAtEnd) at the end")
  }

  // MARK: - Processes

  /// One server under load from beginning to end.
  private mutating func window(
    ours: Bool, _ size: Int, rate: Int, clients count: Int? = nil, _ options: [String] = [],
    seconds length: Int? = nil
  ) throws -> Window {
    nextPort += 1
    let count = count ?? clients
    let server = try start(ours: ours, size, rate: rate, clients: count)
    defer { stop(server) }
    return try finish(
      startLoad(
        [
          "--connections", "\(count)", "--warmup", Self.warmup, "--duration",
          "\(length ?? seconds)",
        ] + options, server: server))
  }

  private func start(ours: Bool, _ size: Int, rate: Int, clients: Int) throws -> Process {
    let figures = ["\(nextPort)", "\(size)", "\(rate)", "\(clients)"]
    let command =
      ours
      ? [CommandLine.arguments[0], "fanout", "serve"] + figures : [broadcaster] + figures + ["cb"]
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
    process.executableURL = URL(fileURLWithPath: "/usr/bin/taskset")
    process.arguments = ["-c", "\(core)"] + Self.realTime + command
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
