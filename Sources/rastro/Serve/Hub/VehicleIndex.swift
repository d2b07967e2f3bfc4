import DashboardProtocol
import Simulation

/// The vehicles that are loaded, by number and by id, with their JSON made once.
struct VehicleIndex {
  let entries: [VehicleEntry]
  let encoded: EncodedJSON
  private(set) var numbers: [String: UInt32] = [:]

  init(_ vehicles: [Vehicle]) {
    entries = vehicles.map {
      VehicleEntry(number: $0.number, id: $0.id, name: $0.name, trace: $0.trace)
    }
    encoded = EncodedJSON(entries)
    numbers.reserveCapacity(entries.count)
    for entry in entries { numbers[entry.id] = entry.number }
  }

  /// The vehicle of a number, or nil.
  subscript(number: UInt32) -> VehicleEntry? {
    entries.indices.contains(Int(number)) ? entries[Int(number)] : nil
  }

  /// The vehicle of an id, or nil.
  subscript(id: String) -> VehicleEntry? {
    numbers[id].flatMap { self[$0] }
  }

  /// What changed since an earlier index.
  func changes(since earlier: VehicleIndex) -> (added: [VehicleEntry], removed: [String]) {
    let added = entries.filter { earlier[$0.id] != $0 }
    let removed = earlier.entries.filter { self[$0.id] == nil }.map(\.id)
    return (added, removed)
  }
}
