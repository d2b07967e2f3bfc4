import Foundation
import Glibc

/// One request to a server on this machine and its answer.
///
/// Foundation's own client does not take the driver's header; this one knows just enough of HTTP.
enum HTTPExchange {
  /// The exchange broke, with the reason.
  struct Broken: Error, CustomStringConvertible {
    let description: String
  }

  /// Sends a request and waits for the whole answer, on a thread of its own.
  ///
  /// - Parameters:
  ///   - method: `GET`, `POST` or `DELETE`.
  ///   - port: The port on 127.0.0.1.
  ///   - path: The path, from the slash.
  ///   - body: JSON, or empty.
  /// - Returns: The status and the body.
  /// - Throws: `Broken` when the server does not answer as it should.
  static func send(
    _ method: String, port: UInt16, path: String, body: Data
  ) async throws -> (status: Int, body: Data) {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try exchange(method, port: port, path: path, body: body) })
      }
    }
  }

  private static func exchange(
    _ method: String, port: UInt16, path: String, body: Data
  ) throws -> (status: Int, body: Data) {
    let descriptor = try connected(to: port)
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let head =
      "\(method) \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    try handle.write(contentsOf: Data(head.utf8) + body)
    var received = Data()
    let blank = Data("\r\n\r\n".utf8)
    while true {
      if let end = received.firstRange(of: blank) {
        let lines = String(decoding: received[..<end.lowerBound], as: UTF8.self)
          .split(separator: "\r\n")
        let length = lines.first { $0.lowercased().hasPrefix("content-length:") }
          .flatMap { Int($0.split(separator: ":")[1].trimmingCharacters(in: .whitespaces)) }
        if let length, received.count - end.upperBound >= length {
          let status = lines.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
          return (status ?? 0, received[end.upperBound...])
        }
      }
      let more = handle.availableData
      guard !more.isEmpty else {
        throw Broken(description: "\(method) \(path): the answer ends early")
      }
      received += more
    }
  }

  private static func connected(to port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Broken(description: "no socket: \(errno)") }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    // The pointer is only used during the call, and the length is that of what it points to.
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
        unsafe connect(descriptor, rebound, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(descriptor)
      throw Broken(description: "port \(port) does not answer: \(errno)")
    }
    return descriptor
  }
}
