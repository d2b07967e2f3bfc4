import Glibc
import Tracks

/// A way that vehicles take round and round: there and back, or along a ring.
struct Road: Sendable {
  /// The places at which the way bends; the last leads back to the first.
  private(set) var places: [Coordinate]
  /// Metres from each place to the next.
  private(set) var lengths: [Double] = []
  /// Degrees from true north from each place to the next.
  private(set) var courses: [Double] = []
  /// The speed at which it is travelled where nothing hinders, in metres per second.
  let cruise: Double
  /// The indexes of the places where one turns about.
  private(set) var ends: Set<Int> = [0]

  /// Nearer than this in metres, two places are one: what lies between is the receiver's error.
  private static let nearest = 8.0
  /// Farther than this in metres, the way between two places is bent along the great circle.
  private static let farthest = 5000.0

  /// Makes a road of a line, or nil when it leads nowhere.
  init?(along line: [Coordinate], cruise: Double) {
    self.cruise = cruise
    var places = Self.thinned(line)
    guard let first = places.first, let last = places.last, places.count > 1 else { return nil }
    let isRing = places.count > 3 && Geodesy.distance(from: first, to: last) < 30
    if isRing {
      places.removeLast()
    } else {
      ends.insert(places.count - 1)
      places += places.dropFirst().dropLast().reversed()
    }
    self.places = places
    for (index, place) in places.enumerated() {
      let next = places[(index + 1) % places.count]
      lengths.append(Geodesy.distance(from: place, to: next))
      courses.append(Geodesy.course(from: place, to: next) ?? 0)
    }
  }

  /// Without places that are too near to one another, and with some where they are too far.
  private static func thinned(_ line: [Coordinate]) -> [Coordinate] {
    var places: [Coordinate] = []
    for place in line {
      guard let last = places.last else {
        places.append(place)
        continue
      }
      let distance = Geodesy.distance(from: last, to: place)
      guard distance >= nearest else { continue }
      let pieces = Int((distance / farthest).rounded(.up))
      for piece in 1..<max(1, pieces) {
        places.append(
          Geodesy.interpolated(
            from: last, to: place, fraction: Double(piece) / Double(pieces)))
      }
      places.append(place)
    }
    return places
  }

  /// The angle by which one turns at a place, 0...180.
  func turn(at index: Int) -> Double {
    let before = courses[(index + courses.count - 1) % courses.count]
    return abs(Degrees.shortestTurn(from: before, to: courses[index]))
  }
}

extension Road {
  /// The roads that tracks show, each segment one; travelled as fast as the track was where it is timed.
  static func roads(along tracks: [Track], seed: UInt64) -> [Road] {
    let stream = RandomStream(seed: seed, name: "fleet.cruise")
    var roads: [Road] = []
    for track in tracks {
      let cruise = track.movingSpeed
      for segment in track.segments {
        let chosen = cruise ?? (9 + 8 * stream.uniform(roads.count, 0))
        if let road = Road(along: segment.fixes.map(\.coordinate), cruise: chosen) {
          roads.append(road)
        }
      }
    }
    return roads
  }
}

extension Track {
  /// The mean speed in metres per second while the track moves, or nil without times.
  fileprivate var movingSpeed: Double? {
    var (meters, seconds) = (0.0, 0.0)
    for segment in segments {
      for (start, end) in zip(segment.fixes, segment.fixes.dropFirst()) {
        guard let from = start.time, let to = end.time, to > from else { continue }
        let step = from.duration(to: to).inSeconds
        let distance = Geodesy.distance(from: start.coordinate, to: end.coordinate)
        guard step <= 60, distance > 0.5 * step else { continue }
        meters += distance
        seconds += step
      }
    }
    return seconds > 0 ? min(300, max(1, meters / seconds)) : nil
  }
}
