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
    let timeScale = AxisScale(upTo: times.last ?? 0, ticks: 6)
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
      parts += draw(line, index, scale, timeScale)
    }
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

  private func draw(
    _ line: Line, _ index: Int, _ scale: AxisScale, _ timeScale: AxisScale
  ) -> [String] {
    var path = ""
    var isDrawing = false
    var last: (x: Double, y: Double)?
    for (time, value) in zip(times, line.values) {
      guard let value else {
        isDrawing = false
        continue
      }
      let point = (x: place(x: time, timeScale), y: place(y: value, scale))
      path += "\(isDrawing ? "L" : "M")\(point.x.svg) \(point.y.svg)"
      // A point without neighbours is drawn as a dot.
      if !isDrawing { path += "h.01" }
      isDrawing = true
      last = point
    }
    guard let last else { return [] }
    let dash = Self.dashes[index % Self.dashes.count]
    let dashes = dash.isEmpty ? "" : " stroke-dasharray=\"\(dash)\""
    return [
      "<path class=\"line line\(index)\" d=\"\(path)\"\(dashes)/>",
      "<text class=\"name\" x=\"\((Self.width - Self.right + 8).svg)\" "
        + "y=\"\((labelHeight(of: index, near: last.y)).svg)\">\(line.name.escapedForHTML)</text>",
    ]
  }

  /// Names stand one under the other, so that they never cover each other.
  private func labelHeight(of index: Int, near y: Double) -> Double {
    lines.count == 1 ? y + 4 : Self.top + 10 + 16 * Double(index)
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
  init(upTo value: Double, ticks: Int) {
    let value = value > 0 && value.isFinite ? value : 1
    var step = 1.0
    while step * Double(ticks) < value { step *= 10 }
    while step * Double(ticks) / 10 >= value { step /= 10 }
    if step / 5 * Double(ticks) >= value {
      step /= 5
    } else if step / 2 * Double(ticks) >= value {
      step /= 2
    }
    let count = Int((value / step).rounded(.up))
    self.ticks = (0...count).map { Double($0) * step }
    end = Double(count) * step
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
