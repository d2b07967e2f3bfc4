import Foundation

/// A temporary directory for what a benchmark makes.
struct BenchmarkDirectory {
  private let url: URL

  struct CompilerFailed: Error {}

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  /// Removes the directory and what is in it.
  func remove() {
    do {
      try FileManager.default.removeItem(at: url)
    } catch {
      print("left behind: \(url.path) (\(error))")
    }
  }

  /// Writes a file and returns its path.
  func write(_ bytes: [UInt8], as name: String) throws -> String {
    let file = url.appending(path: name)
    try Data(bytes).write(to: file)
    return file.path
  }

  /// Compiles a C program against libraries that pkg-config knows, and returns its path.
  func compiled(_ source: String, libraries: [String]) throws -> String {
    try compiled(file: write(Array(source.utf8), as: "reference.c"), libraries: libraries)
  }

  /// Compiles a file of C against libraries that pkg-config knows, and returns the program's path.
  func compiled(file: String, libraries: [String]) throws -> String {
    let name = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    let output = url.appending(path: name).path
    let flags =
      libraries.isEmpty
      ? [] : try Child.words(of: "/usr/bin/pkg-config", ["--cflags", "--libs"] + libraries)
    _ = try Child.words(of: "/usr/bin/cc", ["-O2", "-o", output, file] + flags)
    return output
  }

  /// Compiles a C library, and returns its path.
  func compiledLibrary(_ source: String) throws -> String {
    let input = try write(Array(source.utf8), as: "library.c")
    let output = url.appending(path: "library.so").path
    _ = try Child.words(of: "/usr/bin/cc", ["-O2", "-shared", "-fPIC", "-o", output, input])
    return output
  }
}

/// A program run to its end.
enum Child {
  struct Failed: Error {
    let program: String
    let status: Int32
  }

  /// Runs a program and returns the words it printed.
  static func words(of program: String, _ arguments: [String]) throws -> [String] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failed(program: program, status: process.terminationStatus)
    }
    return String(decoding: output, as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).map(String.init)
  }
}
