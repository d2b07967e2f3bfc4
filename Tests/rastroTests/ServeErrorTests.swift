import Foundation
import Glibc
import TestSupport
import Testing

/// What serve says in one line when it cannot serve, and what the shell is told.
@Suite(.timeLimit(.minutes(5)))
struct ServeErrorTests {
  private func expect(
    _ result: Program.Result, _ status: Int32, _ words: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(result.status == status, sourceLocation: sourceLocation)
    #expect(result.output.isEmpty, sourceLocation: sourceLocation)
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count == 1, "\(result.errors)", sourceLocation: sourceLocation)
    #expect(result.errors.hasPrefix("rastro: "), sourceLocation: sourceLocation)
    for word in words {
      #expect(result.errors.contains(word), "\(result.errors)", sourceLocation: sourceLocation)
    }
  }

  @Test func aTraceThatIsNotThere() async throws {
    let result = try await Program.run(["serve", "nowhere.gpx", "--port", "0"])
    expect(result, 66, ["nowhere.gpx", "no such file"])
  }

  @Test(arguments: [
    ("hello", "no format"), ("", "empty"), ("<gpx version='1.1'><trk>", "trace.gpx"),
  ])
  func aTraceThatIsNone(text: String, word: String) async throws {
    try await TemporaryDirectory.with { scratch in
      let file = try scratch.makeFile("trace.gpx", text)
      let result = try await Program.run(["serve", file.path, "--port", "0"])
      expect(result, 65, [file.path, word])
    }
  }

  @Test func thePageIsNotThere() async throws {
    let result = try await Program.run(["serve", "--port", "0", "--public", "/nowhere"])
    expect(result, 66, ["/nowhere", "--public"])
  }

  @Test(arguments: [
    (["--host", "0.0.0.0"], "--token"), (["--tls-cert", "a.pem"], "--tls-key"),
    (["--viewer-token", "x"], "--token"),
  ])
  func optionsThatDoNotGoTogether(options: [String], word: String) async throws {
    let result = try await Program.run(["serve", "--port", "0"] + options)
    expect(result, 64, [word])
  }

  @Test func aPortInUse() async throws {
    let seen = try await ForeignClient.run(
      """
      server = Server("--start-paused")
      port = server.url.rstrip("/").rsplit(":", 1)[1]
      second = subprocess.run(
          [binary, "serve", "--port", port], capture_output=True, text=True, timeout=200)
      server.stop()
      print(json.dumps(dict(status=second.returncode, errors=second.stderr, port=port)))
      """)
    let errors = try #require(seen["errors"] as? String)
    #expect(seen["status"] as? Int == 69)
    #expect(errors.split(separator: "\n").count == 1)
    #expect(errors.contains(try #require(seen["port"] as? String)))
  }

  @Test func aFleetNeedsNoBundledTracesAndIsTakenByThreePolicies() async throws {
    let seen = try await ForeignClient.run(
      """
      import http.client, os, shutil, tempfile
      with tempfile.TemporaryDirectory() as scratch:
          binary = shutil.copy(binary, scratch)
          os.chdir(scratch)
          server = Server("--fleet", "3", "--public", scratch)
          connection = http.client.HTTPConnection(server.url.split("/")[2], timeout=200)
          connection.request("POST", "/rpc", '{"jsonrpc": "2.0", "id": 1, "method": "state"}')
          state = json.loads(connection.getresponse().read())["result"]
          server.stop()
      print(json.dumps(state))
      """)
    #expect(seen["status"] as? String == "playing")
    #expect(seen["policy"] as? String == "newest:1,newest:64,oldest:64")
  }

  @Test func aBrokenTraceAmongOthersIsLeftOut() async throws {
    try await TemporaryDirectory.with { scratch in
      try scratch.makeFile("broken.gpx", "hello")
      try scratch.makeFile(
        "good.gpx",
        """
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>
        <trkpt lat="1" lon="2"/><trkpt lat="1.1" lon="2"/></trkseg></trk></gpx>
        """)
      let seen = try await ForeignClient.run(
        """
        server = Server(arguments[0])
        async def main():
            async with server.connect() as socket:
                return await Reader(socket).next()
        hello = asyncio.run(main())
        status, _ = server.stop()
        print(json.dumps(dict(hello=hello, status=status, errors=server.process.stderr.read())))
        """, [scratch.url.path])
      let params = try #require((seen["hello"] as? [String: Any])?["params"] as? [String: Any])
      #expect((params["vehicles"] as? [[String: Any]])?.map { $0["id"] as? String } == ["good"])
      let traces = try #require(params["traces"] as? [[String: Any]])
      #expect(traces.map { $0["id"] as? String } == ["broken", "good"])
      #expect((traces[0]["error"] as? [String: Any])?["code"] as? String == "unknown-format")
      #expect(seen["status"] as? Int == 0)
      #expect((seen["errors"] as? String)?.contains("broken.gpx") == true)
    }
  }

  /// Another file system is put over the directory, which only root may do.
  @Test(.enabled(if: geteuid() == 0)) func theMapLibraryIsNotThere() async throws {
    let seen = try await ForeignClient.run(
      """
      server = Server("--start-paused")
      import urllib.request
      page = urllib.request.urlopen(server.url).read().decode()
      status, _ = server.stop()
      print(json.dumps(dict(status=status, errors=server.process.stderr.read())))
      """,
      prefix: [
        "/usr/bin/unshare", "-m", "/bin/sh", "-c",
        "mount -t tmpfs none /usr/share/javascript/leaflet && exec \"$@\"", "sh",
      ])
    #expect(seen["status"] as? Int == 0)
    let lines = try #require(seen["errors"] as? String).split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.contains("apt-get install -y libjs-leaflet") == true)
  }
}
