/// What is to come at a later run, the earliest first and, at the same run, in the order in which it
/// was put in.
struct HeldQueue<Element: Sendable>: Sendable {
  private struct Entry {
    var run: Int64
    var order: UInt64
    var element: Element

    func comes(before other: Entry) -> Bool {
      run != other.run ? run < other.run : order < other.order
    }
  }

  private var heap: [Entry] = []
  private var inserted: UInt64 = 0

  /// The run at which the first is due, or nil when there is none.
  var firstRun: Int64? { heap.first?.run }

  /// Whether there is none.
  var isEmpty: Bool { heap.isEmpty }

  /// Puts one in.
  mutating func insert(_ element: Element, run: Int64) {
    heap.append(Entry(run: run, order: inserted, element: element))
    inserted += 1
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].comes(before: heap[parent]) else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes the first out.
  mutating func removeFirst() -> (run: Int64, element: Element)? {
    guard let first = heap.first else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.run, first.element)
  }

  /// Takes all out.
  mutating func removeAll() {
    heap.removeAll()
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].comes(before: heap[smallest]) {
        smallest = child
      }
      guard smallest != parent else { return }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
  }
}
