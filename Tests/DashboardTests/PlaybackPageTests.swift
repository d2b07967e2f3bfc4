import Testing

extension BrowserTests {
  /// Play, pause, seek, rate and loop from the page, and another page that follows.
  @Suite struct PlaybackPageTests {
    @Test func pageShowsTheVehicleThatMoves() async throws {
      try await withPage { browser, _ in
        try await browser.wait(until: "\(inkAtVehicle) === 255")
        let before: Double = try await browser.value(second)
        try await browser.wait(until: "\(second) > \(before + 1)")
        try await browser.wait(
          until: "document.querySelector('.vehicles .line').innerText.includes('Eastbound')")
        try await browser.wait(
          until: "document.getElementById('light').innerText.startsWith('Live')")
        try await browser.wait(until: "rastro.tracks.paths.value.length === 1")
        #expect(try await browser.consoleErrors() == [])
      }
    }

    @Test func pauseStopsItAndPlayGoesOnFromThere() async throws {
      try await withPage { browser, _ in
        try await browser.click("#play")
        try await browser.wait(
          until: "document.getElementById('light').innerText.startsWith('Paused')")
        try await browser.wait(until: "rastro.stage.scene(rastro.mapView.view()).mix === 1")
        let held: Double = try await browser.value(second)
        try await browser.run("window.framesAtPause = rastro.app.frames.value")
        try await browser.wait(until: "performance.now() > (window.t0 ??= performance.now()) + 700")
        #expect(try await abs(browser.value(second) - held) < 0.01)
        try await browser.click("#play")
        try await browser.wait(until: "\(second) > \(held)")
        #expect(try await browser.value(second) < held + 30)
      }
    }

    @Test func seekMovesIt() async throws {
      try await withPage { browser, _ in
        try await browser.click("#play")
        try await browser.wait(until: "rastro.app.playback.value.status === 'paused'")
        let generation: Int = try await browser.value("rastro.app.playback.value.generation")
        try await browser.click("#seek")
        try await browser.wait(until: "rastro.app.playback.value.generation > \(generation)")
        try await browser.wait(until: "Math.abs(\(second) - 300) < 10")
        #expect(try await abs(browser.value("rastro.app.playback.value.fraction") - 0.5) < 0.02)
        try await browser.wait(
          until:
            "document.getElementById('position').innerText === '5:00' || document.getElementById('position').innerText.startsWith('4:5')"
        )
      }
    }

    @Test func secondTabFollowsAndTheFirstAgrees() async throws {
      try await withPage { browser, dashboard in
        let first = try await browser.currentTab()
        _ = try await browser.openTab()
        try await browser.open(dashboard.url)
        try await browser.wait(until: "rastro.app.connected.value && rastro.app.fleet.count === 1")
        try await browser.click("#play")
        try await browser.wait(until: "rastro.app.playback.value.status === 'paused'")
        try await browser.run("rastro.app.command('seek', { fraction: 0.25 })")
        try await browser.wait(until: "Math.abs(\(second) - 150) < 1")
        try await browser.show(tab: first)
        try await browser.wait(until: "rastro.app.playback.value.status === 'paused'")
        try await browser.wait(until: "Math.abs(\(second) - 150) < 1")
        try await browser.run("rastro.app.command('setRate', { rate: 2.5 })")
        try await browser.wait(until: "document.getElementById('rate-preset').value === '2.5'")
      }
    }

    @Test func linkShowsTheSameToSomebodyElse() async throws {
      try await withPage { browser, dashboard in
        try await browser.click("#play")
        try await browser.wait(until: "rastro.app.playback.value.status === 'paused'")
        let id = try await browser.text(
          "encodeURIComponent([...rastro.app.vehicles.value.values()][0].id)")
        let query =
          "?view=40.40000,-3.66000,13&vehicle=\(id)&colour=speed&t=2024-05-01T10:03:20.000Z&rate=5"
        try await browser.open(dashboard.url + query)
        try await browser.wait(until: "encodeURIComponent(rastro.app.selected.value) === '\(id)'")
        try await browser.wait(until: "Math.abs(\(second) - 200) < 1")
        try await browser.wait(until: "rastro.app.playback.value.rate === 5")
        #expect(try await browser.value("rastro.mapView.map.getZoom()") == 13)
        #expect(try await browser.value("rastro.settings.colour.value") == "speed")
        #expect(
          try await browser.text("document.querySelector('.legend').innerText").contains("km/h"))
      }
    }
  }
}
