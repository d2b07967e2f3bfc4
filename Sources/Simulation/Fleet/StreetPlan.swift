import Glibc
import Tracks

/// Streets to wander in where none are loaded: walks over a grid of blocks.
struct StreetPlan {
  private let stream: RandomStream
  private let origin: Coordinate
  private let columns: Int
  private let rows: Int
  /// Metres from corner to corner.
  private static let block = 160.0
  /// The streets stand aslant, as they do in most towns.
  private static let slant = 17.0

  /// A plain on which a fleet offends nobody: La Mancha.
  private static let plain = Coordinate(wrappingLatitude: 39.2, longitude: -2.9)

  /// Lays a grid over an area, or over a plain as wide as so many vehicles need.
  init(area: BoundingBox?, vehicles: Int, seed: UInt64) {
    stream = RandomStream(seed: seed, name: "fleet.streets")
    let box: BoundingBox
    if let area {
      box = area
    } else {
      let side = min(60_000, max(3000, 300 * Double(vehicles).squareRoot()))
      let north = Geodesy.destination(from: Self.plain, distance: side, course: 0)
      let east = Geodesy.destination(from: Self.plain, distance: side, course: 90)
      box = BoundingBox(
        west: Self.plain.longitude, south: Self.plain.latitude, east: east.longitude,
        north: north.latitude)
    }
    let middle = Coordinate(
      wrappingLatitude: (box.south + box.north) / 2, longitude: box.west + box.width / 2)
    let height = (box.north - box.south) * Geodesy.earthRadius * .pi / 180
    let width = box.width * Geodesy.earthRadius * .pi / 180 * cos(middle.latitude * .pi / 180)
    // The aslant grid's box is that much smaller than the area's.
    let angle = Self.slant * .pi / 180
    let scale = min(height, width) / (height * cos(angle) + width * sin(angle))
    rows = max(1, Int(height * scale / Self.block))
    columns = max(1, Int(width * scale / Self.block))
    let start = Geodesy.destination(
      from: middle, distance: Double(rows) / 2 * Self.block, course: 180 + Self.slant)
    origin = Geodesy.destination(
      from: start, distance: Double(columns) / 2 * Self.block, course: 270 + Self.slant)
  }

  /// The corner in a column and row.
  private func corner(_ column: Int, _ row: Int) -> Coordinate {
    let up = Geodesy.destination(
      from: origin, distance: Double(row) * Self.block, course: Self.slant)
    return Geodesy.destination(
      from: up, distance: Double(column) * Self.block, course: 90 + Self.slant)
  }

  /// A road of some streets.
  func road(_ number: Int) -> Road? {
    func below(_ bound: Int, _ counter: Int64) -> Int {
      Int(stream.uniform(number, counter) * Double(bound))
    }
    var (column, row) = (below(columns + 1, 0), below(rows + 1, 1))
    var direction = below(4, 2)
    let steps: [(Int, Int)] = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    var line = [corner(column, row)]
    for step in 0..<12 + below(24, 3) {
      let chance = stream.uniform(number, Int64(step + 4))
      if chance < 0.15 { direction += 1 } else if chance < 0.3 { direction += 3 }
      // At the edge of town one turns, never about.
      let isOpen = [0, 1, 3].map { (direction + $0) % 4 }.first { turned in
        (0...columns).contains(column + steps[turned].0)
          && (0...rows).contains(row + steps[turned].1)
      }
      guard let isOpen else { break }
      direction = isOpen
      column += steps[direction].0
      row += steps[direction].1
      line.append(corner(column, row))
    }
    return Road(along: line, cruise: 9 + 7 * stream.uniform(number, ~0))
  }
}
