import Foundation
import Testing

extension BrowserTests {
  /// The page tells the truth, asks nobody else, and can be read by all.
  @Suite struct TruthTests {
    @Test func nothingLeavesTheHostAndThePolicyHolds() async throws {
      try await withPage { browser, _ in
        for tab in ["events", "traces", "signal", "streams", "vehicles"] {
          try await browser.click("#tab-\(tab)")
        }
        try await browser.run("rastro.settings.colour.value = 'speed'")
        try await browser.wait(until: "rastro.app.history.newest !== null")
        try await browser.wait(
          until: "performance.now() > (window.t0 ??= performance.now()) + 1500")
        let strangers: [String] = try await browser.value(
          "performance.getEntriesByType('resource').map((e) => e.name).filter((name) => new URL(name).host !== location.host)"
        )
        #expect(strangers == [])
        #expect(try await browser.consoleErrors() == [])
        let inline: Int = try await browser.value(
          "document.querySelectorAll('style, script:not([src])').length")
        #expect(inline == 0)
      }
    }

    @Test(arguments: [("utc", "UTC"), ("local", "GMT+10")])
    func d5_oneZoneForTheWholePage(zone: String, name: String) async throws {
      try await withPage(arguments: ["--start-paused"]) { browser, _ in
        try await browser.move(toTimeZone: "Australia/Melbourne")
        try await browser.run(
          "localStorage.setItem('rastro.zone', '\"\(zone)\"'); localStorage.setItem('rastro.dock.left', '\"events\"')"
        )
        try await browser.run("location.reload()")
        try await browser.wait(until: "window.rastro?.app.connected.value")
        let hour = zone == "utc" ? "10" : "20"
        try await browser.wait(
          until: "document.getElementById('source-time').innerText.startsWith('\(hour):')")
        #expect(try await browser.text("document.getElementById('zone').innerText") == name)
        #expect(
          try await browser.text("document.getElementById('seek').getAttribute('aria-valuetext')")
            .contains(name))
        #expect(
          try await browser.text("document.querySelector('.events .heads').innerText")
            .contains(name))
      }
    }

    @Test func spanishByTheBrowsersLanguageAndByTheSwitch() async throws {
      try await withPage { browser, _ in
        try await browser.run("rastro.settings.language.value = 'es'")
        try await browser.wait(
          until: "document.getElementById('light').innerText.startsWith('En vivo')")
        #expect(try await browser.text("document.documentElement.lang") == "es")
        #expect(
          try await browser.text("document.getElementById('play').getAttribute('aria-label')")
            .hasPrefix("Pausar"))
      }
    }

    @Test func mapIsToldInWords() async throws {
      try await withPage { browser, _ in
        try await browser.press("j")
        try await browser.wait(
          until:
            "/1 vehicles: 1 live.*Eastbound.*km\\/h.*40\\.40000° N/.test(document.getElementById('map-summary').textContent)",
          seconds: 10)
      }
    }

    @Test(arguments: ["dark", "light"])
    func axeFindsNothingSerious(theme: String) async throws {
      guard let script = try await Axe.script() else {
        print("skipped: axe is not at hand and could not be fetched")
        return
      }
      try await withPage { browser, _ in
        try await browser.prefer(theme: theme)
        for tabs in [["vehicles", "streams"], ["events", "signal"], ["traces", "streams"]] {
          for tab in tabs {
            let isOpen: Bool = try await browser.value(
              "document.getElementById('tab-\(tab)').getAttribute('aria-expanded') === 'true'")
            if !isOpen { try await browser.click("#tab-\(tab)") }
          }
          try await browser.press("j")
          let found = try await Axe.run(script, in: browser)
          #expect(found == [], "\(theme), \(tabs)")
        }
      }
    }
  }
}
