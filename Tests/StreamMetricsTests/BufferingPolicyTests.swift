import StreamMetrics
import Testing

@Suite struct BufferingPolicyTests {
  @Test(arguments: [
    ("newest:1", BufferingPolicy.newest(1)), ("newest:64", .newest(64)), ("oldest:64", .oldest(64)),
    ("oldest:1000000", .oldest(1_000_000)), ("unbounded", .unbounded),
  ])
  func readsAndWritesItsText(text: String, policy: BufferingPolicy) {
    #expect(BufferingPolicy(text) == policy)
    #expect(policy.description == text)
  }

  @Test(arguments: [
    "", "newest", "newest:", "newest:0", "newest:-1", "newest:+1", "newest:1:2", "newest: 1",
    "newest:1000001", "newest:99999999999999999999", "Newest:1", "unbounded:1", "oldest:٣",
    "latest:1",
  ])
  func refusesOtherTexts(text: String) {
    #expect(BufferingPolicy(text) == nil)
  }

  @Test func tellsItsLimit() {
    #expect(BufferingPolicy.newest(3).limit == 3)
    #expect(BufferingPolicy.oldest(4).limit == 4)
    #expect(BufferingPolicy.unbounded.limit == nil)
  }
}
