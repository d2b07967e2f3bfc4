/// The Record subcommand.
enum Record {
  static func run(_ options: RecordOptions) async throws(Failure) -> ExitStatus {
    throw Failure(.unavailable, "record is not part of this build yet")
  }
}
