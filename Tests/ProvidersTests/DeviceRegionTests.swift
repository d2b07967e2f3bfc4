import Testing
import Tracks

@testable import Providers

@Suite struct DeviceRegionTests {
  private let middle = Coordinate(wrappingLatitude: 50, longitude: 179.999)

  private func place(_ meters: Double, course: Double = 90) -> Coordinate {
    Geodesy.destination(from: middle, distance: meters, course: course)
  }

  /// Metres from the middle at each step, and the crossings that come of it.
  @Test(arguments: [
    ([500, 300, 90, 10, 105, 300], "outside - entered - - exited"),
    ([0, 99, 101, 109, 99, 109, 111, 101, 99], "inside - - - - - exited - entered"),
    ([-500, 500, -500], "outside entered+exited entered+exited"),
    ([500, 400], "outside -"),
  ])
  func tellsCrossings(meters: [Double], expected: String) {
    var watch = RegionWatch(DeviceRegion(id: "depot", center: middle, radius: 100))
    let found = meters.map { distance in
      let crossings = watch.move(to: place(distance)).map { crossing in
        switch crossing {
        case .determined(let side): side.rawValue
        case .entered: "entered"
        case .exited: "exited"
        }
      }
      return crossings.isEmpty ? "-" : crossings.joined(separator: "+")
    }
    #expect(found.joined(separator: " ") == expected)
  }

  @Test func passingByIsNotPassingThrough() {
    var watch = RegionWatch(DeviceRegion(id: "depot", center: middle, radius: 10))
    _ = watch.move(to: place(1000, course: 45))
    // The nearest point of a way from north-east to south-east lies 707 m east of the middle.
    #expect(watch.move(to: place(1000, course: 135)).isEmpty)
    #expect(watch.move(to: place(1000, course: 315)) == [.entered, .exited])
  }
}
