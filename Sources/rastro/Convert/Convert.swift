/// The Convert subcommand.
enum Convert {
  static func run(_ options: ConvertOptions) async throws(Failure) -> ExitStatus {
    throw Failure(.unavailable, "convert is not part of this build yet")
  }
}
