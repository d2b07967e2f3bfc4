import Foundation
import TestSupport
import Testing

/// A client that shares nothing with ours: Debian's `websockets` for Python, and `struct` for frames.
enum ForeignClient {
  /// Runs a script with the command's path and further arguments, and returns what it printed last.
  ///
  /// - Parameters:
  ///   - script: Python that follows the prelude, whose `rastro(…)` starts the command.
  ///   - arguments: What it gets as `arguments`.
  ///   - prefix: What is put before the interpreter, such as `taskset -c 0`.
  /// - Returns: The JSON object that it printed.
  /// - Throws: When it cannot be run, or printed something else.
  static func run(
    _ script: String, _ arguments: [String] = [], prefix: [String] = []
  ) async throws -> [String: Any] {
    try await TemporaryDirectory.with { scratch in
      let file = try scratch.makeFile("client.py", prelude + script)
      let words = prefix + ["/usr/bin/python3", file.path, Program.url.path] + arguments
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: words[0]), Array(words.dropFirst()))
      #expect(result.status == 0, "\(result.errors)")
      let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      return try #require(object as? [String: Any])
    }
  }

  private static let prelude = """
    import asyncio, ctypes, json, os, signal, socket, struct, subprocess, sys, time
    import websockets

    binary, arguments = sys.argv[1], sys.argv[2:]
    # The end of waiting for what does not come; long, since the machine may be busy or stand still.
    patience = 200
    system = ctypes.CDLL(None)

    class Server:
        def __init__(self, *options):
            self.process = subprocess.Popen(
                [binary, "serve", *options, "--port", "0"], stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, text=True,
                # PR_SET_PDEATHSIG: it does not outlive a client that fails.
                preexec_fn=lambda: system.prctl(1, signal.SIGKILL))
            line = self.process.stdout.readline()
            if not line.startswith("Dashboard: http://127.0.0.1:"):
                self.process.wait(patience)
                raise SystemExit("no dashboard: " + line + self.process.stderr.read())
            self.url = line.split()[1]

        def connect(self, **more):
            return websockets.connect(
                self.url.replace("http", "ws") + "ws", subprotocols=["rastro.v1"],
                max_size=None, **more)

        def dial(self):
            return socket.create_connection(
                ("127.0.0.1", int(self.url.split(":")[2].strip("/"))), patience)

        def upgraded(self):
            peer = self.dial()
            peer.sendall((
                "GET /ws HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: Upgrade\\r\\n"
                "Upgrade: websocket\\r\\nSec-WebSocket-Version: 13\\r\\n"
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\\r\\n\\r\\n").encode())
            return peer

        def stop(self, number=signal.SIGTERM):
            self.process.send_signal(number)
            seconds, last = 0, time.monotonic()
            ends = last + patience
            while self.process.poll() is None and last < ends:
                time.sleep(0.005)
                now = time.monotonic()
                # When the machine stands still, so does the server: that is not its time.
                seconds += min(now - last, 0.1)
                last = now
            return self.process.poll(), seconds

    def frame(data):
        emitted, source, sequence, generation, count, version, kind, flags = struct.unpack_from(
            "<QqIIIBBH", data)
        assert version == 1 and len(data) == 32 + 16 * count
        vehicles = [struct.unpack_from("<IiiHH", data, 32 + 16 * i) for i in range(count)]
        return dict(
            emitted=emitted, source=source, sequence=sequence, generation=generation, kind=kind,
            vehicles=vehicles)

    class Reader:
        def __init__(self, socket):
            self.socket, self.number, self.messages = socket, 0, []

        async def next(self):
            message = await asyncio.wait_for(self.socket.recv(), patience)
            if isinstance(message, bytes):
                message = frame(message)
            else:
                message = json.loads(message)
            self.messages.append(message)
            return message

        @property
        def frames(self):
            return [m for m in self.messages if "vehicles" in m]

        async def call(self, method, **params):
            self.number += 1
            await self.socket.send(json.dumps(
                dict(jsonrpc="2.0", id=self.number, method=method, params=params)))
            while True:
                message = await self.next()
                if message.get("id") == self.number:
                    return message

        # The first message from a place on for which it holds. A command's answer may come after
        # what the command did: then begin where the messages stood before it.
        async def until(self, condition, since):
            ends = time.monotonic() + patience
            while time.monotonic() < ends:
                for message in self.messages[since:]:
                    since += 1
                    if condition(message):
                        return message
                await self.next()
            raise SystemExit("it never came; the last that did: %s" % self.messages[-20:])


    """
}
