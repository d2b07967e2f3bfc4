import Synchronization
public import Tracks

/// One device's view of a simulation, in the shape that location code of apps is written for.
///
/// Give it to the code under test in place of CoreLocation's manager; with an ``ImmediateClock`` a
/// journey of hours passes in milliseconds. A `typealias` and a thin protocol in the app are usually all
/// that is needed to take either.
///
/// ```swift
/// let source = SimulatedLocationProvider(playback: playback, clock: ImmediateClock())
/// let provider = DeviceLocationProvider(source: source, authorization: .authorized)
/// provider.distanceFilter = 50
/// provider.delegate = tripRecorder
/// provider.startUpdatingLocation()
/// ```
///
/// | CoreLocation | here |
/// | --- | --- |
/// | `CLLocationManager` | ``DeviceLocationProvider``: one vehicle of a source |
/// | `CLLocationManagerDelegate` | ``DeviceLocationProviderDelegate``, held weakly; called from the source's task, where CoreLocation uses the run loop that made the manager |
/// | `CLLocation` | `Fix`; what is absent is nil, where CoreLocation says −1 |
/// | `startUpdatingLocation()`, `stopUpdatingLocation()` | ``startUpdatingLocation()``, ``stopUpdatingLocation()`` |
/// | `requestLocation()` | ``requestLocation(timeout:)``, which returns what the delegate is told there |
/// | `CLLocationUpdate.liveUpdates()` | ``updates(bufferingPolicy:)`` |
/// | `location` | ``location`` |
/// | `distanceFilter`, `kCLDistanceFilterNone` | ``distanceFilter`` in metres, nil |
/// | `desiredAccuracy`, `kCLLocationAccuracyBest` | ``desiredAccuracy`` in metres, nil; one-shot requests wait for it |
/// | `startUpdatingHeading()`, `headingFilter`, `CLHeading` | ``startUpdatingHeading()``, ``headingFilter``, ``DeviceHeading``: the course, since a simulated device points where it goes |
/// | `startMonitoring(for:)`, `CLCircularRegion`, `requestState(for:)` | ``startMonitoring(_:)``, ``DeviceRegion``; its side is told once, unasked |
/// | `startMonitoringVisits()`, `CLVisit` | ``startMonitoringVisits()``, ``DeviceVisit``; `distantPast` and `distantFuture` are nil |
/// | `pausesLocationUpdatesAutomatically` | ``pausesUpdatesAutomatically``, false by default |
/// | `requestWhenInUseAuthorization()`, `requestAlwaysAuthorization()` | ``requestAuthorization()`` |
/// | `authorizationStatus`, `locationManagerDidChangeAuthorization(_:)` | ``authorization``, which a test may set |
/// | `CLError.denied`, `.locationUnknown` | ``LocationError`` |
/// | `significantLocationChange`, beacons, background and floor | not simulated |
///
/// The device is a subscriber of its source while something is asked of it. All methods may be called
/// from any thread, the delegate's calls included.
public final class DeviceLocationProvider: Sendable {
  let storage: Mutex<State>

  /// Makes a device.
  ///
  /// - Parameters:
  ///   - source: What moves it: a simulation, a replay, or fixes from outside. Its rate, pauses, seeks, noise and faults are the device's.
  ///   - vehicle: The number of the vehicle that it is.
  ///   - authorization: Whether the app may know where it is, before it asks.
  ///   - answer: What the user says when asked.
  public init(
    source: any LocationSource, vehicle: UInt32 = 0,
    authorization: LocationAuthorization = .notDetermined,
    answer: LocationAuthorization = .authorized
  ) {
    storage = Mutex(
      State(
        source: source, vehicle: vehicle, answer: answer,
        machine: DeviceStateMachine(authorization: authorization)))
  }

  struct State {
    var source: any LocationSource
    var vehicle: UInt32
    var answer: LocationAuthorization
    var machine: DeviceStateMachine
    /// Keeps the device subscribed to its source.
    var token: EmissionSinkToken?
    /// Tells the present subscription from those before it.
    var subscription: UInt64 = 0
    /// Set when the source has let the device go, until something is asked for anew.
    var hasEnded = false
    var streams: [(id: SubscriberID, sink: StreamSink<Fix>)] = []
    var requests: [FixRequest] = []
    weak var delegate: (any DeviceLocationProviderDelegate)?
  }

