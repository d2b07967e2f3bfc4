import Tracks

extension Scenario {
  /// Reads a scenario from JSON.
  ///
  /// ```json
  /// {"steps": [
  ///   {"at": "10s", "rate": 10},
  ///   {"at": "30s", "fault": "drop=5%"},
  ///   {"at": "1m", "outage": "20s"},
  ///   {"at": "2m", "noise": "urban"},
  ///   {"at": "3m", "pause": "5s"},
  ///   {"at": "4m", "seek": "30s"},
  ///   {"at": "5m", "faults": "off"}
  /// ]}
  /// ```
  ///
  /// Every step has its time (a text, or seconds) and one action. A rate may be `"max"`; a seek goes to an
  /// offset, or to `{"time": …}`, `{"fraction": …}` or `{"index": …}`; `"pause": true` lasts until the
  /// next step with `"play": true`. The list may stand alone, without the object around it.
  ///
  /// - Parameter bytes: The text.
  /// - Throws: `PlaybackError` that says what is wrong, and in which line.
  public init(json bytes: [UInt8]) throws(PlaybackError) {
    let root: JSONNode
    do throws(JSONNode.Failure) {
      root = try JSONNode(bytes)
    } catch {
      throw PlaybackError(.badScenario, line: error.line, error.reason)
    }
    guard let list = root.array ?? root["steps"]?.array else {
      throw root.badScenario("a scenario is an object with an array 'steps'")
    }
    var steps: [Step] = []
    var pauses: [(at: Duration, line: JSONNode)] = []
    for node in list.sorted(by: { ($0["at"]?.time ?? .zero) < ($1["at"]?.time ?? .zero) }) {
      guard let at = node["at"]?.time else {
        throw node.badScenario("a step has a time 'at', such as \"10s\"")
      }
      switch try node.action() {
      case .action(let action): steps.append(Step(at: at, action))
      case .pause: if pauses.isEmpty { pauses.append((at, node)) }
      case .play:
        guard let pause = pauses.popLast() else { continue }
        steps.append(Step(at: pause.at, .pause(at - pause.at)))
      }
    }
    if let pause = pauses.first {
      throw pause.line.badScenario("it pauses for ever; give the pause a length, or play later")
    }
    self.init(steps: steps)
  }
}

private enum ScenarioWord {
  case action(Scenario.Action)
  case pause
  case play
}

extension JSONNode {
  fileprivate func badScenario(_ reason: String) -> PlaybackError {
    PlaybackError(.badScenario, line: line, reason)
  }

  /// What a step does.
  fileprivate func action() throws(PlaybackError) -> ScenarioWord {
    guard let object else { throw badScenario("a step is an object") }
    let actions = object.filter { $0.key != "at" && $0.key != "comment" }
    guard actions.count == 1, let (key, node) = actions.first else {
      throw badScenario("a step has one action beside its time")
    }
    switch key {
    case "rate": return .action(.rate(try node.rate()))
    case "seek": return .action(.seek(try node.target()))
    case "pause":
      if case .bool(true) = node.value { return .pause }
      return .action(.pause(try node.time("a pause")))
    case "play":
      guard case .bool(true) = node.value else {
        throw node.badScenario("'play' can only be true")
      }
      return .play
    case "outage": return .action(.outage(try node.time("an outage")))
    case "fault": return .action(.fault(try node.fault()))
    case "faults":
      guard node.string == "off" else { throw node.badScenario("'faults' can only be \"off\"") }
      return .action(.clearFaults)
    case "noise":
      guard let preset = node.string.flatMap(NoisePreset.init(rawValue:)) else {
        let names = NoisePreset.allCases.map(\.rawValue).joined(separator: ", ")
        throw node.badScenario("the noise must be one of \(names)")
      }
      return .action(.noise(preset))
    default:
      throw badScenario(
        "'\(key)' is no action; it is rate, seek, pause, play, fault, faults, noise or outage")
    }
  }

  private func rate() throws(PlaybackError) -> PlaybackRate {
    if string == "max" { return .max }
    guard let number, (0.01...1000).contains(number) else {
      throw badScenario("the rate must be 0.01 to 1000, or \"max\"")
    }
    return .times(number)
  }

  private func time(_ what: String) throws(PlaybackError) -> Duration {
    guard let time else { throw badScenario("\(what) has a length, such as \"5s\"") }
    return time
  }

  private func fault() throws(PlaybackError) -> Fault {
    guard let string else { throw badScenario("a fault is a text such as \"drop=5%\"") }
    do throws(PlaybackError) {
      return try Fault(string)
    } catch {
      throw badScenario(error.message)
    }
  }

  private func target() throws(PlaybackError) -> SeekTarget {
    if let time { return .offset(time) }
    if let fraction = self["fraction"]?.number, (0...1).contains(fraction) {
      return .fraction(fraction)
    }
    if let index = self["index"]?.number, index >= 0, index < 1e15, index == index.rounded() {
      return .index(Int(index))
    }
    if let time = self["time"]?.string.flatMap({ ISO8601Time($0) }) { return .time(time.time) }
    throw badScenario("a seek goes to an offset, or to a time, fraction or index")
  }
}
