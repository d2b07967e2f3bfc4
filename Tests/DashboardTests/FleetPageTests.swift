import Foundation
import Testing

extension BrowserTests {
  /// Great fleets. Work is told by the median of the last pictures, of which a busy machine only makes the odd
  /// one dear: a page that is quick enough gets there, one that is not never does.
  @Suite struct FleetPageTests {
    @Test func tenThousandVehiclesCostFourMillisecondsAPicture() async throws {
      try await withFleet(of: 10_000) { browser in
        try await browser.wait(until: "\(medianWork(of: 60)) < 4", seconds: 60)
        #expect(try await browser.value("rastro.app.history.drawing.renderer") == "raster")
        try await browser.press("j")
        try await browser.wait(until: "!document.getElementById('details').hidden")
      }
    }

    /// Thirty thousand, at which all is done as for more; a hundred thousand in the long run.
    @Test func hundredThousandVehiclesLeaveThePageUsable() async throws {
      let count = Tools.isLong ? 100_000 : 30_000
      try await withFleet(of: count, hertz: Tools.isLong ? 10 : 1) { browser in
        try await browser.wait(until: "\(medianWork(of: 20)) < 16", seconds: 60)
        try await browser.run(
          "document.querySelector('.vehicles .body').scrollTop = document.querySelector('.vehicles .body').scrollHeight / 2"
        )
        try await browser.wait(
          until:
            "[...document.querySelectorAll('.vehicles .line')].some((line) => Number(line.dataset.at) > \(count / 2 - 50) && line.innerText.includes('Vehicle'))"
        )
        #expect(try await browser.value("document.querySelectorAll('.vehicles .line').length < 80"))
        try await browser.click("#play")
        try await browser.wait(until: "rastro.app.playback.value.status === 'paused'")
      }
    }

    @Test(.enabled(if: Tools.isLong, Tools.isShort))
    func noTaskIsLongInHalfAMinuteAndMemoryStaysLevel() async throws {
      try await withFleet(of: 10_000) { browser in
        try await Task.sleep(for: .seconds(10))
        try await browser.run(watchForLongTasks)
        try await Task.sleep(for: .seconds(30))
        let long: [Double] = try await browser.value("window.longTasks")
        let median: Double = try await browser.value(medianWork(of: 300))
        print("work a picture: \(median) ms; tasks over 50 ms in 30 s: \(long)")
        #expect(long == [])
        #expect(median < 4)
        let before = try await browser.heapAfterCollection()
        try await Task.sleep(for: .seconds(120))
        let after = try await browser.heapAfterCollection()
        print("heap: \(before) bytes, two minutes later \(after)")
        #expect(after < before + 3_000_000)
      }
    }

    @Test(.enabled(if: Tools.isLong, Tools.isShort))
    func hiddenForAMinuteItComesBackWithinASecond() async throws {
      try await withFleet(of: 10_000) { browser in
        let first = try await browser.currentTab()
        try await browser.run(watchForLongTasks)
        try await browser.run(ConnectionTests.watchForTheReturn)
        _ = try await browser.openTab()
        try await Task.sleep(for: .seconds(60))
        try await browser.run("window.longTasks = []")
        try await browser.show(tab: first)
        try await browser.wait(until: "window.backAfter !== null")
        let back: Double = try await browser.value("window.backAfter")
        let long: [Double] = try await browser.value("window.longTasks")
        print("back after \(back) ms; long tasks: \(long)")
        #expect(back < 1000)
        #expect(long.allSatisfy { $0 < 500 })
      }
    }

    /// Opens the page of a fleet and waits until positions come.
    private func withFleet(
      of count: Int, hertz: Int = 10, _ body: (Browser) async throws -> Void
    ) async throws {
      try await Dashboard.with(["--fleet", "\(count)", "--hz", "\(hertz)"]) { dashboard in
        try await Browser.with { browser in
          try await browser.become(.desk)
          try await browser.open(dashboard.url)
          try await browser.wait(
            until: "rastro.app.fleet.count === \(count) && rastro.app.frames.value > 3", seconds: 60
          )
          try await body(browser)
        }
      }
    }

    /// The median of the page's work for the last pictures, in milliseconds; infinite before there are so many.
    private func medianWork(of count: Int) -> String {
      """
      (({ work }) => work.length < \(count) ? Infinity
        : work.slice(-\(count)).sort((a, b) => a - b)[\(count / 2)])(rastro.app.history)
      """
    }

    private let watchForLongTasks = """
      window.longTasks = [];
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
      }).observe({ type: 'longtask' });
      """
  }
}
