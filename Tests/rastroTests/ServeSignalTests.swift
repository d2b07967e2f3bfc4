import Testing

/// How the server ends by signals.
@Suite(.timeLimit(.minutes(5)))
struct ServeSignalTests {
  /// A peer that is told goodbye and does not answer holds the end up for a while.
  private static let script = """
    def opcode(stream):
        first, length = stream.read(2)
        if length == 126:
            length = struct.unpack(">H", stream.read(2))[0]
        elif length == 127:
            length = struct.unpack(">Q", stream.read(8))[0]
        stream.read(length)
        return first & 15

    def end(signals):
        server = Server("--fleet", "1")
        peer = server.upgraded()
        stream = peer.makefile("rb")
        while stream.readline().strip():
            pass
        opcode(stream)
        server.process.send_signal(signal.SIGINT)
        while opcode(stream) != 8:
            pass
        for number in signals:
            server.process.send_signal(number)
        return server.process.wait(200), server.process.stderr.read()

    signals = [int(number) for number in arguments]
    status, errors = end(signals)
    # On a busy machine the goodbye may be over before the second signal comes.
    for _ in range(5):
        if signals and status == 0:
            status, errors = end(signals)
    print(json.dumps(dict(status=status, errors=errors)))
    """

  @Test func theFirstSignalSaysGoodbyeAndEndsWell() async throws {
    let seen = try await ForeignClient.run(Self.script)
    #expect(seen["status"] as? Int == 0)
    #expect(seen["errors"] as? String == "")
  }

  @Test(arguments: [2, 15])
  func theSecondSignalEndsAtOnce(number: Int) async throws {
    let seen = try await ForeignClient.run(Self.script, ["\(number)"])
    // Ended by the signal itself: nothing was waited for.
    #expect(seen["status"] as? Int == -number)
    #expect(seen["errors"] as? String == "")
  }
}
