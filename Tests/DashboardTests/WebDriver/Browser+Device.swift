/// The screen, the clock and the network that the page finds, by Chromium's own protocol.
extension Browser {
  /// A size of the screen and how it is touched.
  struct Device: Sendable {
    let width: Int
    let height: Int
    let isPhone: Bool

    static let desk = Device(width: 1440, height: 900, isPhone: false)
    static let phone = Device(width: 390, height: 844, isPhone: true)
    static let phoneSideways = Device(width: 844, height: 390, isPhone: true)
  }

  /// Makes the page believe in a device.
  func become(_ device: Device) async throws {
    try await command(
      "Emulation.setDeviceMetricsOverride",
      #"{"width":\#(device.width),"height":\#(device.height),"deviceScaleFactor":1,"mobile":\#(device.isPhone)}"#
    )
    try await command(
      "Emulation.setTouchEmulationEnabled", #"{"enabled":\#(device.isPhone)}"#)
  }

  /// Sets what the system likes: `dark` or `light`, motion or not.
  func prefer(theme: String, reducedMotion: Bool = false) async throws {
    let motion = reducedMotion ? "reduce" : "no-preference"
    try await command(
      "Emulation.setEmulatedMedia",
      #"{"features":[{"name":"prefers-color-scheme","value":"\#(theme)"},{"name":"prefers-reduced-motion","value":"\#(motion)"}]}"#
    )
  }

  /// Puts the browser into a time zone.
  func move(toTimeZone zone: String) async throws {
    try await command("Emulation.setTimezoneOverride", #"{"timezoneId":"\#(zone)"}"#)
  }

  /// Sends a command of Chromium's protocol whose answer does not matter.
  ///
  /// - Parameters:
  ///   - name: The command.
  ///   - parameters: Its parameters, as JSON.
  /// - Throws: `Refused` with what the driver says.
  func command(_ name: String, _ parameters: String) async throws {
    let _: Nothing? = try await post(
      "goog/cdp/execute", DevToolsCommand(cmd: name, params: RawJSON(text: parameters)))
  }

  /// The bytes that the page's values take, once what is of no use has been collected.
  func heapAfterCollection() async throws -> Double {
    try await command("HeapProfiler.collectGarbage", "{}")
    let usage: HeapUsage = try await post(
      "goog/cdp/execute", DevToolsCommand(cmd: "Runtime.getHeapUsage", params: RawJSON(text: "{}")))
    return usage.usedSize
  }

  /// What the page wrote to the console as errors, since this was last read.
  func consoleErrors() async throws -> [String] {
    let entries: [LogEntry] = try await post("se/log", ["type": "browser"])
    return entries.filter { $0.level == "SEVERE" }.map(\.message)
  }

  /// Opens a further tab and goes there.
  func openTab() async throws -> String {
    let opened: [String: String] = try await post("window/new", ["type": "tab"])
    let handle = opened["handle"] ?? ""
    try await show(tab: handle)
    return handle
  }

  /// The tab that is driven.
  func currentTab() async throws -> String {
    try await get("window")
  }

  /// Brings a tab to the front and drives it.
  func show(tab: String) async throws {
    let _: Nothing? = try await post("window", ["handle": tab])
  }
}

private struct HeapUsage: Decodable, Sendable {
  let usedSize: Double
}

private struct LogEntry: Decodable, Sendable {
  let level: String
  let message: String
}

private struct DevToolsCommand: Encodable {
  let cmd: String
  let params: RawJSON
}
