import Testing

extension BrowserTests {
  /// The page by keyboard alone, and by touch alone.
  @Suite struct HandsTests {
    @Test func keyboardAloneDrivesThePage() async throws {
      try await withPage { browser, _ in
        try await browser.press(" ")
        try await browser.wait(until: "rastro.app.playback.value.status === 'paused'")
        let held: Double = try await browser.value(second)
        try await browser.press(.right)
        try await browser.wait(until: "Math.abs(\(second) - \(held + 10)) < 1.1")
        try await browser.press(.right, holding: .alt)
        try await browser.wait(until: "Math.abs(\(second) - \(held + 70)) < 1.1")
        try await browser.press(.left, holding: .shift)
        try await browser.wait(until: "Math.abs(\(second) - \(held + 69)) < 1.6")
        try await browser.press("]")
        try await browser.wait(until: "rastro.app.playback.value.rate === 2")
        try await browser.press("[")
        try await browser.press("[")
        try await browser.wait(until: "rastro.app.playback.value.rate === 0.5")
        try await browser.press("l")
        try await browser.wait(until: "rastro.app.playback.value.loop.mode === 'off'")
        try await browser.press("j")
        try await browser.wait(until: "!document.getElementById('details').hidden")
        try await browser.press("f")
        try await browser.wait(until: "rastro.settings.follow.value")
        try await browser.press(.escape)
        try await browser.wait(until: "document.getElementById('details').hidden")
        try await browser.press("?")
        try await browser.wait(until: "document.getElementById('help').open")
        try await browser.press(.escape)
        try await browser.wait(until: "!document.getElementById('help').open")
        try await browser.press("/")
        try await browser.wait(until: "document.activeElement.id === 'vehicle-search'")
        try await browser.type("nobody l")
        try await browser.wait(until: "rastro.app.found.value?.size === 0")
        #expect(try await browser.value("rastro.app.playback.value.loop.mode") == "off")
      }
    }

    @Test(arguments: [true, false])
    func touchAloneDrivesThePhone(upright: Bool) async throws {
      let device = upright ? Browser.Device.phone : .phoneSideways
      try await withPage(device: device) { browser, dashboard in
        try await browser.wait(until: "\(inkAtVehicle) === 255")
        let share: Double = try await browser.value(
          "(m => m.width * m.height / (innerWidth * innerHeight))(document.getElementById('map').getBoundingClientRect())"
        )
        #expect(share > 0.6)
        #expect(
          try await browser.value("document.documentElement.scrollWidth <= innerWidth") == true)
        #expect(try await browser.value(smallTargets, as: [String].self) == [])

        try await browser.tap("#play")
        try await browser.wait(until: "rastro.app.playback.value.status === 'paused'")
        try await browser.wait(until: "rastro.stage.scene(rastro.mapView.view()).mix === 1")
        let point: [Double] = try await browser.value(vehicleOnScreen)
        try await browser.tap(x: point[0], y: point[1])
        try await browser.wait(until: "!document.getElementById('details').hidden")
        try await browser.tap("#seek")
        try await browser.wait(until: "Math.abs(\(second) - 300) < 20")
        try await browser.tap("#more")
        try await browser.wait(until: "document.getElementById('loop').offsetParent !== null")
        #expect(try await browser.value(smallTargets, as: [String].self) == [])
        try await browser.tap("#more")
        try await browser.tap("#tab-events")
        try await browser.wait(until: "!document.getElementById('dock-left').hidden")
        #expect(try await browser.value(smallTargets, as: [String].self) == [])
        // Held upright, an open panel lies over the tabs; sideways there is little height for it.
        for panel in upright ? [] : ["traces", "signal"] {
          try await browser.tap("#tab-\(panel)")
          try await browser.wait(until: hasRoom(panel))
          #expect(
            try await browser.value("document.documentElement.scrollHeight <= innerHeight") == true)
        }

        await dashboard.stop()
        try await browser.wait(
          until: "document.getElementById('light').innerText.startsWith('Lost')", seconds: 5)
        try await browser.wait(until: "rastro.app.freshness(0) === 'lost'")
      }
    }

    /// Where the only vehicle is on the page.
    private let vehicleOnScreen = """
      (() => {
        const { view, fleet, mix } = rastro.stage.scene(rastro.mapView.view());
        const place = fleet.place(0, mix);
        const box = document.getElementById('map').getBoundingClientRect();
        return [box.x + place.x * view.scale - view.left, box.y + place.y * view.scale - view.top];
      })()
      """

    /// Whether the parts of a panel are high enough to be touched.
    private func hasRoom(_ panel: String) -> String {
      let part = panel == "traces" ? "trace-list" : "noise-preset"
      return "document.getElementById('\(part)')?.getBoundingClientRect().height > 40"
    }

    /// What can be seen and touched and is smaller than 44 pixels.
    private let smallTargets = """
      [...document.querySelectorAll('button, select, a, input:not([type=checkbox])')]
        .filter((e) => e.offsetParent && !e.matches('.unseen, .skip'))
        .map((e) => [e, e.getBoundingClientRect()])
        .filter(([, box]) => box.width < 43.5 || box.height < 43.5)
        .map(([e, box]) => `${e.id || e.className} ${box.width} × ${box.height}`)
      """
  }
}
