import TestSupport
import Testing
import TraceFormats
import Tracks

@testable import rastro

@Suite(.timeLimit(.minutes(5))) struct GenerateTests {
  @Test func theSameOptionsMakeTheSameBytes() async throws {
    try await TemporaryDirectory.with { directory in
      func generate(_ name: String, _ seed: String, _ rest: [String] = []) async throws -> String {
        let result = try await Program.run(
          ["generate", "-o", name, "--seed", seed, "--fleet", "3", "--duration", "60s"] + rest,
          in: directory.url)
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        return try directory.text(name)
      }
      let bad = ["--noise", "urban", "--fault", "drop=10%"]
      let clean = try await generate("1.gpx", "4")
      #expect(try await generate("2.gpx", "4") == clean)
      #expect(try await generate("3.gpx", "5") != clean)
      let noisy = try await generate("4.gpx", "4", bad)
      #expect(try await generate("5.gpx", "4", bad) == noisy)
      #expect(noisy != clean)
    }
  }

  @Test(arguments: ["gpx", "nmea", "kml", "geojson", "csv", "ndjson"])
  func everyFormatReadsBack(format: String) async throws {
    try await TemporaryDirectory.with { directory in
      let name = "a.\(format)"
      let result = try await Program.run(
        [
          "generate", "-o", name, "--hz", "2", "--duration", "30s", "--start",
          "2025-03-01T12:00:00Z",
        ], in: directory.url)
      #expect(result.status == 0)
      let trace = try await TraceFile.read(path: directory.path(name))
      let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
      #expect(fixes.count == 61)
      #expect(fixes.first?.time?.iso8601Milliseconds == "2025-03-01T12:00:00.000Z")
      #expect(fixes.last?.time?.iso8601Milliseconds == "2025-03-01T12:00:30.000Z")
    }
  }

  @Test func aFleetDrivesAlongRoads() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("road.gpx", TestTrace.gpx(fixes: 200))
      let result = try await Program.run(
        ["generate", "road.gpx", "-o", "a.ndjson", "--fleet", "5", "--duration", "60s"],
        in: directory.url)
      #expect(result.status == 0)
      let trace = try await TraceFile.read(path: directory.path("a.ndjson"))
      #expect(trace.tracks.count == 5)
      for fix in trace.tracks.flatMap(\.segments).flatMap(\.fixes) {
        // The road leads east on one parallel; a lane is some metres beside it.
        #expect(abs(fix.coordinate.latitude - 47) < 0.001)
      }
    }
  }

  @Test func wrongInputIsOneLineAndAStatus() async throws {
    try await TemporaryDirectory.with { directory in
      for (arguments, status) in [
        (["generate", "-o", "a.doc"], Int32(64)), (["generate", "no.gpx", "-o", "a.gpx"], 66),
        (["generate", "-o", "no/such/a.gpx"], 74), (["generate", "-o", "a.gpx", "--hz", "0"], 64),
      ] {
        let result = try await Program.run(arguments, in: directory.url)
        #expect(result.status == status, "\(arguments)")
        #expect(result.errors.hasPrefix("rastro: "))
        #expect(result.errors.count { $0 == "\n" } == 1, "\(result.errors)")
      }
    }
  }
}
