import Glibc
import Tracks

/// Lines on the ground drawn with braille dots: each character is two dots wide and four high.
struct TrackSketch {
  /// Rows of text from north to south; none when there is nothing to draw.
  private(set) var lines: [String] = []

  /// Draws lines, each through its coordinates, north up and true to shape.
  ///
  /// - Parameters:
  ///   - paths: The lines; over the antimeridian they go on.
  ///   - columns: The most characters a row has.
  ///   - rows: The most rows.
  init(_ paths: [[Coordinate]], columns: Int = 48, rows: Int = 12) {
    guard let box = BoundingBox(paths.lazy.flatMap { $0 }) else { return }
    let shrink = cos((box.south + box.north) / 2 * .pi / 180)
    let width = box.width * max(shrink, 0.01)
    let height = box.north - box.south
    // Dots are as wide as high, near enough.
    let scale = min(
      Double(columns * 2 - 1) / max(width, 1e-9), Double(rows * 4 - 1) / max(height, 1e-9))
    var canvas = Canvas(
      width: Int((width * scale).rounded()) + 1, height: Int((height * scale).rounded()) + 1)
    for path in paths {
      var last: (x: Int, y: Int)?
      for coordinate in path {
        var east = coordinate.longitude - box.west
        if east < 0 { east += 360 }
        let x = Int((east * max(shrink, 0.01) * scale).rounded())
        let y = Int(((box.north - coordinate.latitude) * scale).rounded())
        canvas.draw(from: last ?? (x, y), to: (x, y))
        last = (x, y)
      }
    }
    lines = canvas.lines
  }
}

/// A field of dots.
private struct Canvas {
  private let columns: Int
  private let rows: Int
  private var cells: [UInt8]

  init(width: Int, height: Int) {
    columns = (width + 1) / 2
    rows = (height + 3) / 4
    cells = Array(repeating: 0, count: columns * rows)
  }

  /// Sets the dots from one place to another.
  mutating func draw(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    for step in 0...steps {
      set(
        x: start.x + (end.x - start.x) * step / steps,
        y: start.y + (end.y - start.y) * step / steps)
    }
  }

  private mutating func set(x: Int, y: Int) {
    let cell = y / 4 * columns + x / 2
    guard x >= 0, y >= 0, x / 2 < columns, cells.indices.contains(cell) else { return }
    // The Unicode braille patterns number their dots down the left column, then down the right.
    let bits: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]
    cells[cell] |= bits[x % 2][y % 4]
  }

  var lines: [String] {
    (0..<rows).map { row in
      var line = String.UnicodeScalarView()
      for column in 0..<columns {
        line.append(Unicode.Scalar(0x2800 + UInt32(cells[row * columns + column])) ?? " ")
      }
      return String(line)
    }
  }
}
