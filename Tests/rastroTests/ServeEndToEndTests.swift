import Foundation
import TestSupport
import Testing

/// From a trace file to positions in a client that is not ours.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct ServeEndToEndTests {
  private static let count = 41

  /// A straight drive of 41 points, one a second.
  private static let trace: String = {
    let points = (0..<count).map { index in
      "<trkpt lat=\"\(46 + Double(index) / 1000)\" lon=\"\(7 + Double(index) / 500)\">"
        + "<time>2024-05-01T10:00:\(index < 10 ? "0" : "")\(index)Z</time></trkpt>"
    }
    return "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
      + "<trk><name>Drive</name><trkseg>\(points.joined())</trkseg></trk></gpx>"
  }()

  private static let script = """
    def error(frame):
        second = (frame["source"] - 1714557600000000) / 1e6
        (number, latitude, longitude, *_), = frame["vehicles"]
        return max(abs(latitude - 46e7 - second * 1e4), abs(longitude - 7e7 - second * 2e4))

    async def main():
        server = Server(arguments[0], "--rate", "10")
        async with server.connect() as socket:
            reader = Reader(socket)
            hello = await reader.next()
            await reader.call("setLoop", mode="off")
            before = len(reader.messages)
            state = (await reader.call("stop"))["result"]
            first = await reader.until(
                lambda m: "vehicles" in m and m["generation"] == state["generation"], before)
            before = len(reader.messages)
            playing = (await reader.call("play"))["result"]
            await reader.until(
                lambda m: m.get("method") == "state" and m["params"]["status"] == "ended", before)
            last = await reader.until(
                lambda m: "vehicles" in m and m["source"] == 1714557640000000, before)
            frames = [m for m in reader.messages[before:] if "vehicles" in m]
            status, seconds = server.stop()
            code = None
            try:
                while True:
                    await reader.next()
            except websockets.exceptions.ConnectionClosed as closed:
                code = closed.code
        middle = min(frames, key=lambda f: abs(f["source"] - 1714557620000000))
        print(json.dumps(dict(
            hello=hello, first=first, middle=middle["source"], last=last, playing=playing,
            status=status, seconds=seconds, code=code, frames=len(frames), error=max(error(f) for f in frames),
            rising=all(a["source"] <= b["source"] and a["sequence"] < b["sequence"]
                       for a, b in zip(frames, frames[1:])))))

    asyncio.run(main())
    """

  @Test(arguments: [[], ["/usr/bin/taskset", "-c", "0"]])
  func c10_aForeignClientSeesThePositionsAtTheirTimes(prefix: [String]) async throws {
    try await TemporaryDirectory.with { scratch in
      let trace = try scratch.makeFile("drive.gpx", Self.trace)
      let seen = try await ForeignClient.run(Self.script, [trace.path], prefix: prefix)

      let hello = try #require(seen["hello"] as? [String: Any])
      #expect(hello["method"] as? String == "hello")
      let params = try #require(hello["params"] as? [String: Any])
      #expect(params["protocol"] as? Int == 1)
      let vehicles = try #require(params["vehicles"] as? [[String: Any]])
      #expect(vehicles.map { $0["id"] as? String } == ["drive"])
      #expect(vehicles.map { $0["name"] as? String } == ["Drive"])
      let state = try #require(params["state"] as? [String: Any])
      #expect(state["status"] as? String == "playing")
      #expect(state["rate"] as? Double == 10)
      #expect(state["loop"] as? String == "forever")

      try expect(seen["first"], second: 0)
      try expect(seen["last"], second: 40)
      // Parts in ten millions of a degree; a hair's breadth beside the straight line of degrees, since
      // the way is a great circle.
      #expect(try #require(seen["error"] as? Double) <= 2)
      #expect(seen["rising"] as? Bool == true)
      let middle = try #require(seen["middle"] as? Double)
      #expect(abs(middle - 1_714_557_620e6) < 3e6)
      // Four seconds at ten frames a second; a busy machine may pass over some.
      #expect((20...45).contains(try #require(seen["frames"] as? Int)))

      #expect(seen["code"] as? Int == 1001)
      #expect(seen["status"] as? Int == 0)
      #expect(try #require(seen["seconds"] as? Double) < 2)
    }
  }

  /// Whether the one vehicle of a frame is where the trace has it so many seconds from the start.
  private func expect(_ frame: Any?, second: Double) throws {
    let frame = try #require(frame as? [String: Any])
    let vehicles = try #require(frame["vehicles"] as? [[Double]])
    let vehicle = try #require(vehicles.first)
    #expect(vehicles.count == 1)
    #expect(try #require(frame["source"] as? Double) == 1_714_557_600e6 + second * 1e6)
    #expect(vehicle[1] == 46e7 + second * 1e4)
    #expect(vehicle[2] == 7e7 + second * 2e4)
  }
}
