import Foundation
import Testing

/// The dashboard in headless Chromium, driven as a user would. One at a time: each has a browser of its own.
@Suite(
  .serialized, .enabled(if: Tools.hasBrowser, Tools.withoutBrowser), .timeLimit(.minutes(10)))
enum BrowserTests {
  /// Serves traces, opens the page and waits until it is live or paused.
  ///
  /// - Parameters:
  ///   - files: The traces, text by file name.
  ///   - arguments: Further options of the server.
  ///   - device: The screen.
  ///   - query: What follows the page's address.
  ///   - body: What to do with the page.
  /// - Throws: What starting, or the body, throws.
  static func withPage(
    _ files: [String: String] = ["east.gpx": Journeys.east("Eastbound")],
    arguments: [String] = [], device: Browser.Device = .desk, query: String = "",
    _ body: (Browser, Dashboard) async throws -> Void
  ) async throws {
    try await Journeys.with(files) { folder in
      let traces = files.keys.sorted().map { folder.appendingPathComponent($0).path }
      try await Dashboard.with(arguments + traces) { dashboard in
        try await Browser.with { browser in
          try await browser.become(device)
          try await browser.open(dashboard.url + query)
          try await browser.wait(
            until: "rastro.app.connected.value && rastro.app.fleet.count >= \(files.count)")
          try await body(browser, dashboard)
        }
      }
    }
  }

  /// The longitude of the only vehicle, as it is drawn.
  static let longitude =
    "(rastro.app.fleet.place(0, rastro.stage.scene(rastro.mapView.view()).mix).x - 0.5) * 360"

  /// The seconds of the journey at which the only vehicle is drawn.
  static let second = "((\(longitude)) + 3.7) / 0.0002"

  /// The opacity of the vehicles' layer where the only vehicle is, 0...255.
  static let inkAtVehicle = """
    (() => {
      const scene = rastro.stage.scene(rastro.mapView.view());
      const place = scene.fleet.place(0, scene.mix);
      const x = (place.x * scene.view.scale - scene.view.left) * scene.ratio;
      const y = (place.y * scene.view.scale - scene.view.top) * scene.ratio;
      return rastro.stage.moving.context.getImageData(x, y, 1, 1).data[3];
    })()
    """
}
