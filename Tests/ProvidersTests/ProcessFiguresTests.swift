import Providers
import StreamMetrics
import Testing

@Suite struct ProcessFiguresTests {
  @Test func readsWhatTheKernelSays() throws {
    let before = try #require(ProcessFigures.current())
    #expect(before.residentBytes > 1_000_000)
    #expect(before.peakResidentBytes >= before.residentBytes)
    #expect(before.threads >= 1)
    #expect(before.cpuTime > .zero)

    let size = 64 << 20
    let block = [UInt8](repeating: 1, count: size)
    let during = try #require(ProcessFigures.current())
    #expect(block[size / 2] == 1)
    #expect(during.peakResidentBytes > before.residentBytes + UInt64(size / 2))
    #expect(during.cpuTime > before.cpuTime)
  }
}
