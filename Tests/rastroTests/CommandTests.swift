import TestSupport
import Testing

@testable import rastro

struct CommandTests {
  @Test func helpAndVersionGoToStandardOutput() async throws {
    let help = try await Program.run(["--help"])
    #expect(help.status == 0)
    #expect(help.output == Help.overview + "\n")
    #expect(help.errors.isEmpty)
    let record = try await Program.run(["record", "--help"])
    #expect(record.status == 0)
    #expect(record.output == Help.text(of: RecordOptions.command) + "\n")
    let version = try await Program.run(["--version"])
    #expect(version.status == 0)
    #expect(version.output == "rastro \(Rastro.version)\n")
  }

  @Test func aWrongCommandLineIsOneLineAndStatus64() async throws {
    for arguments in [
      ["--nosuch"], ["record", "--rate", "fast"], ["recrod", "a.gpx"], ["inspect"],
      ["convert", "a.gpx"], ["generate"],
    ] {
      let result = try await Program.run(arguments)
      #expect(result.status == 64, "\(arguments)")
      #expect(result.output.isEmpty)
      #expect(result.errors.hasPrefix("rastro: "))
      #expect(result.errors.count { $0 == "\n" } == 1)
    }
  }

  @Test func aWordThatIsNothingIsToldWithTheCommands() async throws {
    let result = try await Program.run(["frobnicate"])
    #expect(result.status == 64)
    #expect(
      result.errors == "rastro: no such command or file: frobnicate; commands are serve, record, "
        + "inspect, convert, generate\n")
    // What looks like a file is one that is missing.
    let file = try await Program.run(["frobnicate.gpx"])
    #expect(file.status == 66)
  }

  @Test func aThresholdWithoutItsUnitIsToldTheUnits() async throws {
    for (threshold, advice) in [
      ("cpu<5", "cpu with s or ms, for example 'cpu<5s'"),
      (
        "latency.p95[written]<20",
        "latency.p95[written] with ms or us or s, for example "
          + "'latency.p95[written]<20ms'"
      ),
      ("dropped<1ms", "dropped with no unit or %, for example 'dropped<1'"),
    ] {
      let result = try await Program.run(["record", "--threshold", threshold])
      #expect(result.status == 64)
      #expect(
        result.errors
          == "rastro: --threshold: \"\(threshold)\" is not allowed; allowed: \(advice)\n")
    }
  }

  @Test func standardInputIsRead() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 10))
      let result = try await Program.shell(
        """
        rastro inspect --json - < a.gpx && cat a.gpx | rastro convert - -o a.kml \
          && cat a.gpx | rastro record - --rate max --events a.ndjson && gzip -c a.gpx | rastro inspect -
        """, in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix(#"{"file":"-","format":"gpx","tracks":1,"#))
      #expect(try directory.text("a.kml").contains("<gx:coord>"))
      #expect(try directory.text("a.ndjson").split(separator: "\n").count > 10)
      let served = try await Program.run(["-"])
      #expect(served.status == 64)
      let empty = try await Program.run(["inspect", "-"])
      #expect(empty.status == 65)
      #expect(empty.errors == "rastro: standard input: the file is empty; export it again\n")
    }
  }
}
