/// The Convert subcommand.
enum Convert {
  static func run(_ options: ConvertOptions) async throws(Failure) -> ExitStatus {
    guard options.output != nil else {
      throw Failure(.usage, "convert needs -o OUT, the file to write; see rastro convert --help")
    }
    throw Failure(.unavailable, "convert is not part of this build yet")
  }
}
