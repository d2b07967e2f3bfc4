import Testing

@testable import Providers

@Suite struct ProviderLifecycleTests {
  /// `j` joins, `l` leaves, `h` holds, `r` releases, `x` lets all go; `>` is told to start, `<` to stop.
  @Test(arguments: [
    (ProviderLifecycle.subscribers, "j l j l", "> < > <"),
    (.subscribers, "j j l l j", "> . . < >"),
    (.subscribers, "h j l r j l", ". . . . > <"),
    (.subscribers, "j h l j", "> . . ."),
    (.subscribers, "j j x j l", "> . . > <"),
    (.commands, "j l h j l r j l", ". . . . . . . ."),
  ])
  func startsWithTheFirstAndStopsWithTheLast(
    lifecycle: ProviderLifecycle, events: String, expected: String
  ) {
    var machine = LifecycleStateMachine(lifecycle)
    let found = events.split(separator: " ").map { event in
      switch event {
      case "j": return machine.join() ? ">" : "."
      case "l": return machine.leave() ? "<" : "."
      case "h": machine.hold()
      case "r": machine.release()
      default: machine.removeAll()
      }
      return "."
    }
    #expect(found.joined(separator: " ") == expected)
  }
}
