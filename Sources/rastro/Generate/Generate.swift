/// The Generate subcommand.
enum Generate {
  static func run(_ options: GenerateOptions) async throws(Failure) -> ExitStatus {
    throw Failure(.unavailable, "generate is not part of this build yet")
  }
}
