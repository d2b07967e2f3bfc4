import Testing

@testable import rastro

struct NearestNameTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "abc", 0), ("abc", "", 3), ("", "ab", 2), ("kitten", "sitting", 3),
    ("recrod", "record", 1), ("flaw", "lawn", 2),
  ])
  func distance(left: String, right: String, expected: Int) {
    #expect(NearestName.distance(left, right) == expected)
    #expect(NearestName.distance(right, left) == expected)
  }

  @Test func theFirstOfTheNearestIsTaken() {
    #expect(NearestName.of("--prot", among: ["--host", "--port", "--part"]) == "--port")
  }
}
