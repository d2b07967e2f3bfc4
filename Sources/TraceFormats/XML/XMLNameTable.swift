import Glibc

/// The names a format knows, found by the address of libxml2's copy of a name.
///
/// libxml2 keeps one copy of each name in a document, so after its first occurrence a name is told by
/// its pointer, without a look at its letters. A document with very many names fills the table; the
/// rest are then compared each time.
final class XMLNameTable<Name: RawRepresentable<String> & CaseIterable & Sendable> {
  private static var slotCount: Int { 512 }
  private let known: [(text: [UInt8], name: Name)]
  private var addresses = [UInt](repeating: 0, count: slotCount)
  private var found = [Name?](repeating: nil, count: slotCount)
  private var used = 0

  init() {
    known = Name.allCases.map { (Array($0.rawValue.utf8), $0) }
  }

  /// The name that a text of libxml2's dictionary is, or nil for one that the format does not know.
  func name(_ text: UnsafePointer<UInt8>) -> Name? {
    let address = UInt(bitPattern: text)
    var slot = Int(truncatingIfNeeded: (address >> 2) &* 0x9E37_79B9) & (Self.slotCount - 1)
    while addresses[slot] != 0 {
      if addresses[slot] == address { return found[slot] }
      slot = (slot + 1) & (Self.slotCount - 1)
    }
    let name = unsafe compared(text)
    if used < Self.slotCount / 2 {
      used += 1
      addresses[slot] = address
      found[slot] = name
    }
    return name
  }

  private func compared(_ text: UnsafePointer<UInt8>) -> Name? {
    let length = unsafe strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
    let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(length))
    for entry in known where unsafe entry.text.elementsEqual(bytes) { return entry.name }
    return nil
  }
}
