import Foundation
import Testing

extension BrowserTests {
  /// What the panels do, each as a user asks for it.
  @Suite struct FeaturePageTests {
    private static let pair = [
      "a.gpx": Journeys.east("Alpha"), "b.gpx": Journeys.east("Beta", latitude: 40.5),
    ]

    @Test func twoVehiclesAreComparedAndTheOthersHidden() async throws {
      try await withPage(Self.pair) { browser, _ in
        try await browser.press("j")
        try await browser.press("m")
        try await browser.wait(until: "!document.getElementById('comparison').hidden")
        try await browser.press("j")
        try await browser.wait(
          until: "document.getElementById('compare-apart').innerText === '11.1 km'")
        try await browser.wait(until: "/[?&]with=/.test(location.search)")
        try await browser.press("m")
        try await browser.wait(until: "document.getElementById('comparison').hidden")
        try await browser.press("o")
        let hidden =
          "[...rastro.stage.tints.slice(0, 2)].filter((tint) => tint === 255).length"
        try await browser.wait(until: "\(hidden) === 1")
        try await browser.press(.escape)
        try await browser.wait(until: "\(hidden) === 0")
      }
    }

    @Test func eachTabShowsTheServersConsumerDelayAndOnlyItsOwnDrops() async throws {
      try await Dashboard.with(["--fleet", "300"]) { dashboard in
        try await Browser.with { browser in
          try await browser.open(dashboard.url)
          try await browser.wait(until: "rastro.app.frames.value > 3")
          let first = try await browser.currentTab()
          try await browser.run("rastro.app.command('setConsumerDelay', { ms: 37 })")
          try await browser.wait(
            until: "document.getElementById('consumer-delay').value === '37'")
          _ = try await browser.openTab()
          try await browser.open(dashboard.url)
          try await browser.wait(
            until: "document.getElementById('consumer-delay').value === '37'")
          try await browser.run("rastro.app.command('setConsumerDelay', { ms: 5 })")
          try await browser.show(tab: first)
          try await browser.wait(until: "document.getElementById('consumer-delay').value === '5'")
          let demonstration =
            "rastro.app.history.newest?.stages.some((stage) => stage.name === 'consumer' && stage.dropped > 0)"
          try await browser.wait(until: demonstration)
          #expect(
            try await browser.text("document.getElementById('figure-figure-dropped').innerText")
              == "0")
        }
      }
    }

    @Test func streetsAreAskedForOnlyWhenTheyAreWanted() async throws {
      let python = try #require(Tools.path(of: "python3"))
      let fixture = Tools.folder("Tests/DashboardTests/Fixtures/tiles.py").path
      try await Companion.with(
        python, ["-u", fixture], announced: Companion.after("tiles: ")
      ) { tiles in
        let address = "http://127.0.0.1:\(tiles.address)/{z}/{x}/{y}.png"
        try await withPage(arguments: ["--tiles", address]) { browser, _ in
          let asked =
            "performance.getEntriesByType('resource').filter((e) => e.name.includes(':\(tiles.address)/')).length"
          try await browser.wait(until: "rastro.app.history.newest !== null")
          #expect(try await browser.value(asked) == 0)
          try await browser.click("#streets")
          try await browser.wait(until: "document.querySelector('.leaflet-tile-loaded') !== null")
          try await browser.wait(
            until: "document.querySelector('.attribution').innerText.includes('127.0.0.1')")
          #expect(try await browser.value("\(asked) > 0"))
          try await browser.run("location.reload()")
          try await browser.wait(until: "document.querySelector('.leaflet-tile-loaded') !== null")
          #expect(try await browser.consoleErrors() == [])
          await tiles.stop(patience: .zero)
          try await browser.press("-")
          try await browser.wait(
            until: "document.querySelector('.notice.error')?.innerText.includes('street tiles')")
        }
      }
    }

    @Test func scenarioFileChangesTheRunAndABadOneIsTold() async throws {
      try await withPage { browser, _ in
        let files = [
          "storm.json": #"{"steps": [{"at": 0, "noise": "urban"}]}"#,
          "bad.json": #"{"steps": [{"at": "soon", "noise": "urban"}]}"#,
          "torn.json": #"{"steps": ["#,
        ]
        try await Journeys.with(files) { folder in
          func load(_ name: String) async throws {
            try await browser.choose([folder.appendingPathComponent(name)], for: "#scenario")
          }
          try await browser.click("#tab-signal")
          try await load("storm.json")
          try await browser.wait(until: "document.getElementById('noise-preset').value === 'urban'")
          try await load("bad.json")
          try await browser.wait(
            until: "/time 'at'/.test(document.querySelector('.notice.error')?.innerText)")
          try await load("torn.json")
          try await browser.wait(
            until: "document.getElementById('scenario-said').innerText.includes('torn.json')")
        }
      }
    }

    @Test func whatWasEmittedIsExported() async throws {
      try await withPage { browser, _ in
        try await browser.run(
          "HTMLAnchorElement.prototype.click = function () { fetch(this.href).then((r) => r.text()).then((text) => { window.exported = [this.download, text]; }); }"
        )
        try await browser.click("#tab-traces")
        try await browser.wait(until: "rastro.app.frames.value > 20")
        for format in ["gpx", "csv", "geojson", "ndjson"] {
          try await browser.run("document.getElementById('export-format').value = '\(format)'")
          try await browser.click("#export-format + button")
          try await browser.wait(
            until:
              "window.exported?.[0] === 'rastro.\(format)' && window.exported[1].includes('40.4')")
        }
      }
    }

    @Test func menuSpeaksAndTheLatencyCanBeChosen() async throws {
      try await withPage { browser, _ in
        try await browser.click("#settings-button")
        #expect(
          try await browser.text(
            "document.getElementById('choice-language').selectedOptions[0].text")
            == "As the browser")
        try await browser.run(
          "Object.assign(document.getElementById('choice-language'), { value: 'es' }).dispatchEvent(new Event('change'))"
        )
        try await browser.wait(
          until:
            "document.getElementById('choice-theme').selectedOptions[0].text === 'El del sistema'")
        try await browser.wait(
          until: "document.querySelectorAll('#dock-right .field.small option').length > 3")
      }
    }

    @Test func paperShowsTheMapAndTheTableWithoutControls() async throws {
      try await withPage { browser, _ in
        try await browser.command("Emulation.setEmulatedMedia", #"{"media":"print"}"#)
        try await browser.wait(
          until:
            "getComputedStyle(document.getElementById('transport')).display === 'none' && rastro.mapView.view().height > 200"
        )
        try await browser.wait(until: "\(inkAtVehicle) > 0 && rastro.stage.drawn.value > 3")
        #expect(
          try await browser.value(
            "[...document.querySelectorAll('.button, select, input')].every((e) => !e.offsetParent)"
          ) == true)
      }
    }
  }
}
