import Glibc
import LiveModels
import TraceFormats

/// The trace files that operands name: files, directories by their traces, patterns that the shell has
/// left as they are, and `-` for standard input.
enum Inputs {
  /// The operand that stands for standard input; a file of that name is `./-`.
  static let standardInput = "-"

  /// A file, or why there is none.
  typealias Item = Result<String, Failure>

  /// What a path is called before people.
  static func title(of path: String) -> String {
    path == standardInput ? "standard input" : path
  }

  /// The files that operands name, each operand on its own, in order.
  static func expand(_ operands: [String]) async -> [Item] {
    var items: [Item] = []
    for operand in operands {
      if operand == standardInput {
        items.append(.success(operand))
        continue
      }
      for path in await paths(of: operand) {
        do {
          let files = try await TraceListing.files(at: [path])
          items += files.map { .success($0.path) }
          if files.isEmpty {
            items.append(
              .failure(Failure(.noInput, file: path, "holds no traces; name a file in it")))
          }
        } catch let error as TraceListing.Missing {
          items.append(.failure(Failure(error.error, file: error.path)))
        } catch {
          items.append(.failure(Failure(.noInput, file: path, "\(error)")))
        }
      }
    }
    return items
  }

  /// What an operand stands for: itself, or the names that match it when it is a pattern.
  private static func paths(of operand: String) async -> [String] {
    guard operand.contains(where: { "*?[".contains($0) }) else { return [operand] }
    // Naming the files of a directory may wait for a disk.
    let names = try? await FileThread.run { Self.names(matching: operand) }
    guard let names, !names.isEmpty else { return [operand] }
    return names
  }

  /// The names that match a pattern in order, none when something is called so itself.
  private static func names(matching pattern: String) -> [String] {
    if unsafe access(pattern, F_OK) == 0 { return [pattern] }
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe glob(pattern, 0, nil, &found) == 0 else { return [] }
    var names: [String] = []
    for index in 0..<Int(unsafe found.gl_pathc) {
      if let name = unsafe found.gl_pathv[index] { names.append(unsafe String(cString: name)) }
    }
    return names
  }
}

extension Failure {
  /// What to tell of a trace that could not be read.
  init(_ error: TraceError, file: String) {
    let status: ExitStatus =
      switch error.code {
      case .notFound, .unreadable: .noInput
      default: .badData
      }
    let advice = error.code == .notFound ? "; check its name" : ""
    self.init(status, file: file, line: error.line, error.message + advice)
  }
}
