import Foundation
import TestSupport
import Testing

/// The addresses of the server, asked by Python's own HTTP client.
@Suite(.timeLimit(.minutes(5)))
struct ServeRoutesTests {
  private static let script = """
    import http.client
    server = Server(arguments[0], "--rate", "10", "--geofence", arguments[1])
    host = server.url.split("/")[2]
    seen = {}

    def ask(name, method, path, body=None, **headers):
        connection = http.client.HTTPConnection(host, timeout=200)
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        try:
            value = json.loads(text)
        except ValueError:
            value = text
        seen[name] = dict(
            status=response.status, type=response.getheader("Content-Type"), body=value,
            length=response.getheader("Content-Length"))
        return seen[name]

    def call(name, method, **params):
        return ask(name, "POST", "/rpc", json.dumps(
            dict(jsonrpc="2.0", id=1, method=method, params=params)))

    ask("health", "GET", "/healthz")
    ask("ready", "GET", "/readyz")
    ask("head", "HEAD", "/healthz")
    ask("document", "GET", "/openrpc.json")
    ask("traces", "GET", "/traces")
    ask("trace", "GET", "/traces/drive")
    ask("nothing", "GET", "/traces/nothing")
    drive = open(arguments[0], "rb").read()
    ask("upload", "POST", "/traces?name=Other%20drive.gpx", drive)
    ask("bad", "POST", "/traces?name=bad.gpx", b"hello")
    ask("delete", "DELETE", "/traces/other-drive")
    ask("gone", "GET", "/traces/other-drive")
    ask("put", "PUT", "/traces", b"x")
    ask("get", "GET", "/rpc")
    ask("broken", "POST", "/rpc", "{")
    ask("silent", "POST", "/rpc", json.dumps(dict(jsonrpc="2.0", method="state")))
    call("subscribe", "subscribe")
    async def watch():
        async with server.connect() as socket:
            reader = Reader(socket)
            while len(reader.frames) < 20:
                await reader.next()
            seen["metrics"] = await reader.until(lambda m: m.get("method") == "metrics" and [
                s for s in m["params"]["stages"]
                if s["name"] == "socket" and s.get("rate_hz") and "latency_ms" in s],
                len(reader.messages))

    asyncio.run(watch())
    call("export", "export", format="gpx")
    ask("file", "GET", seen["export"]["body"]["result"]["url"])
    call("badExport", "export", format="doc")
    ask("figures", "GET", "/metrics")
    ask("open", "GET", "/metrics", Accept="application/openmetrics-text; version=1.0.0")

    stream = http.client.HTTPConnection(host, timeout=200)
    stream.request("GET", "/events", headers={"Last-Event-ID": "0"})
    response = stream.getresponse()
    seen["feedType"] = response.getheader("Content-Type")
    names, features = set(), []
    while names != {"position", "event"}:
        line = response.readline().decode().rstrip()
        if line.startswith("event: "):
            name = line[7:]
        if line.startswith("data: "):
            names.add(name)
            features.append(json.loads(line[6:]))
    seen["features"] = features
    status, seconds = server.stop()
    seen["end"] = dict(status=status, seconds=seconds, errors=server.process.stderr.read())
    print(json.dumps(seen))
    """

  private static let trace = """
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Drive</name><trkseg>
    <trkpt lat="46" lon="7"><time>2024-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="46.1" lon="7"><time>2024-05-01T10:01:00Z</time></trkpt>
    <trkpt lat="46.2" lon="7"><time>2024-05-01T10:02:00Z</time></trkpt></trkseg></trk></gpx>
    """

  private static let fence = """
    {"type":"Feature","properties":{"name":"Start","radius":500},
     "geometry":{"type":"Point","coordinates":[7,46]}}
    """

