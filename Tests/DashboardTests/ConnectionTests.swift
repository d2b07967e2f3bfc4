import Foundation
import Testing

extension BrowserTests {
  /// What the page does when it is hidden, and when the server is not there.
  @Suite struct ConnectionTests {
    /// Notes how many milliseconds after it is shown again the page has a new greeting and draws what is now.
    static let watchForTheReturn = """
      window.backAfter = null;
      document.addEventListener('visibilitychange', () => {
        if (document.hidden) {
          window.oldHello = rastro.app.hello.value;
          return;
        }
        const shown = performance.now();
        const look = () => {
          const { hello, fleet } = rastro.app;
          const isNow = hello.value !== window.oldHello && fleet.count > 0 &&
            rastro.app.serverNow() - fleet.toEmitted < 500;
          if (isNow) window.backAfter = performance.now() - shown;
          else requestAnimationFrame(look);
        };
        look();
      });
      """

    @Test func d1_hiddenPageRestsAndComesBackWithTheRightPlace() async throws {
      try await withPage(arguments: ["--rate", "10"]) { browser, dashboard in
        let first = try await browser.currentTab()
        try await browser.run(
          "window.linksSeen = []; const seen = rastro.app.connection.link; setInterval(() => { if (window.linksSeen.at(-1) !== seen.value.status) window.linksSeen.push(seen.value.status); }, 50)"
        )
        _ = try await browser.openTab()
        try await browser.open(dashboard.url)
        try await browser.wait(until: "rastro.app.connected.value && rastro.app.fleet.count === 1")
        try await browser.wait(until: "performance.now() > 5000")
        try await browser.click("#play")
        try await browser.wait(until: "rastro.app.playback.value.status === 'paused'")
        try await browser.wait(until: "rastro.stage.scene(rastro.mapView.view()).mix === 1")
        let held: Double = try await browser.value(second)
        try await browser.show(tab: first)
        try await browser.wait(
          until:
            "rastro.app.playback.value.status === 'paused' && Math.abs(\(second) - \(held)) < 0.5",
          seconds: 5)
        let seen: [String] = try await browser.value("window.linksSeen")
        #expect(seen.contains("paused"))
        #expect(!seen.contains("waiting"))
      }
    }

    @Test func w8_serverThatComesBackIsFoundByOneSocketWithEachEventOnce() async throws {
      try await Journeys.with(["east.gpx": Journeys.east("Eastbound")]) { folder in
        let trace = folder.appendingPathComponent("east.gpx").path
        let first = try await Dashboard.start([trace, "--loop", "off"])
        try await Browser.with { browser in
          try await browser.open(first.url)
          try await browser.wait(
            until: "rastro.app.connected.value && rastro.app.fleet.count === 1")
          await first.stop()
          try await browser.wait(until: "rastro.app.light.value === 'lost'", seconds: 5)
          if Tools.isLong { try await Task.sleep(for: .seconds(20)) }
          try await browser.wait(
            until:
              "/since \\d\\d:\\d\\d:\\d\\d UTC/.test(document.getElementById('age').innerText)"
          )
          let second = try await Dashboard.start([trace, "--loop", "off"], port: first.port)
          try await browser.wait(until: "rastro.app.light.value === 'live'", seconds: 40)
          try await browser.wait(until: "rastro.app.history.newest?.process.connections === 1")
          let repeated: Int = try await browser.value(
            "rastro.app.events.events.length - new Set(rastro.app.events.events.map((e) => e.sequence)).size"
          )
          #expect(repeated == 0)
          #expect(try await browser.value("rastro.app.fleet.count") == 1)
          await second.stop()
        }
      }
    }

    @Test func w7_pageWorksUnderAPathBehindAProxy() async throws {
      try await Journeys.with(["east.gpx": Journeys.east("Eastbound")]) { folder in
        let python = try #require(Tools.path(of: "python3"))
        let fixture = Tools.folder("Tests/DashboardTests/Fixtures/prefix_proxy.py").path
        try await Companion.with(
          python, ["-u", fixture, "/sim/"], announced: Companion.after("proxy: ")
        ) { proxy in
          try await Dashboard.with([
            folder.appendingPathComponent("east.gpx").path, "--allow-origin",
            "http://127.0.0.1:\(proxy.address)",
          ]) { dashboard in
            try await Browser.with { browser in
              try await browser.open(
                "http://127.0.0.1:\(proxy.address)/sim/?upstream=\(dashboard.port)")
              try await browser.wait(
                until: "rastro.app.connected.value && rastro.tracks.paths.value.length === 1")
            }
          }
        }
      }
    }
  }
}
