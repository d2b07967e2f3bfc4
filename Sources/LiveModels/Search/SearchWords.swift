/// The words of a query, each of which must occur, in any case.
public struct SearchWords: Hashable, Sendable {
  private let words: [String]
  /// How many hits are enough.
  public static let limit = 100

  /// Splits a query at its blanks.
  public init(_ query: String) {
    words = query.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Whether all words occur in some texts taken together.
  public func match(_ texts: [String]) -> Bool {
    let lowercased = texts.map { $0.lowercased() }
    return words.allSatisfy { word in lowercased.contains { $0.contains(word) } }
  }

  /// The first elements, up to the limit, whose texts hold all words.
  ///
  /// - Parameters:
  ///   - elements: What to look through.
  ///   - texts: The texts of an element.
  /// - Returns: What was found, in order.
  /// - Throws: `CancellationError` when the task is cancelled; it is looked for every 1024 elements.
  public func filter<Element>(
    _ elements: some Sequence<Element>, texts: (Element) -> [String]
  ) throws -> [Element] {
    var hits: [Element] = []
    for (index, element) in elements.enumerated() {
      if index % 1024 == 0 { try Task.checkCancellation() }
      if match(texts(element)) { hits.append(element) }
      if hits.count == Self.limit { break }
    }
    return hits
  }
}
