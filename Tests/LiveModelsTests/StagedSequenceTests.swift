import LiveModels
import TestSupport
import Testing

struct StagedSequenceTests {
  private struct Broken: Error {}

  @Test func c15_partsComeInOrderEachWhenAskedFor() async throws {
    let worked = Log<Int>()
    let sequence = StagedSequence(
      (1...4).map { part in
        {
          worked.append(part)
          return part
        }
      })
    var iterator = sequence.makeAsyncIterator()
    #expect(worked.count == 0)
    #expect(try await iterator.next() == 1)
    #expect(worked.elements == [1])
    #expect(try await iterator.next() == 2)
    #expect(try await iterator.next() == 3)
    #expect(try await iterator.next() == 4)
    #expect(try await iterator.next() == nil)
    #expect(try await iterator.next() == nil)
    #expect(worked.elements == [1, 2, 3, 4])
  }

  @Test func c15_afterAnErrorNothingComesAndWhatCameStays() async throws {
    let worked = Log<Int>()
    let sequence = StagedSequence<Int>([
      { 1 }, { throw Broken() },
      {
        worked.append(3)
        return 3
      },
    ])
    var sections: [Int] = []
    var iterator = sequence.makeAsyncIterator()
    await #expect(throws: Broken.self) {
      while let section = try await iterator.next() { sections.append(section) }
    }
    #expect(sections == [1])
    #expect(try await iterator.next() == nil)
    #expect(worked.count == 0)
  }

  @Test func c15_cancellationEndsIt() async throws {
    let worked = Log<Int>()
    let sequence = StagedSequence<Int>([
      {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return 1
      },
      {
        worked.append(2)
        return 2
      },
    ])
    let task = Task {
      var iterator = sequence.makeAsyncIterator()
      let first = try await iterator.next()
      await #expect(throws: CancellationError.self) { try await iterator.next() }
      let rest = try await iterator.next()
      return (first, rest)
    }
    let (first, rest) = try await task.value
    #expect(first == 1)
    #expect(rest == nil)
    #expect(worked.count == 0)
  }
}
