/// The Generate subcommand.
enum Generate {
  static func run(_ options: GenerateOptions) async throws(Failure) -> ExitStatus {
    guard options.output != nil else {
      throw Failure(.usage, "generate needs -o OUT, the file to write; see rastro generate --help")
    }
    throw Failure(.unavailable, "generate is not part of this build yet")
  }
}
