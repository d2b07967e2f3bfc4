import Foundation
import Simulation
import Tracks
import WebServer

/// The dashboard and its server.
enum Serve {
  /// Serves until a signal comes, or the stated duration is over.
  ///
  /// - Parameter options: What was asked for.
  /// - Returns: The exit status; what fails has been said on standard error.
  static func run(_ options: ServeOptions) async -> ExitStatus {
    do {
      _ = try await Interruption.cancelling { try await ServeRun(options).run() }
      return .success
    } catch let failure as Failure {
      Console.report(failure)
      return failure.status
    } catch let error as WebServerError {
      Console.report(error)
      switch error.code {
      case .badCertificate: return .noInput
      default: return .unavailable
      }
    } catch is CancellationError {
      return .success
    } catch {
      Console.report(error.localizedDescription)
      return .inputOutput
    }
  }
}
