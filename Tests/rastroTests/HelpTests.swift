import Testing

@testable import rastro

struct HelpTests {
  @Test func overviewIsAsCommitted() throws {
    try expectGolden(Help.overview + "\n", "help.txt")
  }

  @Test func eachCommandsHelpIsAsCommitted() throws {
    try expectGolden(Help.text(of: ServeOptions.command) + "\n", "help-serve.txt")
    try expectGolden(Help.text(of: RecordOptions.command) + "\n", "help-record.txt")
    try expectGolden(Help.text(of: InspectOptions.command) + "\n", "help-inspect.txt")
    try expectGolden(Help.text(of: ConvertOptions.command) + "\n", "help-convert.txt")
    try expectGolden(Help.text(of: GenerateOptions.command) + "\n", "help-generate.txt")
  }

  @Test func everyOptionStandsInTheOverview() {
    let names =
      ServeOptions.command.options.map(\.name) + RecordOptions.command.options.map(\.name)
      + InspectOptions.command.options.map(\.name) + ConvertOptions.command.options.map(\.name)
      + GenerateOptions.command.options.map(\.name)
    for name in names {
      #expect(Help.overview.contains("\(name) ") || Help.overview.contains("\(name)\n"))
    }
  }

  @Test func noLineIsLongerThanAHundredColumns() {
    for line in Help.overview.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func noCommandHasTwoOptionsOfOneName() {
    let record = RecordOptions.command.options.map(\.name)
    #expect(Set(record).count == record.count)
    let serve = ServeOptions.command.options.map(\.name)
    #expect(Set(serve).count == serve.count)
  }
}
