/// The Inspect subcommand.
enum Inspect {
  static func run(_ options: InspectOptions) async throws(Failure) -> ExitStatus {
    throw Failure(.unavailable, "inspect is not part of this build yet")
  }
}
