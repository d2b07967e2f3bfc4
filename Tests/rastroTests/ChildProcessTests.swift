import Foundation
import Glibc
import TestSupport
import Testing

/// Programs that tests run end with them.
@Suite(.timeLimit(.minutes(5)))
struct ChildProcessTests {
  private let sleep = URL(fileURLWithPath: "/bin/sleep")

  @Test func aCancellationKillsIt() async throws {
    try await withThrowingTaskGroup(of: Int32.self) { group in
      let child = ChildProcess(sleep, ["1000"])
      let (starts, start) = AsyncStream.makeStream(of: Void.self)
      group.addTask { try await child.run { _ in start.finish() } }
      for await _ in starts {}
      group.cancelAll()
      let status = try await group.next()
      #expect(status == 128 + SIGKILL)
    }
  }

  @Test func anErrorOfTheBodyKillsIt() async throws {
    struct Failure: Error {}
    let child = ChildProcess(sleep, ["1000"])
    await #expect(throws: Failure.self) { try await child.run { _ in throw Failure() } }
    let status = await child.waitForEnd()
    #expect(status == 128 + SIGKILL)
  }
}
