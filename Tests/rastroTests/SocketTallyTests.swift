import StreamMetrics
import Testing

@testable import rastro

@Suite("Socket tally")
struct SocketTallyTests {
  @Test("Frames that wait are no loss until newer ones have replaced them")
  func whatWaitsIsNotDropped() {
    var tally = SocketTally()
    tally.update(0, (sent: 3, replaced: 0))
    #expect(tally.counters(frames: 5) == StageCounters(delivered: 3, dropped: 0, pending: 2))
    tally.update(0, (sent: 4, replaced: 1))
    #expect(tally.counters(frames: 5) == StageCounters(delivered: 4, dropped: 1, pending: 0))
  }

  @Test("No count falls while a run goes on, when a connection goes neither")
  func countsNeverFall() {
    var tally = SocketTally()
    var last = StageCounters()
    let told: [(frames: UInt64, figures: (sent: Int, replaced: Int)?)] = [
      (2, (2, 0)), (6, (2, 3)), (7, (3, 3)), (9, (4, 4)), (10, nil), (12, nil),
    ]
    for (frames, figures) in told {
      tally.update(0, figures)
      tally.update(1, (sent: Int(frames), replaced: 0))
      let now = tally.counters(frames: frames)
      #expect(now.delivered >= last.delivered)
      #expect(now.dropped >= last.dropped)
      #expect(now.offered == frames * 2)
      #expect(now.isConserved)
      last = now
    }
    #expect(last == StageCounters(delivered: 16, dropped: 8, pending: 0))
  }
}