  @Test func answersAsItsDocumentationSays() async throws {
    let seen = try await TemporaryDirectory.with { scratch in
      let trace = try scratch.makeFile("drive.gpx", Self.trace)
      let fence = try scratch.makeFile("fence.geojson", Self.fence)
      return try await ForeignClient.run(Self.script, [trace.path, fence.path])
    }
    func status(_ name: String) -> Int? { (seen[name] as? [String: Any])?["status"] as? Int }
    func type(_ name: String) -> String? { (seen[name] as? [String: Any])?["type"] as? String }
    func text(_ name: String) -> String? { (seen[name] as? [String: Any])?["body"] as? String }
    func body(_ name: String) -> [String: Any] {
      (seen[name] as? [String: Any])?["body"] as? [String: Any] ?? [:]
    }

    #expect(
      ["health", "ready", "head", "document", "traces", "trace"].map(status)
        == [200, 200, 200, 200, 200, 200])
    #expect(body("ready")["status"] as? String == "pass")
    #expect(text("head") == "")
    #expect((seen["head"] as? [String: Any])?["length"] as? String != "0")
    #expect((body("document")["methods"] as? [Any])?.count == 26)
    let entry = try #require((body("traces")["traces"] as? [[String: Any]])?.first)
    #expect(
      Set(entry.keys) == ["id", "name", "format", "points", "first", "last", "length_m", "notes"])
    #expect(entry["first"] as? String == "2024-05-01T10:00:00.000Z")
    #expect(type("trace") == "application/geo+json")
    #expect(body("trace")["type"] as? String == "FeatureCollection")

    #expect(status("upload") == 201)
    #expect(body("upload")["id"] as? String == "other-drive")
    #expect(body("upload")["points"] as? Int == 3)
    #expect(["nothing", "bad", "delete", "gone", "put"].map(status) == [404, 422, 204, 404, 405])
    #expect((body("bad")["error"] as? [String: Any])?["code"] as? String == "unknown-format")

    #expect(["get", "broken", "silent"].map(status) == [405, 200, 204])
    #expect((body("broken")["error"] as? [String: Any])?["code"] as? Int == -32_700)
    #expect((body("subscribe")["error"] as? [String: Any])?["code"] as? Int == -32_000)
    #expect(status("file") == 200)
    #expect(text("file")?.contains("lat=\"46") == true)
    #expect((body("badExport")["error"] as? [String: Any])?["code"] as? Int == -32_602)

    #expect(type("figures")?.hasPrefix("text/plain; version=0.0.4") == true)
    #expect(text("figures")?.contains("rastro_stage_delivered_total{stage=\"source\"}") == true)
    #expect(
      text("figures")?.contains(
        "rastro_stage_latency_seconds{stage=\"socket\",quantile=\"0.99\"} ") == true)
    let metrics = (seen["metrics"] as? [String: Any])?["params"] as? [String: Any]
    let socket = try #require(
      (metrics?["stages"] as? [[String: Any]])?.first { $0["name"] as? String == "socket" })
    // What takes longer than this on one machine is not the way to the socket.
    let ages = try #require(socket["latency_ms"] as? [String: Double])
    #expect((0..<1000).contains(try #require(ages["p50"])))
    #expect(type("open")?.hasPrefix("application/openmetrics-text; version=1.0.0") == true)
    #expect(text("open")?.hasSuffix("# EOF\n") == true)

    #expect(seen["feedType"] as? String == "text/event-stream")
    let features = try #require(seen["features"] as? [[String: Any]])
    #expect(features.allSatisfy { $0["type"] as? String == "Feature" })
    let events = features.compactMap {
      ($0["properties"] as? [String: Any])?["kind"] as? String
    }
    #expect(events.first == "started")
    let position = try #require(features.first { $0["id"] as? String == "drive" })
    let coordinates = try #require(
      (position["geometry"] as? [String: Any])?["coordinates"] as? [Double])
    #expect(abs(coordinates[0] - 7) < 1e-6)
    #expect((46...46.2).contains(coordinates[1]))

    let end = try #require(seen["end"] as? [String: Any])
    #expect(end["status"] as? Int == 0)
    #expect(try #require(end["seconds"] as? Double) < 2)
    #expect(end["errors"] as? String == "")
  }
}
