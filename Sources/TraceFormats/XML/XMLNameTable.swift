import Glibc

/// The names a format knows, found by the address of libxml2's copy of a name.
///
/// libxml2 keeps one copy of each name in a document, so after its first occurrence a name is told by
/// its pointer, without a look at its letters. A document with very many names fills the table; the
/// rest are then compared each time.
struct XMLNameTable {
  private struct Slot {
    var address: UInt = 0
    var code = -1
  }

  private static let slotCount = 512
  private let known: [[UInt8]]
  private var slots = [Slot](repeating: Slot(), count: slotCount)
  private var used = 0

  /// Makes a table of names; a name's code is its index.
  init(_ names: [String]) {
    known = names.map { Array($0.utf8) }
  }

  /// The code of a name of libxml2's dictionary, or −1 for one that the format does not know.
  @inline(__always)
  mutating func code(of name: UnsafePointer<UInt8>) -> Int {
    let address = UInt(bitPattern: name)
    var index = Self.firstIndex(address)
    while slots[index].address != address {
      if slots[index].address == 0 { return unsafe newCode(of: name, at: index) }
      index = (index + 1) & (Self.slotCount - 1)
    }
    return slots[index].code
  }

  private static func firstIndex(_ address: UInt) -> Int {
    // Names lie a few bytes apart in the dictionary's memory.
    Int(truncatingIfNeeded: address ^ address >> 9) & (slotCount - 1)
  }

  private mutating func newCode(of name: UnsafePointer<UInt8>, at index: Int) -> Int {
    let length = unsafe strlen(UnsafeRawPointer(name).assumingMemoryBound(to: CChar.self))
    let bytes = unsafe UnsafeBufferPointer(start: name, count: Int(length))
    let code = known.firstIndex { unsafe $0.elementsEqual(bytes) } ?? -1
    if used < Self.slotCount / 2 {
      used += 1
      slots[index] = Slot(address: UInt(bitPattern: name), code: code)
    }
    return code
  }
}
