import Foundation
import Glibc
import Tracks

/// Names a run in reports and logs: when it ended up here, and which process it was.
enum RunIdentifier {
  static func make() -> String {
    let now = SourceTime(secondsSince1970: Date().timeIntervalSince1970)
    let time = now.map { $0.iso8601Milliseconds.filter { $0.isNumber || $0 == "T" } } ?? "unknown"
    return "\(time.prefix(15))-\(getpid())"
  }
}
