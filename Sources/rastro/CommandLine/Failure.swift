/// An end of the command that the user can mend, told in one line.
struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
  /// What the shell is told.
  var status: ExitStatus
  /// The file it concerns, or nil.
  var file: String?
  /// The line in that file, counted from 1, or nil.
  var line: Int?
  /// What is wrong, then after a semicolon what to do.
  var reason: String

  init(_ status: ExitStatus, file: String? = nil, line: Int? = nil, _ reason: String) {
    self.status = status
    self.file = file
    self.line = line
    self.reason = reason
  }

  /// Any error as one: itself, or what it says of a file.
  init(any error: any Error, file: String) {
    self = error as? Failure ?? Failure(.inputOutput, file: file, "\(error)")
  }

  /// `FILE:LINE: reason; what to do`.
  var description: String {
    let file = file.map(Inputs.title)
    let place = file.map { file in line.map { "\(file):\($0): " } ?? "\(file): " } ?? ""
    return place + reason
  }
}
