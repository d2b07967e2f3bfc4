import Glibc
import Tracks

/// Where one is on a road after each step of a round.
struct RoadTable {
  /// The steps of a round, and the first again.
  private(set) var nodes: [Fleet.Node] = []

  private static let unitsPerDegree = 1e7
  private static let mostSteps = 20_000.0

  /// Works out the table, with a step of about a second.
  init(_ road: Road, _ profile: SpeedProfile) {
    let steps = Int(min(Self.mostSteps, max(2, profile.period.rounded(.up))))
    let step = profile.period / Double(steps)
    var phase = 0
    for index in 0..<steps {
      let time = Double(index) * step
      while phase + 1 < profile.phases.count, profile.phases[phase + 1].start <= time { phase += 1 }
      nodes.append(Self.node(road, profile.phases[phase], time))
    }
    nodes.append(nodes[0])
    // Neighbours are made near in longitude and course.
    for index in nodes.indices.dropFirst() {
      let before = nodes[index - 1].longitude
      let turns = ((before - nodes[index].longitude) / (360 * Self.unitsPerDegree)).rounded()
      nodes[index].longitude += turns * 360 * Self.unitsPerDegree
      let bend = (nodes[index - 1].course - nodes[index].course) / 36_000
      nodes[index].course += bend.rounded() * 36_000
    }
  }

  private static func node(_ road: Road, _ phase: SpeedProfile.Phase, _ time: Double) -> Fleet.Node
  {
    let passed = time - phase.start
    let speed = phase.speed + phase.acceleration * passed
    let meters = phase.meters + (phase.speed + speed) / 2 * passed
    let place = road.places[phase.place]
    let next = road.places[(phase.place + 1) % road.places.count]
    let fraction = min(1, max(0, meters / road.lengths[phase.place]))
    let coordinate = Geodesy.interpolated(from: place, to: next, fraction: fraction)
    let course = road.courses[phase.place]
    let unitsPerMeter = unitsPerDegree / (Geodesy.earthRadius * .pi / 180)
    let scale = max(0.01, cos(coordinate.latitude * .pi / 180))
    return Fleet.Node(
      latitude: coordinate.latitude * unitsPerDegree,
      longitude: coordinate.longitude * unitsPerDegree,
      latitudePerMeter: Float(-sin(course * .pi / 180) * unitsPerMeter),
      longitudePerMeter: Float(cos(course * .pi / 180) * unitsPerMeter / scale),
      speed: Float(max(0, speed) * 100), course: Float(course * 100))
  }
}
