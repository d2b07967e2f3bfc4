import Foundation
import TestSupport
import Testing

/// A client in JavaScript that was written from `/openrpc.json` and reads it to decode the frames: it
/// shares nothing with ours, nor with the one in Python.
@Suite(.timeLimit(.minutes(5)))
struct ServeNodeClientTests {
  private static let node = "/usr/bin/node"

  @Test(
    .enabled(if: FileManager.default.isExecutableFile(atPath: node), "there is no \(node)"))
  func c10_theDocumentIsEnoughForAClient() async throws {
    let seen = try await TemporaryDirectory.with { scratch in
      let script = try scratch.makeFile("client.mjs", Self.script)
      let trace = try scratch.makeFile("drive.gpx", Self.trace)
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: Self.node), [script.path, Program.url.path, trace.path])
      #expect(result.status == 0, "\(result.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      return try #require(object as? [String: Any])
    }
    if let reason = seen["skipped"] as? String {
      print("not tried: \(reason)")
      return
    }
    #expect(seen["first"] as? [String] == ["hello", "frame", "metrics"])
    #expect(seen["vehicles"] as? [String] == ["drive"])
    #expect(seen["full"] as? Int == 0)
    #expect(seen["sameKinds"] as? Bool == true)
    #expect(seen["subscribed"] as? String == "playing")
    let wrong = try #require(seen["wrong"] as? [Any])
    #expect(wrong.first as? Bool == true)
    #expect(wrong.last as? String == "kinds")
    #expect(seen["unknown"] as? Bool == true)
    let position = try #require(seen["position"] as? [Double])
    let fix = try #require(seen["fix"] as? [Double])
    #expect(abs(position[0] - 46.1) < 1e-3)
    #expect(abs(position[1] - 7) < 1e-6)
    #expect(abs(position[0] - fix[0]) < 1e-3)
    let time = try #require(seen["time"] as? [Double])
    #expect(abs(time[0] - time[1]) < 1)
    #expect(seen["batch"] as? [String] == ["a", "b"])
    #expect(seen["unlisted"] as? [String] == [])
    #expect(seen["closed"] as? Int == 1000)
    let resumed = try #require(seen["resumed"] as? [Any])
    #expect(resumed.first is NSNull)
    #expect(resumed.last as? Bool == true)
    #expect(seen["replayedAfter"] as? Bool == true)
    #expect(seen["goodbye"] as? Int == 1001)
    #expect(seen["status"] as? Int == 0)
    #expect(seen["anew"] as? String == "string")
  }

  private static let trace = """
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Drive</name><trkseg>
    <trkpt lat="46" lon="7"><time>2024-05-01T10:00:00Z</time></trkpt>
    <trkpt lat="46.1" lon="7"><time>2024-05-01T10:01:00Z</time></trkpt>
    <trkpt lat="46.2" lon="7"><time>2024-05-01T10:02:00Z</time></trkpt></trkseg></trk></gpx>
    """

  private static let script = #"""
    // Follows /openrpc.json alone.
    import { spawn, spawnSync } from "node:child_process";
    import { createInterface } from "node:readline";
    import { createRequire } from "node:module";

    const [binary, trace] = process.argv.slice(2);
    let WebSocket = globalThis.WebSocket;
    if (!WebSocket) {
      try {
        WebSocket = createRequire(import.meta.url)("ws");
      } catch {
        const flag = "--experimental-websocket";
        if (process.env.WITH_FLAG || !process.allowedNodeEnvironmentFlags.has(flag)) {
          console.log(JSON.stringify({ skipped: "this node has no WebSocket" }));
          process.exit(0);
        }
        const again = spawnSync(process.execPath, [flag, ...process.argv.slice(1)], {
          stdio: "inherit", env: { ...process.env, WITH_FLAG: "1", NODE_NO_WARNINGS: "1" },
        });
        process.exit(again.status ?? 1);
      }
    }

    async function start() {
      const child = spawn(binary, ["serve", trace, "--port", "0", "--loop", "forever"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      for await (const line of createInterface({ input: child.stdout })) {
        const found = /^Dashboard: (http:\S+)$/.exec(line);
        if (found) return { child, url: found[1] };
      }
      throw new Error("no dashboard");
    }

    function stop(child) {
      return new Promise((resolve) => {
        child.on("exit", (code) => resolve(code));
        child.kill("SIGTERM");
      });
    }

    /** A decoder made of the document's table. */
    function decoder(table) {
      const read = {
        u8: (v, o) => v.getUint8(o), u16: (v, o) => v.getUint16(o, true),
        u32: (v, o) => v.getUint32(o, true), i32: (v, o) => v.getInt32(o, true),
        u64: (v, o) => Number(v.getBigUint64(o, true)), i64: (v, o) => Number(v.getBigInt64(o, true)),
      };
      const fields = (view, base, list) =>
        Object.fromEntries(list.map((f) => [f.name, read[f.type](view, base + f.offset)]));
      return (buffer) => {
        const view = new DataView(buffer);
        const frame = fields(view, 0, table.header);
        frame.vehicles = Array.from({ length: frame.count }, (_, index) =>
          fields(view, table.headerBytes + index * table.vehicleBytes, table.vehicle));
        if (buffer.byteLength !== table.headerBytes + frame.count * table.vehicleBytes)
          throw new Error("a frame's length is not what its header says");
        return frame;
      };
    }

    class Client {
      messages = [];
      waiters = [];
      number = 0;

      constructor(url, decode) {
        this.socket = new WebSocket(url.replace(/^http/, "ws") + "ws", "rastro.v1");
        this.socket.binaryType = "arraybuffer";
        this.socket.onmessage = ({ data }) => {
          this.messages.push(typeof data === "string" ? JSON.parse(data) : { frame: decode(data) });
          const waiters = this.waiters;
          this.waiters = [];
          for (const wake of waiters) wake();
        };
        this.closed = new Promise((resolve) => (this.socket.onclose = ({ code }) => resolve(code)));
      }

      /** The first message from a place on that fulfils a condition. */
      async find(condition, from = 0) {
        for (let index = from; ; index++) {
          while (index >= this.messages.length) await new Promise((wake) => this.waiters.push(wake));
          if (condition(this.messages[index])) return this.messages[index];
        }
      }

      async call(method, params) {
        const id = ++this.number;
        this.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
        return this.find((message) => message.id === id);
      }
    }

    const seen = {};
    let { child, url } = await start();
    const document = await (await fetch(url + "openrpc.json")).json();
    const decode = decoder(document["x-binaryFrames"]);
    const errors = new Map(document["x-errors"].map((error) => [error.code, error.message]));
    const notifications = new Set(document["x-notifications"].map((item) => item.name));

    const client = new Client(url, decode);
    await client.find((message) => message.method === "metrics");
    seen.first = client.messages.slice(0, 3).map((m) => m.method ?? (m.frame ? "frame" : "answer"));
    const hello = client.messages[0].params;
    seen.vehicles = hello.vehicles.map((vehicle) => vehicle.id);
    seen.full = client.messages[1].frame?.kind;

    const kinds = document.components.schemas.Event.properties.kind.enum;
    const subscribe = document.methods.find((method) => method.name === "subscribe");
    seen.sameKinds =
      JSON.stringify(subscribe.params.find((p) => p.name === "kinds").schema.items.enum) ===
      JSON.stringify(kinds);
    seen.subscribed = (await client.call("subscribe", { kinds })).result?.status;
    const wrong = await client.call("subscribe", { kinds: ["rain"] });
    seen.wrong = [errors.has(wrong.error.code), wrong.error.data.field];
    seen.unknown = errors.has((await client.call("fly", {})).error.code);

    await client.call("pause", {});
    const place = client.messages.length;
    const state = (await client.call("seek", { fraction: 0.5 })).result;
    const { frame } = await client.find((m) => m.frame?.generation === state.generation, place);
    const fix = (await client.call("vehicle", { id: hello.vehicles[0].id })).result;
    const vehicle = frame.vehicles.find((item) => item.vehicle === hello.vehicles[0].number);
    seen.position = [vehicle.lat / 1e7, vehicle.lon / 1e7];
    seen.fix = [fix.lat, fix.lon];
    seen.time = [frame.sourceTime / 1000, Date.parse(state.sourceTime)];

    const batch = [
      { jsonrpc: "2.0", id: "a", method: "state" }, { jsonrpc: "2.0", id: "b", method: "vehicles" },
    ];
    client.socket.send(JSON.stringify(batch));
    seen.batch = (await client.find(Array.isArray)).map((answer) => answer.id);
    seen.unlisted = client.messages
      .filter((m) => m.method && !notifications.has(m.method)).map((m) => m.method);

    // Away and back: what happened meanwhile is sent again.
    const last = (await client.call("state", {})).result.sequence;
    client.socket.close(1000);
    seen.closed = await client.closed;
    const rpc = (method, params) => fetch(url + "rpc", {
      method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    }).then((answer) => answer.json());
    await rpc("stop", {});
    await rpc("play", {});
    const back = new Client(url, decode);
    const again = await back.find((message) => message.method === "hello");
    const resumed = (await back.call("resume", { sequence: last, run: again.params.run })).result;
    seen.resumed = [resumed.reset ?? null, resumed.replayed > 0];
    seen.replayedAfter = back.messages
      .filter((m) => m.method === "event").every((m) => m.params.sequence > last);

    // The server starts anew: the client is told so.
    const code = stop(child);
    seen.goodbye = await back.closed;
    seen.status = await code;
    ({ child, url } = await start());
    const other = new Client(url, decode);
    await other.find((message) => message.method === "hello");
    const anew = (await other.call("resume", { sequence: 1, run: hello.run })).result;
    seen.anew = typeof anew.reset;
    await stop(child);
    console.log(JSON.stringify(seen));
    process.exit(0);
    """#
}
