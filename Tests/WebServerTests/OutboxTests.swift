import Testing

@testable import WebServer

@Suite struct OutboxTests {
  private func frame(_ number: Int, count: Int = 10) -> SharedFrame {
    SharedFrame(.binary, [UInt8(number)] + [UInt8](repeating: 0, count: count - 1))
  }

  private func numbers(_ outbox: Outbox) -> [Int] {
    var outbox = outbox
    var numbers: [Int] = []
    while let first = outbox.first {
      numbers.append(Int(first.bytes[2]))
      outbox.removeFirst()
    }
    return numbers
  }

  @Test func theOldestEventsGiveWay() {
    var outbox = Outbox()
    for number in 0..<5 {
      let offer = outbox.offer(frame(number), .event, maximumCount: 3, maximumBytes: 1_000)
      #expect(offer == .queued(dropped: number < 3 ? 0 : 1))
    }
    #expect(numbers(outbox) == [2, 3, 4])
    #expect(outbox.byteCount == 36)
  }

  @Test func bytesAreLimitedTheLastOneIncluded() {
    var outbox = Outbox()
    for number in 0..<5 {
      let offer = outbox.offer(
        frame(number, count: 98), .event, maximumCount: 99, maximumBytes: 400)
      #expect(offer == .queued(dropped: 0))
    }
    #expect(outbox.byteCount == 500)
    // The next to go does not count; room for one of 122 bytes is made by two that leave.
    let offer = outbox.offer(frame(9, count: 120), .event, maximumCount: 99, maximumBytes: 400)
    #expect(offer == .queued(dropped: 2))
    #expect(numbers(outbox) == [2, 3, 4, 9])
    let huge = outbox.offer(frame(9, count: 500), .event, maximumCount: 99, maximumBytes: 400)
    #expect(huge == .refused)
  }

  @Test func answersAreNeverLeftOut() {
    var outbox = Outbox()
    _ = outbox.offer(frame(0), .answer, maximumCount: 3, maximumBytes: 1_000)
    _ = outbox.offer(frame(1), .event, maximumCount: 3, maximumBytes: 1_000)
    _ = outbox.offer(frame(2), .answer, maximumCount: 3, maximumBytes: 1_000)
    #expect(
      outbox.offer(frame(3), .answer, maximumCount: 3, maximumBytes: 1_000) == .queued(dropped: 1))
    #expect(numbers(outbox) == [0, 2, 3])
    #expect(outbox.offer(frame(4), .event, maximumCount: 3, maximumBytes: 1_000) == .refused)
    #expect(outbox.offer(frame(5), .answer, maximumCount: 3, maximumBytes: 1_000) == .overflow)
    #expect(numbers(outbox) == [0, 2, 3])
  }

  @Test func anAnswerLargerThanTheLimitGoesWhenNothingStandsBeforeIt() {
    var outbox = Outbox()
    #expect(
      outbox.offer(frame(0, count: 5_000), .answer, maximumCount: 9, maximumBytes: 400)
        == .queued(dropped: 0))
    // What follows it has the whole limit for itself.
    for (number, importance) in [(1, Outbox.Importance.answer), (2, .event)] {
      #expect(
        outbox.offer(frame(number, count: 100), importance, maximumCount: 9, maximumBytes: 400)
          == .queued(dropped: 0))
    }
    #expect(
      outbox.offer(frame(3, count: 5_000), .answer, maximumCount: 9, maximumBytes: 400)
        == .overflow)
  }

  @Test func aLongLifeTakesNoMoreMemoryThanWhatWaits() {
    var outbox = Outbox()
    for number in 0..<100_000 {
      _ = outbox.offer(frame(number & 127), .event, maximumCount: 10, maximumBytes: 1_000)
      if number % 2 == 0 { outbox.removeFirst() }
    }
    #expect(outbox.count <= 10)
    while !outbox.isEmpty { outbox.removeFirst() }
    #expect(outbox.byteCount == 0)
    #expect(outbox.first == nil)
  }

  // MARK: - What a member of a group is due

  @Test func theNewestFrameIsDueAndNoOlderOne() {
    let members = FanOutMembers()
    #expect(members.due(after: 0) == nil)
    let frames = (0..<4).map { frame($0) }
    for frame in frames { members.publish(frame) }
    let due = members.due(after: 1)
    #expect(due?.frame === frames[3])
    #expect(due?.number == 4)
    #expect(members.due(after: 4) == nil)
  }

  @Test func changesAreOnlyForThoseWhoHaveTheFrameBefore() {
    let members = FanOutMembers()
    let full = frame(1)
    let change = SharedFrame(.binary, [2], extent: .changes)
    members.publish(full)
    members.publish(change)
    #expect(members.due(after: 1)?.frame === change)
    // Who has nothing gets the whole one first, and the change then follows it.
    #expect(members.due(after: 0)?.frame === full)
    #expect(members.due(after: 0)?.number == 1)
    let later = SharedFrame(.binary, [3], extent: .changes)
    members.publish(later)
    // Who missed one waits for the next whole frame.
    #expect(members.due(after: 1) == nil)
    #expect(members.due(after: 2)?.frame === later)
    let next = frame(4)
    members.publish(next)
    #expect(members.due(after: 1)?.frame === next)
  }

  @Test(arguments: [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10), (200_000, 10)])
  func framesHaveTheShortestHeader(count: Int, header: Int) {
    let frame = SharedFrame(.text, [UInt8](repeating: 65, count: count))
    #expect(frame.bytes.count == header + count)
    #expect(frame.bytes[0] == 0x81)
    let length: Int
    switch header {
    case 2: length = Int(frame.bytes[1])
    case 4: length = frame.bytes[2..<4].reduce(0) { $0 << 8 | Int($1) }
    default: length = frame.bytes[2..<10].reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(length == count)
    #expect(frame.bytes[1] & 0x80 == 0)
  }
}
