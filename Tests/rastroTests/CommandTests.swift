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
}
