/// The dashboard and its server.
enum Serve {
  static func run(_ options: ServeOptions) async -> ExitStatus {
    Console.report(Failure(.unavailable, "serve is not part of this build yet"))
    return .unavailable
  }
}
