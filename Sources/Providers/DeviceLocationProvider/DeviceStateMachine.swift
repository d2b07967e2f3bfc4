import Simulation
import Tracks

/// What a device makes of the fixes and events of its vehicle, without clocks, locks and callbacks.
struct DeviceStateMachine: Sendable {
  var authorization: LocationAuthorization
  var distanceFilter: Double?
  var desiredAccuracy: Double?
  var headingFilter: Double?
  var pausesAutomatically = false
  var isUpdatingLocation = false
  var isUpdatingHeading = false
  var isMonitoringVisits = false
  private var regions: [RegionWatch] = []
  private(set) var isPaused = false
  private(set) var newest: Fix?
  private var lastTold: Coordinate?
  private var lastHeading: Double?
  private var visit: DeviceVisit?

  init(authorization: LocationAuthorization) {
    self.authorization = authorization
  }

  /// What the device's user is told.
  enum Callback: Hashable, Sendable {
    case updated(Fix)
    case turned(DeviceHeading)
    case determined(DeviceRegion.Side, DeviceRegion)
    case entered(DeviceRegion)
    case exited(DeviceRegion)
    case visited(DeviceVisit)
    case paused
    case resumed
    case failed(LocationError)
    case authorized(LocationAuthorization)
  }

  var monitoredRegions: [DeviceRegion] { regions.map(\.region) }

  /// Whether anything is asked for that needs fixes.
  var wantsFixes: Bool {
    isUpdatingLocation || isUpdatingHeading || isMonitoringVisits || !regions.isEmpty
  }

  mutating func stopUpdatingLocation() {
    isUpdatingLocation = false
    isPaused = false
    lastTold = nil
  }

  mutating func monitor(_ region: DeviceRegion) {
    stopMonitoring(region.id)
    regions.append(RegionWatch(region))
  }

  mutating func stopMonitoring(_ id: String) {
    regions.removeAll { $0.region.id == id }
  }

  mutating func setAuthorization(_ new: LocationAuthorization) -> [Callback] {
    guard new != authorization else { return [] }
    authorization = new
    return new == .denied && wantsFixes
      ? [.authorized(new), .failed(.denied)] : [.authorized(new)]
  }

  /// Forgets what belongs to a source that was left; what is asked for stays.
  mutating func forgetSource() {
    newest = nil
    visit = nil
    isPaused = false
  }

  mutating func take(_ fix: Fix) -> [Callback] {
    guard authorization == .authorized else { return [] }
    newest = fix
    var callbacks: [Callback] = []
    if isUpdatingLocation, !isPaused, isFarEnough(fix) {
      lastTold = fix.coordinate
      callbacks.append(.updated(fix))
    }
    if isUpdatingHeading, let course = fix.course, turnedEnough(course) {
      lastHeading = course
      callbacks.append(.turned(DeviceHeading(degrees: course, time: fix.time)))
    }
    for index in regions.indices {
      for crossing in regions[index].move(to: fix.coordinate) {
        let region = regions[index].region
        switch crossing {
        case .determined(let side): callbacks.append(.determined(side, region))
        case .entered: callbacks.append(.entered(region))
        case .exited: callbacks.append(.exited(region))
        }
      }
    }
    return callbacks
  }

  mutating func take(_ event: SimulationEvent) -> [Callback] {
    guard authorization == .authorized else { return [] }
    switch event.kind {
    case .signalLost: return isUpdatingLocation ? [.failed(.locationUnknown)] : []
    case .stopped: return stopped(event)
    case .moving: return moved(event)
    default: return []
    }
  }

  private mutating func stopped(_ event: SimulationEvent) -> [Callback] {
    var callbacks: [Callback] = []
    if let coordinate = event.coordinate ?? newest?.coordinate {
      let visit = DeviceVisit(coordinate: coordinate, arrival: event.time)
      self.visit = visit
      if isMonitoringVisits { callbacks.append(.visited(visit)) }
    }
    if pausesAutomatically, isUpdatingLocation, !isPaused {
      isPaused = true
      callbacks.append(.paused)
    }
    return callbacks
  }

  private mutating func moved(_ event: SimulationEvent) -> [Callback] {
    var callbacks: [Callback] = []
    if var visit {
      visit.departure = event.time
      self.visit = nil
      if isMonitoringVisits { callbacks.append(.visited(visit)) }
    }
    if isPaused {
      isPaused = false
      callbacks.append(.resumed)
    }
    return callbacks
  }

  private func isFarEnough(_ fix: Fix) -> Bool {
    guard let distanceFilter, let lastTold else { return true }
    return Geodesy.distance(from: lastTold, to: fix.coordinate) >= distanceFilter
  }

  private func turnedEnough(_ course: Double) -> Bool {
    guard let lastHeading else { return true }
    return abs(Degrees.shortestTurn(from: lastHeading, to: course)) >= headingFilter ?? 0
  }
}
