/// Makes the names by which traces and vehicles are called in commands and addresses.
public enum TraceIdentifier {
  /// Longest identifier made from a name.
  private static let limit = 64

  /// A URL-safe identifier made from a file's name, not yet taken.
  ///
  /// - Parameters:
  ///   - name: A file's name, with or without its extension.
  ///   - isTaken: Whether an identifier is in use.
  /// - Returns: Lower-case letters, digits and hyphens, with a number behind if need be.
  public static func make(from name: String, isTaken: (String) -> Bool) -> String {
    var stem = Substring(name)
    for suffix in [".gz", ".GZ"] where stem.hasSuffix(suffix) { stem = stem.dropLast(3) }
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex { stem = stem[..<dot] }
    var base = ""
    for character in stem.lowercased() {
      if character.isASCII, character.isLetter || character.isNumber {
        base.append(character)
      } else if !base.isEmpty, base.last != "-" {
        base.append("-")
      }
      if base.utf8.count == limit { break }
    }
    while base.last == "-" { base.removeLast() }
    if base.isEmpty { base = "trace" }
    if !isTaken(base) { return base }
    var number = 2
    while isTaken("\(base)-\(number)") { number += 1 }
    return "\(base)-\(number)"
  }
}