  /// Receives callbacks; not kept alive.
  public var delegate: (any DeviceLocationProviderDelegate)? {
    get { storage.withLock { $0.delegate } }
    set { storage.withLock { $0.delegate = newValue } }
  }

  /// The newest fix, or nil before the first.
  public var location: Fix? { storage.withLock { $0.machine.newest } }

  /// Metres that the device has to move before it tells of a new fix, or nil to tell of each.
  public var distanceFilter: Double? {
    get { storage.withLock { $0.machine.distanceFilter } }
    set { storage.withLock { $0.machine.distanceFilter = newValue } }
  }

  /// The accuracy in metres that ``requestLocation(timeout:)`` waits for, or nil to take the next fix;
  /// a fix that does not tell its accuracy is taken.
  public var desiredAccuracy: Double? {
    get { storage.withLock { $0.machine.desiredAccuracy } }
    set { storage.withLock { $0.machine.desiredAccuracy = newValue } }
  }

  /// Degrees that the device has to turn before it tells of a new heading, or nil to tell of each.
  public var headingFilter: Double? {
    get { storage.withLock { $0.machine.headingFilter } }
    set { storage.withLock { $0.machine.headingFilter = newValue } }
  }

  /// Whether updates to the delegate pause while the device stands.
  public var pausesUpdatesAutomatically: Bool {
    get { storage.withLock { $0.machine.pausesAutomatically } }
    set { storage.withLock { $0.machine.pausesAutomatically = newValue } }
  }

  /// The regions that are monitored, in the order in which that began.
  public var monitoredRegions: [DeviceRegion] { storage.withLock { $0.machine.monitoredRegions } }

  /// Whether the app may know where the device is; a test sets what the user decides.
  ///
  /// Without it nothing is told but that, and requests fail.
  public var authorization: LocationAuthorization {
    get { storage.withLock { $0.machine.authorization } }
    set { change { $0.machine.setAuthorization(newValue) } }
  }

  /// Asks the user, unless they were asked before.
  public func requestAuthorization() {
    change { state in
      state.machine.authorization == .notDetermined
        ? state.machine.setAuthorization(state.answer) : []
    }
  }

  /// Begins to tell the delegate of new fixes.
  public func startUpdatingLocation() {
    change { state in
      state.hasEnded = false
      state.machine.isUpdatingLocation = true
      return state.machine.authorization == .denied ? [.failed(.denied)] : []
    }
  }

  /// Ceases to tell the delegate of new fixes; sequences and requests do not notice.
  public func stopUpdatingLocation() {
    change { state in
      state.machine.stopUpdatingLocation()
      return []
    }
  }

  /// Begins to tell the delegate where the device points.
  public func startUpdatingHeading() {
    change { state in
      state.hasEnded = false
      state.machine.isUpdatingHeading = true
      return []
    }
  }

  /// Ceases to tell the delegate where the device points.
  public func stopUpdatingHeading() {
    change { state in
      state.machine.isUpdatingHeading = false
      return []
    }
  }

  /// Begins to tell the delegate of stays at a place.
  public func startMonitoringVisits() {
    change { state in
      state.hasEnded = false
      state.machine.isMonitoringVisits = true
      return []
    }
  }

  /// Ceases to tell the delegate of stays at a place.
  public func stopMonitoringVisits() {
    change { state in
      state.machine.isMonitoringVisits = false
      return []
    }
  }

  /// Begins to tell the delegate when the device crosses a region's border.
  ///
  /// The way between two fixes counts, so that fast playback passes through no region unnoticed; and the
  /// device is outside only some metres beyond the border, so that it does not flap on it.
  public func startMonitoring(_ region: DeviceRegion) {
    change { state in
      state.hasEnded = false
      state.machine.monitor(region)
      return []
    }
  }

  /// Ceases to monitor the region of that name.
  public func stopMonitoring(_ region: DeviceRegion) {
    change { state in
      state.machine.stopMonitoring(region.id)
      return []
    }
  }
}
