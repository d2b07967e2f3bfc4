import Testing

@testable import WebServer

/// An actor's executor keeps each job that it is given, whenever it comes.
struct ServiceThreadTests {
  private actor Tenant {
    private let thread: ServiceThread<Never>
    private var count = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor {
      unsafe thread.asUnownedSerialExecutor()
    }

    init(_ thread: ServiceThread<Never>) { self.thread = thread }

    func visit() -> Int {
      count += 1
      return count
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func jobsThatComeWhileTheThreadEndsAreDone() async throws {
    for _ in 0..<2_000 {
      let thread = ServiceThread<Never>()
      let tenant = Tenant(thread)
      try thread.start(name: "test") {}
      let counts = await withTaskGroup(of: Int.self) { group in
        for _ in 0..<4 { group.addTask { await tenant.visit() } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts.sorted() == [1, 2, 3, 4])
    }
  }
}
