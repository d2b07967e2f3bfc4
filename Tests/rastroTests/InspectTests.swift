import Foundation
import TestSupport
import Testing

@testable import rastro

@Suite(.timeLimit(.minutes(5))) struct InspectTests {
  private static let gpx = """
    <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
    <trkpt lat="0" lon="0"><time>2024-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="0" lon="0.001"><time>2024-05-01T10:02:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """

  private func objects(_ output: String) throws -> [[String: Any]] {
    try output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func oneObjectALineWithTheKeysInOrder() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", Self.gpx)
      let result = try await Program.run(["inspect", "--json", "a.gpx"], in: directory.url)
      #expect(result.status == 0)
      #expect(
        result.output.hasPrefix(
          #"{"file":"a.gpx","format":"gpx","tracks":1,"segments":1,"points":2,"timed":2,"#
            + #""first":"2024-05-01T10:00:00.000Z","last":"2024-05-01T10:02:00.000Z","#
            + #""duration_s":120,"bbox":[0,0,0.001,0],"length_m":111.195,"gaps":1,"#))
      #expect(result.errors.isEmpty)
    }
  }

  @Test func theGapThresholdIsTheUsers() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", Self.gpx)
      for (limit, gaps) in [("3min", 0), ("60s", 1), ("3min,100m", 1)] {
        let result = try await Program.run(
          ["inspect", "--json", "--gap-threshold", limit, "a.gpx"], in: directory.url)
        #expect(try objects(result.output)[0]["gaps"] as? Int == gaps, "\(limit)")
      }
    }
  }

  @Test func aBrokenFileDoesNotStopTheOthers() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", Self.gpx)
      try directory.makeFile("b.gpx", "nothing of the kind")
      try directory.makeFile("c.gpx", Self.gpx)
      let result = try await Program.run(["inspect", "--json", "."], in: directory.url)
      #expect(result.status == 65)
      let found = try objects(result.output)
      #expect(found.map { $0["file"] as? String } == ["./a.gpx", "./b.gpx", "./c.gpx"])
      let error = try #require(found[1]["error"] as? [String: Any])
      #expect(Set(error.keys) == ["code", "line", "message"])
      #expect(result.errors.hasPrefix("rastro: ./b.gpx: "))
    }
  }

  @Test func aPatternThatTheShellLeftIsExpanded() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a1.gpx", Self.gpx)
      try directory.makeFile("a2.gpx", Self.gpx)
      try directory.makeFile("b.gpx", Self.gpx)
      let result = try await Program.run(["inspect", "--json", "a*.gpx"], in: directory.url)
      #expect(result.status == 0)
      #expect(try objects(result.output).map { $0["file"] as? String } == ["a1.gpx", "a2.gpx"])
    }
  }

  @Test func aMissingFileIsStatus66AndTheOthersAreTold() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", Self.gpx)
      let result = try await Program.run(["inspect", "no.gpx", "a.gpx"], in: directory.url)
      #expect(result.status == 66)
      #expect(result.errors == "rastro: no.gpx: no such file; check its name\n")
      #expect(result.output.hasPrefix("a.gpx: GPX\n"))
      let none = try await Program.run(["inspect", "no*.gpx"], in: directory.url)
      #expect(none.status == 66)
      try FileManager.default.createDirectory(
        atPath: directory.path("empty"), withIntermediateDirectories: false)
      let empty = try await Program.run(["inspect", "empty"], in: directory.url)
      #expect(empty.status == 66)
      #expect(empty.errors == "rastro: empty: holds no traces; name a file in it\n")
    }
  }

  @Test func aReadableFileWithoutPositionsIsNoError() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", "<gpx version=\"1.1\" creator=\"t\"><metadata/></gpx>")
      let result = try await Program.run(["inspect", "--json", "a.gpx"], in: directory.url)
      #expect(result.status == 0)
      #expect(try objects(result.output)[0]["points"] as? Int == 0)
      #expect(result.output.contains("no-positions"))
    }
  }
}
