import Glibc

/// The names a format knows, found by the address of libxml2's copy of a name.
///
/// libxml2 keeps one copy of each name in a document, so after its first occurrence a name is told by
/// its pointer, without a look at its letters. A document with very many names fills the table; the
/// rest are then compared each time.
struct XMLNameTable<Name: RawRepresentable<String> & CaseIterable> {
  private struct Slot {
    var address: UInt = 0
    var name: Name?
  }

  private static var slotCount: Int { 512 }
  private let known: [(text: [UInt8], name: Name)]
  private var slots = InlineArray<512, Slot>(repeating: Slot())
  private var used = 0

  init() {
    known = Name.allCases.map { (Array($0.rawValue.utf8), $0) }
  }

  /// The name that libxml2's dictionary has at an address, or nil for one that the format does not
  /// know.
  @inline(__always)
  mutating func name(_ text: UnsafePointer<UInt8>) -> Name? {
    let address = UInt(bitPattern: text)
    var index = Self.firstIndex(address)
    while slots[index].address != address {
      if slots[index].address == 0 { return unsafe newName(text, at: index) }
      index = (index + 1) & (Self.slotCount - 1)
    }
    return slots[index].name
  }

  private static func firstIndex(_ address: UInt) -> Int {
    // Names lie a few bytes apart in the dictionary's memory.
    Int(truncatingIfNeeded: address ^ address >> 9) & (slotCount - 1)
  }

  @inline(never)
  private mutating func newName(_ text: UnsafePointer<UInt8>, at index: Int) -> Name? {
    let length = unsafe strlen(UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
    let bytes = unsafe UnsafeBufferPointer(start: text, count: Int(length))
    let name = known.first { unsafe $0.text.elementsEqual(bytes) }?.name
    if used < Self.slotCount / 2 {
      used += 1
      slots[index] = Slot(address: UInt(bitPattern: text), name: name)
    }
    return name
  }
}
