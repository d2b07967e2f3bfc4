import Foundation
import Testing

@testable import WebServer

/// The server over TLS, seen by Python, which brings its own TLS and WebSocket.
@Suite struct TLSTests {
  static let openssl = Program.path("openssl")
  static let python = Program.path("python3")

  private func withCertificate(
    _ work: (WebServerConfiguration.TLS) async throws -> Void
  ) async throws {
    let openssl = try #require(Self.openssl)
    let folder = NSTemporaryDirectory() + "rastro-tls-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let tls = WebServerConfiguration.TLS(
      certificate: folder + "/cert.pem", key: folder + "/key.pem")
    let (status, output) = try await Program.run(
      openssl,
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=localhost",
        "-keyout", tls.key, "-out", tls.certificate,
      ])
    try #require(status == 0, "\(output)")
    try await work(tls)
  }

  private static let script = """
    import socket, ssl, struct, sys, os
    port = int(sys.argv[1])
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.set_alpn_protocols(["h2", "http/1.1"])
    def connect():
        return context.wrap_socket(socket.create_connection(("127.0.0.1", port), 20))
    s = connect()
    print("alpn", s.selected_alpn_protocol())
    s.sendall(b"GET /big HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n")
    data = b""
    while True:
        try:
            part = s.recv(65536)
        except ssl.SSLError:
            break
        if not part: break
        data += part
    head, body = data.split(b"\\r\\n\\r\\n", 1)
    print("http", head.split()[1].decode(), len(body), body.count(b"x"))
    s = connect()
    s.sendall(b"GET /ws HTTP/1.1\\r\\nHost: localhost\\r\\nOrigin: https://localhost:%d\\r\\n"
              b"Connection: Upgrade\\r\\nUpgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\n"
              b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n" % port)
    f = s.makefile("rb")
    print("upgrade", f.readline().split()[1].decode())
    while f.readline() != b"\\r\\n": pass
    for size in (5, 100000):
        payload = b"y" * size
        length = bytes([0x80 | size]) if size < 126 else b"\\xff" + struct.pack(">Q", size)
        s.sendall(b"\\x82" + length + b"\\0\\0\\0\\0" + payload)
    total = 0
    for size in (5, 100000):
        first, n = f.read(2)
        if n == 126: n = struct.unpack(">H", f.read(2))[0]
        elif n == 127: n = struct.unpack(">Q", f.read(8))[0]
        assert f.read(n) == b"y" * size
        print("echo", n)
    """

  @Test(.enabled(if: openssl != nil && python != nil, "openssl or python3 is not installed"))
  func httpsAndWebSocketsOverTLS() async throws {
    let python = try #require(Self.python)
    try await withCertificate { tls in
      var configuration = WebServerConfiguration.patient
      configuration.tls = tls
      struct Handler: WebServerHandler {
        @concurrent func request(_ request: HTTPRequest) async -> HTTPResponse? {
          HTTPResponse(
            type: "application/octet-stream",
            body: .bytes([UInt8](repeating: UInt8(ascii: "x"), count: 3_000_000)))
        }
        func connectionOpened(_ id: Connection.ID, _ info: Connection.Info, on server: WebServer) {}
        func message(_ id: Connection.ID, text: [UInt8], on server: WebServer) {}
        func message(_ id: Connection.ID, binary: [UInt8], on server: WebServer) {
          server.send(SharedFrame(.binary, binary), to: id)
        }
        func connectionClosed(_ id: Connection.ID) {}
      }
      try await withWebServer(configuration: configuration, handler: Handler()) { server in
        let (status, output) = try await Program.run(
          python, ["-c", Self.script, String(server.port)])
        #expect(status == 0, "\(output)")
        #expect(
          output.split(separator: "\n") == [
            "alpn http/1.1", "http 200 3000000 3000000", "upgrade 101", "echo 5", "echo 100000",
          ])
        var options = WebSocketClientOptions(port: server.port, count: 3)
        options.isSecure = true
        let figures = try await withWebSocketClients(
          options, handler: WebSocketClientsTests.Tally()
        ) { clients in
          await clients.opened()
          return await clients.snapshot()
        }
        #expect(figures.open == 3)
      }
    }
  }

  @Test func aCertificateThatIsNotThereIsNamed() async throws {
    var configuration = WebServerConfiguration.patient
    configuration.tls = .init(certificate: "/nowhere/cert.pem", key: "/nowhere/key.pem")
    let broken = configuration
    let error = await #expect(throws: WebServerError.self) {
      try await withEchoServer(broken) { _ in }
    }
    #expect(error?.code == .badCertificate)
    #expect(error?.message.contains("/nowhere/cert.pem") == true)
  }
}
