/// What is wrong with an XML document, and where.
struct XMLFault {
  /// The line, counted from 1.
  var line: Int
  /// What libxml2 says, in one line.
  var message: String
  /// Whether it is the end of the document that came too early.
  var isAtEnd: Bool

  /// A fault that does no harm to positions.
  enum Tolerance: Hashable {
    case undeclaredPrefix
    case encoding
    case undeclaredEntity
  }
}
