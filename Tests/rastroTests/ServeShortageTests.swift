import TestSupport
import Testing

/// A system so short of memory that a socket which it calls writable takes nothing: a pong then stays
/// in the library's hands, where it meets the peer's end, at which the library looks for ever.
@Suite(.timeLimit(.minutes(5)))
struct ServeShortageTests {
  private static let script = #"""
    import shutil, tempfile
    compiler = shutil.which("cc") or shutil.which("clang")
    if compiler is None:
        print(json.dumps(dict(skipped="there is no C compiler")))
        raise SystemExit
    shortage = """
    #include <errno.h>
    #include <sys/socket.h>
    ssize_t send(int s, const void *bytes, size_t count, int flags) {
      int family = 0;
      socklen_t size = sizeof family;
      getsockopt(s, SOL_SOCKET, SO_DOMAIN, &family, &size);
      if (family != AF_UNIX && count && *(const unsigned char *)bytes == 0x8A) {
        errno = EAGAIN;
        return -1;
      }
      return sendto(s, bytes, count, flags, 0, 0);
    }
    """
    with tempfile.TemporaryDirectory() as folder:
        source, library = folder + "/shortage.c", folder + "/shortage.so"
        with open(source, "w") as file:
            file.write(shortage)
        subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source], check=True)
        os.environ["LD_PRELOAD"] = library
        server = Server("--fleet", "1")
        del os.environ["LD_PRELOAD"]
        peer = server.upgraded()
        peer.recv(1000)
        peer.sendall(bytes([0x89, 0x81, 0, 0, 0, 0, 0x70]))
        peer.shutdown(socket.SHUT_WR)
        time.sleep(0.3)
        other = server.dial()
        other.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        try:
            answer = other.recv(1000).decode().split("\r\n")[0]
        except TimeoutError:
            answer = "none"
            server.process.kill()
        status, _ = server.stop()
        print(json.dumps(dict(answer=answer, status=status)))
    """#

  @Test func w3_aPeerThatPingsAndEndsThenHoldsNobodyUp() async throws {
    let seen = try await ForeignClient.run(Self.script)
    if let reason = seen["skipped"] as? String {
      print("not tried: \(reason)")
      return
    }
    #expect(seen["answer"] as? String == "HTTP/1.1 200 OK")
    #expect(seen["status"] as? Int == 0)
  }
}
