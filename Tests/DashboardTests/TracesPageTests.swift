import Foundation
import Testing

extension BrowserTests {
  /// Traces that are brought to the page, and what it says of those that cannot be read.
  @Suite struct TracesPageTests {
    @Test func droppedTracePlaysAndABrokenOneIsToldAndTriedAgain() async throws {
      try await withPage { browser, _ in
        let files = [
          "north.gpx": Journeys.east("Newcomer", latitude: 41),
          "broken.gpx": "<gpx version=\"1.1\"><trk><trkseg><trkpt lat=",
        ]
        try await Journeys.with(files) { folder in
          try await browser.click("#tab-traces")
          try await browser.choose(
            files.keys.sorted().map { folder.appendingPathComponent($0) }, for: "#trace-files")
          try await browser.wait(
            until: "[...rastro.app.vehicles.value.values()].some((one) => one.name === 'Newcomer')")
          try await browser.wait(until: "rastro.app.playback.value.status === 'playing'")
          try await browser.wait(
            until: "rastro.mapView.map.getBounds().contains([41, -3.65])")
          try await browser.wait(until: "document.querySelector('.trace .wrong') !== null")
          #expect(
            try await browser.text("document.querySelector('#trace-list').innerText")
              .contains("broken.gpx"))
          #expect(
            try await browser.text("document.querySelector('.trace .wrong').innerText")
              .hasPrefix("line 1: "))
          #expect(
            try await browser.value("document.getElementById('retry-failed').hidden") == false)
          try await browser.click("#retry-failed")
          try await browser.wait(until: "document.querySelector('.trace .wrong') !== null")
        }
      }
    }

    @Test func tickedTracesArePlayedTogether() async throws {
      let files = [
        "a.gpx": Journeys.east("Alpha"), "b.gpx": Journeys.east("Beta", latitude: 40.5),
      ]
      try await withPage(files) { browser, _ in
        try await browser.click("#tab-traces")
        try await browser.wait(until: "document.querySelectorAll('.trace input').length === 2")
        try await browser.click(".trace input:checked")
        try await browser.click("#load-traces")
        try await browser.wait(until: "rastro.app.vehicles.value.size === 1")
      }
    }
  }
}
