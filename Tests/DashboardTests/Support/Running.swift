import Foundation
import Glibc
import TestSupport

/// A program that was started, with what it writes as a stream.
struct Running: Sendable {
  /// The program.
  let child: ChildProcess
  /// What it writes, piece by piece, to its end; for one reader.
  let output: AsyncStream<Data>

  /// Starts a program without input.
  ///
  /// - Parameters:
  ///   - program: The executable.
  ///   - arguments: Its arguments.
  /// - Throws: What starting it throws.
  init(_ program: URL, _ arguments: [String]) throws {
    child = ChildProcess(program, arguments)
    let pipe = Pipe()
    child.process.standardOutput = pipe
    child.process.standardError = FileHandle.nullDevice
    let (output, piece) = AsyncStream.makeStream(
      of: Data.self, bufferingPolicy: .bufferingOldest(65_536))
    self.output = output
    try child.start()
    Self.forward(pipe.fileHandleForReading, to: piece)
  }

  /// Reads to the end on a thread of its own. A handler of the file's would be a source of libdispatch,
  /// which is still being taken down when the file closes; another file under the same number, as they
  /// come and go here all the time, then brings libdispatch down.
  private static func forward(_ file: FileHandle, to piece: AsyncStream<Data>.Continuation) {
    let thread = Thread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = unsafe read(file.fileDescriptor, &buffer, buffer.count)
        if count > 0 {
          piece.yield(Data(buffer.prefix(count)))
        } else if count == 0 || errno != EINTR {
          break
        }
      }
      piece.finish()
    }
    thread.start()
  }
}
