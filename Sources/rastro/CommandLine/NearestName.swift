/// The known name that a misspelt one is nearest to.
enum NearestName {
  /// The name with the fewest changes from a text, the first of equals; names must not be empty.
  static func of(_ text: String, among names: [String]) -> String {
    names.min { distance(text, $0) < distance(text, $1) } ?? text
  }

  /// How many letters must be put in, left out, changed, or exchanged with their neighbour to make
  /// one text the other.
  static func distance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for i in left.indices {
      var current = [i + 1]
      for j in right.indices {
        let isSame = left[i] == right[j]
        var cost = min(previous[j] + (isSame ? 0 : 1), previous[j + 1] + 1, current[j] + 1)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
          cost = min(cost, beforePrevious[j - 1] + 1)
        }
        current.append(cost)
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[right.count]
  }
}
