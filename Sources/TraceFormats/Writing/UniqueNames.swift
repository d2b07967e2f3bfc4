/// Makes the names of tracks differ, for formats that tell tracks by their names alone.
struct UniqueNames {
  private var used: Set<String> = []

  /// The name, with a number behind it when it was used before; a track without name has an empty one.
  mutating func next(_ name: String?) -> String {
    let name = name ?? ""
    var candidate = name
    var number = 1
    while !used.insert(candidate).inserted {
      number += 1
      candidate = name.isEmpty ? String(number) : "\(name) \(number)"
    }
    return candidate
  }
}
