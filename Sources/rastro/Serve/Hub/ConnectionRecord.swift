import DashboardProtocol
import LiveModels
import WebServer

/// What the hub keeps of a connection.
struct ConnectionRecord {
  let role: Role
  /// Ends one search of the connection for the next.
  let search: LatestRequest<EncodedJSON>
  /// Whether it has had its hello; what it sends before waits.
  var isJoined = false
  var waiting: [[UInt8]] = []
  var frames = FrameWish.everything
  var events = EventWish.everything
  /// What went out on it, as it was last read.
  var statistics: Connection.Statistics?
  /// What its commands started and still runs, by number; its close cancels all of it.
  var tasks: [UInt64: Task<Void, Never>] = [:]
}

/// Which events a connection wants.
struct EventWish: Hashable {
  /// Kinds, or nil for all.
  var kinds: Set<String>?
  /// Vehicles, or nil for all; events of no vehicle always pass.
  var vehicles: Set<String>?

  static let everything = EventWish()

  private init() {}

  init(_ wish: SubscriptionWish) {
    kinds = wish.kinds.map(Set.init)
    // With a box, the vehicles that are named are those that are wanted everywhere, not alone.
    vehicles = wish.box == nil ? wish.vehicles.map(Set.init) : nil
  }

  /// Whether an event is wanted.
  func wants(kind: String, vehicle: String?) -> Bool {
    if let kinds, !kinds.contains(kind) { return false }
    if let vehicles, let vehicle, !vehicles.contains(vehicle) { return false }
    return true
  }
}
