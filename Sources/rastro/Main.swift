import Glibc

/// The command: finds the subcommand, reads its options, runs it, and tells the shell how it went.
@main
enum Rastro {
  /// The version that `--version` prints.
  static let version = "0.1"

  static func main() async {
    // A reader that goes away is told by `write`, with a message and an exit status of our own.
    signal(SIGPIPE, SIG_IGN)
    let status = await run(Array(CommandLine.arguments.dropFirst()))
    exit(status.rawValue)
  }

  /// Runs the command and returns its exit status; what fails has been said on standard error.
  static func run(_ arguments: [String]) async -> ExitStatus {
    do {
      return try await dispatch(arguments)
    } catch {
      Console.report(error)
      return error.status
    }
  }

  private static func dispatch(_ arguments: [String]) async throws(Failure) -> ExitStatus {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "--help", "-h", "help":
      try Console.print(Help.overview)
      return .success
    case "serve":
      return try await run(rest) { (options: ServeOptions) in await Serve.run(options) }
    case "record":
      return try await run(rest) { (options: RecordOptions) throws(Failure) in
        try await Record.run(options)
      }
    case "inspect":
      return try await run(rest) { (options: InspectOptions) throws(Failure) in
        try await Inspect.run(options)
      }
    case "convert":
      return try await run(rest) { (options: ConvertOptions) throws(Failure) in
        try await Convert.run(options)
      }
    case "generate":
      return try await run(rest) { (options: GenerateOptions) throws(Failure) in
        try await Generate.run(options)
      }
    default:
      if let word = arguments.first { try refuseUnknownCommand(word) }
      return try await run(arguments) { (options: ServeOptions) in await Serve.run(options) }
    }
  }

  private static func run<Options: CommandOptions>(
    _ arguments: [String], _ body: (Options) async throws(Failure) -> ExitStatus
  ) async throws(Failure) -> ExitStatus {
    switch try OptionParser.parse(arguments, as: Options.self) {
    case .help:
      try Console.print(Help.text(of: Options.command))
    case .version:
      try Console.print("rastro \(version)")
    case .run(let options):
      return try await body(options)
    }
    return .success
  }

  /// Refuses a first word that is no file and looks like no name of one: it must mean a subcommand.
  private static func refuseUnknownCommand(_ word: String) throws(Failure) {
    guard !word.hasPrefix("-"), !word.contains(where: { "./*?[".contains($0) }),
      unsafe access(word, F_OK) != 0
    else { return }
    let names = Help.commands.map(\.name)
    let nearest = NearestName.of(word, among: names)
    if NearestName.distance(word, nearest) <= 2 {
      throw Failure(.usage, "unknown command \(word); did you mean \(nearest)?")
    }
    throw Failure(
      .usage, "no such command or file: \(word); commands are \(names.joined(separator: ", "))")
  }
}
