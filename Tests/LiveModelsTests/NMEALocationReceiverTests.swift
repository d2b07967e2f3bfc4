import Foundation
import Glibc
import LiveModels
import Providers
import Simulation
import StreamMetrics
import Synchronization
import TestSupport
import Testing
import Tracks

/// A receiver that listens on loopback; each of its calls blocks and so has a thread of its own.
final class FakeReceiver: Sendable {
  let port: UInt16
  private let listener: Int32
  private let connection = Atomic<Int32>(-1)

  init() throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe bind(listener, pointer, size) == 0 && listen(listener, 4) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    try #require(isOpen)
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit {
    hangUp()
    close(listener)
  }

  /// Takes the next connection.
  func accept() async throws {
    let listener = listener
    let descriptor = try await FileThread.run { Glibc.accept(listener, nil, nil) }
    try #require(descriptor >= 0)
    connection.store(descriptor, ordering: .relaxed)
  }

  func send(_ text: String) {
    let bytes = Array(text.utf8)
    let descriptor = connection.load(ordering: .relaxed)
    let sent = unsafe Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    #expect(sent == bytes.count)
  }

  /// What the other side sent, as far as it has come.
  func received() async throws -> String {
    let descriptor = connection.load(ordering: .relaxed)
    return try await FileThread.run {
      var bytes = [UInt8](repeating: 0, count: 256)
      let count = unsafe recv(descriptor, &bytes, bytes.count, 0)
      return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
  }

  func hangUp() {
    let descriptor = connection.exchange(-1, ordering: .relaxed)
    if descriptor >= 0 { close(descriptor) }
  }
}

@Suite(.timeLimit(.minutes(5)))
struct NMEALocationReceiverTests {
  private static func sentence(second: Int) -> String {
    let time = "1000\(second < 10 ? "0" : "")\(second)"
    let body = "GPRMC,\(time),A,4700.000,N,00800.000,E,1.0,90.0,010524,,,A"
    let sum = String(body.utf8.reduce(UInt8(0)) { $0 ^ $1 }, radix: 16, uppercase: true)
    return "$\(body)*\(sum.count < 2 ? "0" : "")\(sum)\r\n"
  }

  private static func second(_ fix: Fix?) -> Int? {
    fix?.time.map { Int($0.nanoseconds / 1_000_000_000 % 60) }
  }

  @Test func aConnectionThatGoesIsMadeAnewAfterAWhile() async throws {
    let fake = try FakeReceiver()
    let clock = ManualClock()
    let provider = ExternalLocationProvider(clock: clock)
    let receiver = NMEALocationReceiver(
      host: "127.0.0.1", port: fake.port, greeting: NMEALocationReceiver.gpsdGreeting, clock: clock)
    var emissions = provider.emissions(bufferingPolicy: .unbounded).makeAsyncIterator()
    func next() async -> String? {
      switch await emissions.next() {
      case .some(.location(let update)): return Self.second(update.fix).map { "\($0)" }
      case .some(.event(let event)): return event.kind.rawValue
      case nil: return nil
      }
    }
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await provider.run() }
      group.addTask { await receiver.run(into: provider) }
      try await fake.accept()
      #expect(try await fake.received() == NMEALocationReceiver.gpsdGreeting)
      // The second fix comes without a third: the receiver is silent then.
      fake.send("noise\r\n$GPRMC,broken*00\r\n")
      fake.send(Self.sentence(second: 1) + Self.sentence(second: 2))
      #expect(await next() == "1")
      #expect(await next() == "2")
      #expect(receiver.figures.isConnected)
      #expect(receiver.figures.skipped == 1)
      fake.hangUp()
      #expect(await next() == "signal.lost")
      // The provider waits for a silence, the receiver to try again.
      await clock.untilSleeping(2)
      #expect(receiver.figures.failures == 1)
      #expect(receiver.figures.lastFailure?.contains("ended the connection") == true)
      clock.advance(to: clock.now + NMEALocationReceiver.firstDelay)
      try await fake.accept()
      fake.send(Self.sentence(second: 3))
      #expect(await next() == "signal.regained")
      #expect(await next() == "3")
      #expect(receiver.figures.connections == 2)
      group.cancelAll()
    }
    #expect(clock.sleeperCount == 0)
    #expect(!receiver.figures.isConnected)
    #expect(receiver.figures.failures == 1, "a cancellation is not a failure")
  }

  @Test func whoIsNotThereIsAskedLessAndLessOften() async throws {
    // A port that was free a moment ago.
    let port = try FakeReceiver().port
    let clock = ManualClock()
    let provider = ExternalLocationProvider(clock: clock)
    let receiver = NMEALocationReceiver(host: "127.0.0.1", port: port, clock: clock)
    await withDiscardingTaskGroup { group in
      group.addTask { await receiver.run(into: provider) }
      var waits: [Duration] = []
      for _ in 0..<9 {
        await clock.untilSleeping()
        let deadline = clock.nextDeadline ?? .zero
        waits.append(deadline - clock.now)
        clock.advance(to: deadline)
      }
      #expect(waits == [0.5, 1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
      #expect(receiver.figures.connections == 0)
      #expect(receiver.figures.failures >= 9)
      #expect(receiver.figures.lastFailure?.contains("Connection refused") == true)
      group.cancelAll()
    }
  }

  @Test func whatIsNoTextOfLinesIsHungUpOn() async throws {
    let fake = try FakeReceiver()
    let clock = ManualClock()
    let receiver = NMEALocationReceiver(host: "localhost", port: fake.port, clock: clock)
    let provider = ExternalLocationProvider(clock: clock)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await receiver.run(into: provider) }
      try await fake.accept()
      fake.send(String(repeating: "x", count: 6000))
      await clock.untilSleeping()
      #expect(receiver.figures.lastFailure?.contains("longer than 4096 bytes") == true)
      group.cancelAll()
    }
  }

  @Test func aSilentConnectionIsGivenUp() async throws {
    let fake = try FakeReceiver()
    let clock = ManualClock()
    let receiver = NMEALocationReceiver(
      host: "127.0.0.1", port: fake.port, idleTime: .milliseconds(20), clock: clock)
    let provider = ExternalLocationProvider(clock: clock)
    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { await receiver.run(into: provider) }
      try await fake.accept()
      await clock.untilSleeping()
      #expect(receiver.figures.lastFailure?.contains("nothing came for") == true)
      group.cancelAll()
    }
  }
}
