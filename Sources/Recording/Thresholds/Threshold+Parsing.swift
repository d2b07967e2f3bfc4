import StreamMetrics

extension Threshold {
  /// What may be written, for a message about what may not.
  public static let grammar =
    "METRIC[STAGE:POLICY]OP VALUE with METRIC one of dropped, delivered, offered, pending, rate, "
    + "rate_error, latency.F, lateness.F (F: p50 p75 p90 p95 p99 p999 max), memory.peak, cpu; "
    + "STAGE one of source, broadcast, consumer, socket, and for latency written; OP one of < <= > >= ==; "
    + "for example 'dropped<0.1%' or 'latency.p95[consumer:newest:1]<20ms'"

  /// Reads an expression, or returns nil when it is not one.
  ///
  /// White space around its parts is passed over.
  public init?(_ expression: String) {
    guard let parts = Parts(expression), let unit = Unit(rawValue: parts.unit),
      parts.subject.metric.units.contains(unit)
    else { return nil }
    self.expression = expression
    self.metric = parts.subject.metric
    self.stage = parts.subject.stage
    self.policy = parts.subject.policy
    self.comparison = parts.comparison
    self.limit = parts.limit
    self.unit = unit
  }

  /// What units an expression may have that is a threshold but for its unit; nil for any other.
  public static func units(for expression: String) -> String? {
    guard let parts = Parts(expression), Threshold(expression) == nil else { return nil }
    let units = parts.subject.metric.units.map(\.rawValue)
    let names = units.map { $0.isEmpty ? "no unit" : $0 }
    let start = "\(parts.name)\(parts.comparison.rawValue)\(parts.number)"
    return
      "\(parts.name) with \(names.joined(separator: " or ")), for example '\(start)\(units[0])'"
  }

  /// An expression taken apart, its unit not yet judged.
  private struct Parts {
    let name: Substring
    let subject: Subject
    let comparison: Comparison
    let number: Substring
    let limit: Double
    let unit: String

    init?(_ expression: String) {
      guard let start = expression.firstIndex(where: { "<>=".contains($0) }) else { return nil }
      let afterFirst = expression.index(after: start)
      let hasTwo = afterFirst < expression.endIndex && expression[afterFirst] == "="
      let end = hasTwo ? expression.index(after: afterFirst) : afterFirst
      let quantity = trimmed(expression[end...])
      name = trimmed(expression[..<start])
      number = quantity.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
      unit = String(trimmed(quantity[number.endIndex...]))
      guard let comparison = Comparison(rawValue: String(expression[start..<end])),
        let subject = Subject(name), let first = number.first, first != ".", number.last != ".",
        let limit = Double(number)
      else { return nil }
      self.comparison = comparison
      self.subject = subject
      self.limit = limit
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// What stands left of the comparison.
  private struct Subject {
    let metric: Metric
    var stage: StageFigures.Stage?
    var policy: BufferingPolicy?

    init?(_ text: Substring) {
      var name = text
      if text.last == "]", let bracket = text.firstIndex(of: "[") {
        name = text[..<bracket]
        let inside = text[text.index(after: bracket)...].dropLast()
        if inside == "written", case .latency(let figure) = Metric(name) {
          metric = .written(figure)
          return
        }
        let parts = inside.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard let stage = StageFigures.Stage(rawValue: String(parts[0])) else { return nil }
        self.stage = stage
        if parts.count == 2 {
          guard stage == .consumer, let policy = BufferingPolicy(parts[1]) else { return nil }
          self.policy = policy
        }
      }
      guard let metric = Metric(name), stage == nil || metric.hasStages else { return nil }
      self.metric = metric
    }
  }
}

extension Threshold.Metric {
  /// Reads a metric's name.
  init?(_ name: Substring) {
    switch name {
    case "rate": self = .rate
    case "rate_error": self = .rateError
    case "memory.peak": self = .memoryPeak
    case "cpu": self = .processorTime
    default:
      if let counter = Threshold.Counter(rawValue: String(name)) {
        self = .count(counter)
        return
      }
      let parts = name.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, let figure = Threshold.LatencyFigure(rawValue: String(parts[1]))
      else { return nil }
      switch parts[0] {
      case "latency": self = .latency(figure)
      case "lateness": self = .lateness(figure)
      default: return nil
      }
    }
  }

  /// The units its limit may have.
  var units: [Threshold.Unit] {
    switch self {
    case .count: [.one, .percent]
    case .rate: [.one, .hertz]
    case .rateError: [.percent, .one]
    case .latency, .lateness, .written: [.milliseconds, .microseconds, .seconds]
    case .memoryPeak: [.megabytes, .kilobytes, .gigabytes, .bytes]
    case .processorTime: [.seconds, .milliseconds]
    }
  }

  /// Whether it is measured at stages.
  var hasStages: Bool {
    switch self {
    case .count, .rate, .latency: true
    case .rateError, .lateness, .written, .memoryPeak, .processorTime: false
    }
  }
}
