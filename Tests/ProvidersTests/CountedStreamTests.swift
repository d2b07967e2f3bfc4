import StreamMetrics
import TestSupport
import Testing

@testable import Providers

@Suite(.timeLimit(.minutes(5))) struct CountedStreamTests {
  @Test func c07_breakingOutStopsTheSourceOnce() async {
    let source = CallbackSource<Int>()
    let stream = source.stream(.unbounded)
    let reader = Task {
      for await element in stream where element == 3 { break }
    }
    await untilTrue { source.liveCount == 1 }
    for element in 1...5 { source.offer(element) }
    await reader.value
    #expect(source.liveCount == 0)
    #expect(source.starts == 1)
    #expect(source.stops == 1)
    #expect(source.unknownStops == 0)
    #expect(stream.counters == StageCounters(delivered: 3, dropped: 2, pending: 0))
  }

  @Test func unboundedHasABoundToo() {
    let buffering = AsyncStream<Int>.Continuation.BufferingPolicy(BufferingPolicy.unbounded)
    guard case .bufferingOldest(1_000_000) = buffering else {
      Issue.record("\(buffering)")
      return
    }
  }

  @Test func c07_cancellingStopsTheSourceOnceAndEndsAtOnce() async {
    let source = CallbackSource<Int>()
    let stream = source.stream(.unbounded)
    let seen = Log<Int>()
    let reader = Task {
      for await element in stream {
        seen.append(element)
        source.offer(element + 1)
        source.offer(element + 2)
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      }
    }
    await untilTrue { source.liveCount == 1 }
    source.offer(1)
    await reader.value
    #expect(seen.elements == [1])
    #expect(source.liveCount == 0)
    #expect(source.stops == 1)
    #expect(source.unknownStops == 0)
    #expect(stream.counters == StageCounters(delivered: 1, dropped: 2, pending: 0))
  }

  @Test func c07_cancellingAWaitingReaderStopsTheSourceOnce() async {
    let source = CallbackSource<Int>()
    let stream = source.stream(.newest(1))
    let reader = Task {
      for await _ in stream {}
    }
    await untilTrue { source.liveCount == 1 }
    reader.cancel()
    await reader.value
    #expect(source.liveCount == 0)
    #expect(source.stops == 1)
  }

  @Test func c07_finishingHandsOutWhatWaitsThenStopsTheSourceOnce() async {
    let source = CallbackSource<Int>()
    let stream = source.stream(.unbounded)
    var iterator = stream.makeAsyncIterator()
    for element in 1...3 { source.offer(element) }
    source.finish()
    source.finish()
    #expect(source.liveCount == 0)
    for element in 1...3 { #expect(await iterator.next() == element) }
    for _ in 0..<3 { #expect(await iterator.next() == nil) }
    #expect(source.stops == 1)
    #expect(source.unknownStops == 0)
    #expect(stream.counters == StageCounters(delivered: 3, dropped: 0, pending: 0))
  }

  @Test func c07_releasingTheSourceFinishes() async {
    var source: CallbackSource<Int>? = CallbackSource()
    let stream = source?.stream(.unbounded)
    var iterator = stream?.makeAsyncIterator()
    source?.offer(1)
    source = nil
    #expect(await iterator?.next() == 1)
    #expect(await iterator?.next() == Int?.none)
  }

  @Test func c07_aThousandSubscribersComeAndGo() async {
    let source = CallbackSource<Int>()
    let stream = source.stream(.newest(4))
    await withTaskGroup { group in
      let producing = Task {
        var element = 0
        while !Task.isCancelled {
          element += 1
          source.offer(element)
          await Task.yield()
        }
      }
      for index in 0..<1000 {
        group.addTask {
          switch index % 3 {
          case 0:
            for await _ in stream { break }
          case 1:
            var iterator = stream.makeAsyncIterator()
            _ = await iterator.next()
            _ = await iterator.next()
          default:
            let reader = Task { for await _ in stream {} }
            reader.cancel()
            await reader.value
          }
        }
      }
      await group.waitForAll()
      producing.cancel()
      await producing.value
    }
    #expect(source.liveCount == 0)
    #expect(source.starts == 1000)
    #expect(source.stops == 1000)
    #expect(source.unknownStops == 0)
    #expect(stream.counters.isConserved)
    #expect(stream.counters.pending == 0)
  }

  @Test func a02_eachIterationSeesEveryElement() async {
    let source = CallbackSource<Int>()
    let stream = source.stream(.unbounded)
    var first = stream.makeAsyncIterator()
    var second = stream.makeAsyncIterator()
    for element in 1...1000 { source.offer(element) }
    source.finish()
    for element in 1...1000 {
      #expect(await first.next() == element)
      #expect(await second.next() == element)
    }
    #expect(await first.next() == nil)
    #expect(await second.next() == nil)
    #expect(stream.counters == StageCounters(delivered: 2000, dropped: 0, pending: 0))
  }

  @Test(arguments: [
    (BufferingPolicy.newest(1), [1, 2, 3, 100]), (.newest(3), [1, 2, 3, 98, 99, 100]),
    (.oldest(1), [1, 2, 3, 4]), (.oldest(3), [1, 2, 3, 4, 5, 6]),
    (.unbounded, Array(1...100)),
  ])
  func a03_keepsWhatItsPolicySays(policy: BufferingPolicy, expected: [Int]) async {
    let source = CallbackSource<Int>()
    let stream = source.stream(policy)
    var iterator = stream.makeAsyncIterator()
    var seen: [Int] = []
    for element in 1...3 {
      source.offer(element)
      if let element = await iterator.next() { seen.append(element) }
    }
    for element in 4...100 { source.offer(element) }
    #expect(stream.counters.offered == 100)
    #expect(stream.counters.delivered == 3)
    #expect(stream.counters.pending == UInt64(expected.count - 3))
    #expect(stream.counters.dropped == UInt64(100 - expected.count))
    source.finish()
    while let element = await iterator.next() { seen.append(element) }
    #expect(seen == expected)
    #expect(
      stream.counters
        == StageCounters(
          delivered: UInt64(expected.count), dropped: UInt64(100 - expected.count), pending: 0))
  }

  @Test(arguments: [BufferingPolicy.newest(1), .newest(64), .oldest(64), .unbounded])
  func conservesWhileBothEndsRace(policy: BufferingPolicy) async {
    let source = CallbackSource<Int>()
    let stream = source.stream(policy)
    let reader = Task {
      var last = 0
      for await element in stream {
        #expect(element > last)
        last = element
      }
      return last
    }
    await untilTrue { source.liveCount == 1 }
    for element in 1...20_000 {
      source.offer(element)
      if element % 97 == 0 {
        let counters = stream.counters
        #expect(counters.isConserved)
        #expect(counters.offered == UInt64(element))
        await Task.yield()
      }
    }
    source.finish()
    let last = await reader.value
    let counters = stream.counters
    #expect(counters.offered == 20_000)
    #expect(counters.isConserved)
    #expect(counters.pending == 0)
    switch policy {
    case .newest: #expect(last == 20_000)
    case .oldest: #expect(counters.delivered >= 64)
    case .unbounded: #expect(counters.delivered == 20_000)
    }
  }

  @Test func dropsWhatBecameVoidWhileItWaited() async {
    let source = CallbackSource<Int>()
    let stream = source.stream(.unbounded, isVoid: { $0 < 10 })
    var iterator = stream.makeAsyncIterator()
    for element in [1, 2, 30, 4, 50] { source.offer(element) }
    #expect(await iterator.next() == 30)
    #expect(await iterator.next() == 50)
    #expect(stream.counters == StageCounters(delivered: 2, dropped: 3, pending: 0))
  }

  @Test func measuresFromDueToTaken() async throws {
    let clock = ManualClock()
    let source = CallbackSource<Int>()
    let stream = source.stream(.unbounded, clock: clock)
    var iterator = stream.makeAsyncIterator()
    #expect(stream.figures.latency == nil)
    for tenth in 0..<10 {
      source.offer(tenth, due: clock.now)
      clock.advance(by: .milliseconds(100))
    }
    clock.advance(to: .seconds(1))
    for _ in 0..<10 { _ = await iterator.next() }
    let latency = try #require(stream.figures.latency)
    #expect(latency.count == 10)
    #expect(latency.least == .milliseconds(100))
    #expect(latency.max == .milliseconds(1000))
    clock.advance(to: .seconds(2))
    #expect(stream.figures.rate == 10)
    #expect(stream.figures.policy == .unbounded)
    #expect(stream.figures.stage == .consumer)
  }

  @Test func keepsFiguresOfIterationsThatEnded() async {
    let clock = ManualClock()
    let source = CallbackSource<Int>()
    let stream = source.stream(.unbounded, clock: clock)
    for round in 1...10 {
      var iterator = stream.makeAsyncIterator()
      source.offer(round)
      source.offer(round)
      #expect(await iterator.next() == round)
    }
    #expect(stream.counters == StageCounters(delivered: 10, dropped: 10, pending: 0))
    #expect(stream.latency?.count == 10)
  }

  @Test func a01_cancellingFromWithinACallbackDoesNotHang() async {
    let readers = Log<Task<Void, Never>>()
    let stream = CountedStream<Int>(bufferingPolicy: .unbounded) { _, sink in
      sink.offer(1)
      for reader in readers.elements { reader.cancel() }
      sink.finish()
    } unsubscribe: { _ in
      for reader in readers.elements { reader.cancel() }
    }
    let reader = Task { for await _ in stream {} }
    readers.append(reader)
    await reader.value
    #expect(stream.counters.pending == 0)
  }
}
