public import Providers
import StreamMetrics
import Synchronization
import TraceFormats
import Tracks

/// Takes the fixes of a receiver, or a program like one, that sends NMEA 0183 over TCP.
///
/// ```swift
/// let provider = ExternalLocationProvider(clock: clock)
/// let receiver = NMEALocationReceiver(host: "192.168.1.20", port: 10110, clock: clock)
/// device.setSource(provider)
/// await withDiscardingTaskGroup { group in
///   group.addTask { await provider.run() }
///   group.addTask { await receiver.run(into: provider) }
/// }
/// ```
///
/// A connection that cannot be made, ends, or is silent for long is made anew after a while, which doubles
/// from ``firstDelay`` to ``longestDelay`` until fixes come again. A connection's bytes are read on a thread
/// of its own, so that no task waits for them.
///
/// gpsd sends sentences too when asked: give it ``gpsdGreeting`` on port 2947.
public final class NMEALocationReceiver: Sendable {
  /// How long it waits before the second attempt.
  public static let firstDelay = Duration.milliseconds(500)
  /// How long it waits at most between two attempts.
  public static let longestDelay = Duration.seconds(30)
  /// What asks gpsd for sentences.
  public static let gpsdGreeting = "?WATCH={\"enable\":true,\"nmea\":true};\n"

  /// What came of it so far.
  public struct Figures: Hashable, Sendable {
    /// Whether a connection stands.
    public var isConnected = false
    /// Connections that were made.
    public var connections = 0
    /// Attempts that failed and connections that ended.
    public var failures = 0
    /// Why the last of those was, or nil.
    public var lastFailure: String?
    /// Fixes that came.
    public var fixes = 0
    /// Sentences and fixes that were skipped, since their checksum or position was wrong.
    public var skipped = 0
  }

  private let address: ByteConnection.Address
  private let greeting: [UInt8]
  private let clock: any ElapsedClock
  private let state = Mutex(Figures())

  /// Makes a receiver that is not connected yet.
  ///
  /// - Parameters:
  ///   - host: A name or a numeric address. While a name is looked up, a cancellation waits.
  ///   - port: The TCP port, 1...65535; 10110 is usual for NMEA.
  ///   - greeting: What is sent first on each connection.
  ///   - idleTime: A connection that is silent for longer is given up, in real time.
  ///   - clock: Tells how long to wait between two attempts.
  public init(
    host: String, port: UInt16, greeting: String = "", idleTime: Duration = .seconds(30),
    clock: any ElapsedClock
  ) {
    address = ByteConnection.Address(host: host, port: port, idleTime: idleTime)
    self.greeting = Array(greeting.utf8)
    self.clock = clock
  }

  /// What came of it so far.
  public var figures: Figures { state.withLock { $0 } }

  /// Hands the fixes that come over to a provider, until the task is cancelled.
  ///
  /// - Parameters:
  ///   - provider: Whom the fixes are for. It is told when the connection goes.
  ///   - vehicle: Whose fixes they are.
  public func run(into provider: ExternalLocationProvider, vehicle: UInt32 = 0) async {
    var delay = Self.firstDelay
    while !Task.isCancelled {
      let before = figures.fixes
      let failure = await receive(into: provider, vehicle)
      provider.lose(vehicle)
      state.withLock { state in
        state.isConnected = false
        guard let failure else { return }
        state.failures += 1
        state.lastFailure = failure.description
      }
      if figures.fixes > before { delay = Self.firstDelay }
      do {
        try await clock.sleep(until: clock.now + delay)
      } catch {
        return
      }
      delay = min(delay * 2, Self.longestDelay)
    }
  }

  /// Reads one connection to its end; returns why it ended, nil when the task was cancelled.
  private func receive(
    into provider: ExternalLocationProvider, _ vehicle: UInt32
  ) async -> ByteConnection.Failure? {
    let (address, greeting) = (address, greeting)
    return await ByteConnection.withWake { wake in
      do {
        var connection = try ByteConnection(to: address, wake: wake)
        self.state.withLock { state in
          state.isConnected = true
          state.connections += 1
        }
        try connection.send(greeting)
        var stream = NMEAStream()
        let skippedBefore = self.figures.skipped
        var bytes = [UInt8](repeating: 0, count: 4096)
        while let count = try connection.read(into: &bytes) {
          // Nothing at all means that the receiver is silent for now, and has said all of its fix.
          let fixes =
            count == 0 ? try stream.flush() : try stream.read(bytes.span.extracting(0..<count))
          let skipped = skippedBefore + stream.skipped
          self.state.withLock { state in
            state.fixes += fixes.count
            state.skipped = skipped
          }
          for fix in fixes { provider.receive(fix, of: vehicle) }
        }
        return nil
      } catch let error as TraceError {
        return ByteConnection.Failure("\(address): \(error.message)")
      } catch let error as ByteConnection.Failure {
        return error
      } catch {
        return ByteConnection.Failure("\(address): \(error)")
      }
    }
  }
}
