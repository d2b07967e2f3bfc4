import Providers
import StreamMetrics
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct BroadcasterTests {
  @Test func givesTheCurrentElementFirst() async {
    let broadcaster = Broadcaster(current: 0)
    broadcaster.send(1)
    broadcaster.send(2)
    var iterator = broadcaster.subscribe(bufferingPolicy: .unbounded).makeAsyncIterator()
    broadcaster.send(3)
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == 3)
  }

  @Test func givesNothingFirstWhenThereIsNothing() async {
    let broadcaster = Broadcaster<Int>()
    var iterator = broadcaster.subscribe(bufferingPolicy: .unbounded).makeAsyncIterator()
    broadcaster.send(1)
    #expect(await iterator.next() == 1)
  }

  @Test func givesLateSubscribersTheWholeAndOthersTheChange() async {
    let broadcaster = Broadcaster(current: [1])
    var early = broadcaster.subscribe(bufferingPolicy: .unbounded).makeAsyncIterator()
    broadcaster.send([2], current: [1, 2])
    var late = broadcaster.subscribe(bufferingPolicy: .unbounded).makeAsyncIterator()
    #expect(await early.next() == [1])
    #expect(await early.next() == [2])
    #expect(await late.next() == [1, 2])
  }

  @Test func a02_everySubscriberSeesAllFromItsStartOnceAndInOrder() async {
    let broadcaster = Broadcaster(current: 0)
    await withTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          var expected: Int?
          for await element in broadcaster.subscribe(bufferingPolicy: .unbounded) {
            #expect(element == expected ?? element)
            expected = element + 1
            if element == 5000 { break }
          }
          #expect(expected == 5001)
        }
      }
      group.addTask {
        for element in 1...5000 {
          broadcaster.send(element)
          if element % 50 == 0 { await Task.yield() }
        }
      }
    }
    #expect(broadcaster.subscriberCount == 0)
  }

  @Test func aSlowSubscriberLosesByItsPolicyAndDelaysNoOther() async {
    let broadcaster = Broadcaster<Int>()
    let slow = broadcaster.subscribe(bufferingPolicy: .newest(10))
    let quick = broadcaster.subscribe(bufferingPolicy: .unbounded)
    var slowIterator = slow.makeAsyncIterator()
    var quickIterator = quick.makeAsyncIterator()
    for element in 1...1000 { broadcaster.send(element) }
    broadcaster.finish()
    for element in 1...1000 { #expect(await quickIterator.next() == element) }
    for element in 991...1000 { #expect(await slowIterator.next() == element) }
    #expect(await slowIterator.next() == nil)
    #expect(await quickIterator.next() == nil)
    #expect(slow.counters == StageCounters(delivered: 10, dropped: 990, pending: 0))
    #expect(quick.counters == StageCounters(delivered: 1000, dropped: 0, pending: 0))
  }

  @Test func givesAllSubscribersTheSameOrderWhoeverSends() async {
    let broadcaster = Broadcaster<Int>()
    var first = broadcaster.subscribe(bufferingPolicy: .unbounded).makeAsyncIterator()
    var second = broadcaster.subscribe(bufferingPolicy: .unbounded).makeAsyncIterator()
    await withTaskGroup { group in
      for sender in 0..<4 {
        group.addTask {
          for element in 0..<500 { broadcaster.send(sender * 1000 + element) }
        }
      }
    }
    let current = broadcaster.current
    broadcaster.finish()
    var last: Int?
    while let element = await first.next() {
      #expect(await second.next() == element)
      last = element
    }
    #expect(last == current)
  }

  @Test func finishesThoseWhoComeAfterTheEnd() async {
    let broadcaster = Broadcaster(current: 7)
    broadcaster.finish()
    broadcaster.send(8)
    var seen: [Int] = []
    for await element in broadcaster.subscribe(bufferingPolicy: .newest(1)) { seen.append(element) }
    #expect(seen == [7])
    #expect(broadcaster.subscriberCount == 0)
  }

  @Test func finishesWhenItIsReleased() async {
    var broadcaster: Broadcaster<Int>? = Broadcaster(current: 1)
    let stream = broadcaster?.subscribe(bufferingPolicy: .newest(1))
    var iterator = stream?.makeAsyncIterator()
    broadcaster = nil
    #expect(await iterator?.next() == 1)
    #expect(await iterator?.next() == Int?.none)
  }
}
