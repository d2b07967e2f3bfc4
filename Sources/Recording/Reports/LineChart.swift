/// A chart of lines over time as inline SVG, drawn without script.
///
/// Lines differ in their dashes as well as in colour, and each is named at its end, so that the chart
/// reads in black and white. A line breaks where a value is absent.
struct LineChart {
  /// What the chart shows.
  var title: String
  /// The unit of the values, for the axis.
  var unit: String
  /// The lines, at most four, all over the same instants.
  var lines: [Line]
  /// The instants in seconds, rising.
  var times: [Double]

  /// One line of a chart.
  struct Line {
    var name: String
    var values: [Double?]
  }

  private static let width = 720.0
  private static let height = 220.0
  private static let left = 64.0
  private static let right = 110.0
  private static let top = 12.0
  private static let bottom = 34.0
  private static let dashes = ["", "6 3", "2 3", "8 3 2 3"]

  /// The SVG element.
  var svg: String {
    let scale = AxisScale(upTo: lines.flatMap(\.values).compactMap { $0 }.max() ?? 0, ticks: 4)
    let timeScale = AxisScale(upTo: times.last ?? 0, ticks: 6, isRounded: false)
    var parts = [
      "<svg class=\"chart\" viewBox=\"0 0 \(Int(Self.width)) \(Int(Self.height))\" role=\"img\" "
        + "aria-label=\"\(summary.escapedForHTML)\">"
    ]
    for tick in scale.ticks {
      let y = place(y: tick, scale)
      parts.append(
        "<line class=\"grid\" x1=\"\(Self.left.svg)\" x2=\"\((Self.width - Self.right).svg)\" "
          + "y1=\"\(y.svg)\" y2=\"\(y.svg)\"/><text x=\"\((Self.left - 6).svg)\" "
          + "y=\"\((y + 4).svg)\" text-anchor=\"end\">\(tick.short)</text>")
    }
    for tick in timeScale.ticks {
      parts.append(
        "<text x=\"\(place(x: tick, timeScale).svg)\" y=\"\((Self.height - 18).svg)\" "
          + "text-anchor=\"middle\">\(tick.short)</text>")
    }
    parts.append(
      "<text x=\"\((Self.width - Self.right + 8).svg)\" y=\"\((Self.height - 18).svg)\">s</text>"
        + "<text x=\"4\" y=\"\((Self.height - 18).svg)\">\(unit.escapedForHTML)</text>")
    for (index, line) in lines.enumerated() {
      parts.append(path(of: line, index, scale, timeScale))
    }
    parts += names(scale)
    parts.append("</svg>")
    return parts.joined()
  }

  /// What the chart shows, in words.
  private var summary: String {
    let ranges = lines.map { line in
      let values = line.values.compactMap { $0 }
      guard let least = values.min(), let most = values.max() else { return "\(line.name): none" }
      return "\(line.name): \(least.short) to \(most.short) \(unit)"
    }
    return "\(title). " + ranges.joined(separator: "; ")
  }

  private func path(
    of line: Line, _ index: Int, _ scale: AxisScale, _ timeScale: AxisScale
  ) -> String {
    var path = ""
    var isDrawing = false
    for (time, value) in zip(times, line.values) {
      guard let value else {
        isDrawing = false
        continue
      }
      path +=
        "\(isDrawing ? "L" : "M")\(place(x: time, timeScale).svg) \(place(y: value, scale).svg)"
      // A point without neighbours is drawn as a dot.
      if !isDrawing { path += "h.01" }
      isDrawing = true
    }
    let dash = Self.dashes[index % Self.dashes.count]
    let dashes = dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
    return "<path class=\"line line\(index)\" d=\"\(path)\"\(dashes)/>"
  }

  /// The names at the lines' ends, moved apart so that none covers another.
  private func names(_ scale: AxisScale) -> [String] {
    let ends = lines.enumerated().compactMap { index, line in
      line.values.last { $0 != nil }?.map { (index: index, y: place(y: $0, scale) + 4) }
    }
    var lowest = Self.top
    return ends.sorted { $0.y < $1.y }.map { end in
      let y = max(end.y, lowest)
      lowest = y + 16
      return "<text class=\"name name\(end.index)\" x=\"\((Self.width - Self.right + 8).svg)\" "
        + "y=\"\(y.svg)\">\(lines[end.index].name.escapedForHTML)</text>"
    }
  }

  private func place(x time: Double, _ scale: AxisScale) -> Double {
    Self.left + time / scale.end * (Self.width - Self.left - Self.right)
  }

  private func place(y value: Double, _ scale: AxisScale) -> Double {
    let room = Self.height - Self.top - Self.bottom
    return Self.top + room - value / scale.end * room
  }
}

/// An axis from 0 whose ticks are round numbers.
struct AxisScale {
  /// The values that are written at the axis, from 0.
  let ticks: [Double]
  /// Where the axis ends; more than 0.
  let end: Double

  /// Makes an axis that reaches a value.
  ///
  /// - Parameters:
  ///   - value: The largest value to be shown.
  ///   - ticks: About how many steps it is cut into.
  ///   - isRounded: Whether it goes on to the next tick, or ends at the value.
  init(upTo value: Double, ticks: Int, isRounded: Bool = true) {
    let value = value > 0 && value.isFinite ? value : 1
    var step = 1.0
    while step * Double(ticks) < value { step *= 10 }
    while step * Double(ticks) / 10 >= value { step /= 10 }
    if step / 5 * Double(ticks) >= value {
      step /= 5
    } else if step / 2 * Double(ticks) >= value {
      step /= 2
    }
    let count = Int((value / step).rounded(isRounded ? .up : .down))
    self.ticks = (0...count).map { Double($0) * step }
    end = isRounded ? Double(count) * step : value
  }
}

extension Double {
  /// A length in SVG, to the tenth.
  fileprivate var svg: String {
    var text: [UInt8] = []
    text.append(shortest: (self * 10).rounded() / 10)
    return String(decoding: text, as: UTF8.self)
  }
}

extension String {
  /// The text as it may stand in HTML, in attributes too.
  var escapedForHTML: String {
    var escaped = ""
    for character in unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
