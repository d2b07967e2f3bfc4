import Foundation
import TestSupport
import Testing

@testable import rastro

/// What Prometheus' own checker says of our figures.
@Suite(.timeLimit(.minutes(5))) struct PrometheusTests {
  /// Whether Debian's `prometheus` is there.
  static let hasChecker = FileManager.default.isExecutableFile(atPath: "/usr/bin/promtool")

  @Test(.enabled(if: hasChecker, "promtool is not installed; it comes with Debian's prometheus"))
  func itFindsNothingInAReport() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 100, name: "a \"b\" \\ c"))
      let result = try await Program.shell(
        """
        rastro record a.gpx --rate 100 --clients 2 --policy newest:1000 --policy unbounded \
          --threshold 'dropped<50%' --threshold 'latency.p95[written]<10s' --report a.prom \
          && promtool check metrics < a.prom
        """, in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.isEmpty)
      let page = try directory.text("a.prom")
      #expect(page.contains(#"rastro_stage_written_seconds{stage="socket",quantile="0.95"}"#))
      #expect(page.contains(#"rastro_stage_latency_seconds{stage="socket",quantile="0.95"}"#))
    }
  }

  @Test(.enabled(if: hasChecker, "promtool is not installed; it comes with Debian's prometheus"))
  func itFindsNothingInTheFiguresOfAServer() async throws {
    try await TemporaryDirectory.with { directory in
      try directory.makeFile("a.gpx", TestTrace.gpx(fixes: 100))
      let script = """
        import subprocess, sys, urllib.request
        server = subprocess.Popen(
            [sys.argv[1], "serve", "a.gpx", "--port", "0"], stdout=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline().split()[1]
            page = urllib.request.urlopen(url + "metrics").read()
        finally:
            server.terminate()
        open("page", "wb").write(page)
        sys.exit(subprocess.run(["promtool", "check", "metrics"], input=page).returncode)
        """
      let result = try await ChildProcess.run(
        URL(fileURLWithPath: "/usr/bin/python3"), ["-c", script, Program.url.path],
        in: directory.url)
      #expect(result.status == 0, "\(result.output)\(result.errors)")
      #expect(try directory.text("page").contains("rastro_stage_offered_total"))
    }
  }
}
