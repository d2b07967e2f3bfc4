import Simulation
import Testing
import Tracks

@testable import Providers

@Suite struct DeviceStateMachineTests {
  private var machine = DeviceStateMachine(authorization: .authorized)

  private func event(_ kind: SimulationEvent.Kind, second: Int) -> SimulationEvent {
    SimulationEvent(
      kind: kind, sequence: 1, generation: 0, vehicle: 0, time: time(second),
      coordinate: place(second), emitted: .zero)
  }

  private func fix(_ second: Int) -> Fix { Fix(place(second), time: time(second)) }
  private func time(_ second: Int) -> SourceTime {
    Journeys.start.advanced(by: .seconds(second))
  }
  private func place(_ second: Int) -> Coordinate {
    Coordinate(wrappingLatitude: 0, longitude: Double(second) / 1000)
  }

  @Test func tellsVisitsFromArrivalToDeparture() {
    var machine = machine
    machine.isMonitoringVisits = true
    #expect(machine.take(fix(1)).isEmpty)
    var visit = DeviceVisit(coordinate: place(2), arrival: time(2))
    #expect(machine.take(event(.stopped, second: 2)) == [.visited(visit)])
    visit.departure = time(90)
    #expect(machine.take(event(.moving, second: 90)) == [.visited(visit)])
    #expect(machine.take(event(.moving, second: 91)).isEmpty)
  }

  @Test func pausesWhileItStandsIfItMay() {
    var machine = machine
    machine.isUpdatingLocation = true
    #expect(machine.take(event(.stopped, second: 1)).isEmpty)
    #expect(machine.take(event(.moving, second: 2)).isEmpty)
    machine.pausesAutomatically = true
    #expect(machine.take(event(.stopped, second: 3)) == [.paused])
    #expect(machine.take(event(.stopped, second: 4)).isEmpty)
    #expect(machine.take(fix(5)).isEmpty)
    #expect(machine.newest == fix(5))
    #expect(machine.take(event(.moving, second: 6)) == [.resumed])
    #expect(machine.take(fix(7)) == [.updated(fix(7))])
  }

  @Test func tellsThatTheSignalIsLost() {
    var machine = machine
    #expect(machine.take(event(.signalLost, second: 1)).isEmpty)
    machine.isUpdatingLocation = true
    #expect(machine.take(event(.signalLost, second: 1)) == [.failed(.locationUnknown)])
    #expect(machine.take(event(.looped, second: 2)).isEmpty)
  }

  @Test func tellsTheFirstFixAfterEachStartWhateverTheDistance() {
    var machine = machine
    machine.distanceFilter = 1000
    machine.isUpdatingLocation = true
    #expect(machine.take(fix(0)) == [.updated(fix(0))])
    #expect(machine.take(fix(1)).isEmpty)
    machine.stopUpdatingLocation()
    machine.isUpdatingLocation = true
    #expect(machine.take(fix(2)) == [.updated(fix(2))])
  }

  @Test func saysNothingWithoutAuthorization() {
    var machine = DeviceStateMachine(authorization: .denied)
    machine.isUpdatingLocation = true
    #expect(machine.take(fix(1)).isEmpty)
    #expect(machine.newest == nil)
    #expect(machine.take(event(.signalLost, second: 1)).isEmpty)
    #expect(machine.setAuthorization(.denied).isEmpty)
    #expect(machine.setAuthorization(.authorized) == [.authorized(.authorized)])
    #expect(machine.setAuthorization(.denied) == [.authorized(.denied), .failed(.denied)])
  }

  @Test func monitorsARegionAnewUnderItsName() {
    var machine = machine
    machine.monitor(DeviceRegion(id: "a", center: place(0), radius: 10))
    machine.monitor(DeviceRegion(id: "b", center: place(0), radius: 10))
    machine.monitor(DeviceRegion(id: "a", center: place(0), radius: 20))
    #expect(machine.monitoredRegions.map(\.id) == ["b", "a"])
    #expect(machine.monitoredRegions.map(\.radius) == [10, 20])
  }
}
