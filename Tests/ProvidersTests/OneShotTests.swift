import TestSupport
import Testing

@testable import Providers

@Suite(.timeLimit(.minutes(5))) struct OneShotTests {
  private struct Failure: Error {}

  @Test func c11_tenThousandRacesOfValueErrorCancelAndADoubleCallback() async {
    var outcomes: [String: Int] = [:]
    for round in 0..<10_000 {
      let oneShot = OneShot<Int>()
      let waiter = Task { try await oneShot.value() }
      let firsts = await withTaskGroup { group in
        // Their order differs from round to round, so that each comes first at times.
        for step in 0..<4 {
          group.addTask {
            switch (step + round) % 4 {
            case 0: return oneShot.resolve(.success(1)) ? 1 : 0
            case 1: return oneShot.resolve(.success(2)) ? 1 : 0
            case 2: return oneShot.resolve(.failure(Failure())) ? 1 : 0
            default:
              waiter.cancel()
              return 0
            }
          }
        }
        return await group.reduce(0, +)
      }
      #expect(firsts <= 1)
      switch await waiter.result {
      case .success(let value): outcomes["\(value)", default: 0] += 1
      case .failure(is CancellationError): outcomes["cancelled", default: 0] += 1
      case .failure: outcomes["failed", default: 0] += 1
      }
      #expect(!oneShot.resolve(.success(3)))
    }
    #expect(outcomes.values.reduce(0, +) == 10_000)
    #expect(outcomes.count == 4, "every way to end was taken: \(outcomes)")
  }

  @Test func keepsAnAnswerThatComesBeforeTheQuestion() async throws {
    let oneShot = OneShot<Int>()
    #expect(oneShot.resolve(.success(7)))
    #expect(try await oneShot.value() == 7)
  }
}
