/// What a text of ISO 8601 said.
public struct ISO8601Time: Hashable, Sendable {
  /// The instant, with the offset applied; a text without one is read as UTC.
  public let time: SourceTime
  /// Whether the text named its offset from UTC.
  public let hasOffset: Bool

  /// Reads a date and time of the ISO 8601 family as trace files write it, or returns nil.
  ///
  /// `2024-05-01T10:00:03,5+0200`: extended date, `T`, `t` or a blank, hours, minutes, optional seconds
  /// with any number of fraction digits after a point or comma (cut to the nanosecond), then `Z`,
  /// an offset with or without a colon, or nothing. White space around it is passed over. A date
  /// alone, down to the year, is its first instant.
  public init?(_ bytes: Span<UInt8>) {
    if let time = Self.usual(bytes) {
      self.time = time
      self.hasOffset = true
      return
    }
    var text = ByteCursor(bytes)
    guard let civil = Self.date(&text, bytes) else { return nil }
    var time = civil
    var isComplete = text.isAtEnd
    if !isComplete {
      guard
        text.skip(UInt8(ascii: "T"), in: bytes) || text.skip(UInt8(ascii: "t"), in: bytes)
          || text.skip(UInt8(ascii: " "), in: bytes),
        Self.timeOfDay(&text, bytes, into: &time)
      else { return nil }
      isComplete = text.isAtEnd
    }
    var offset = 0
    if !isComplete {
      guard let seconds = Self.offset(&text, bytes), text.isAtEnd else { return nil }
      offset = seconds
    }
    guard let instant = time.sourceTime(offsetSeconds: offset) else { return nil }
    self.time = instant
    self.hasOffset = !isComplete
  }

  init(_ time: SourceTime, hasOffset: Bool) {
    self.time = time
    self.hasOffset = hasOffset
  }

  /// Reads a text of ISO 8601, or returns nil.
  public init?(_ text: String) {
    self.init(text.utf8Span.span)
  }

  /// Reads the form that nearly all files have, `2024-05-01T10:00:03Z`, at once; nil for any other.
  private static func usual(_ bytes: Span<UInt8>) -> SourceTime? {
    guard bytes.count == 20, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      bytes[16] == UInt8(ascii: ":"), bytes[19] == UInt8(ascii: "Z")
    else { return nil }
    var largest: UInt8 = 0
    func pair(_ index: Int) -> Int {
      let tens = bytes[index] &- 0x30
      let ones = bytes[index + 1] &- 0x30
      largest = max(largest, tens, ones)
      return Int(tens) &* 10 &+ Int(ones)
    }
    let time = CivilTime(
      year: pair(0) &* 100 &+ pair(2), month: pair(5), day: pair(8), hour: pair(11),
      minute: pair(14), second: pair(17))
    return largest <= 9 ? time.sourceTime() : nil
  }

  private static func date(_ text: inout ByteCursor, _ bytes: Span<UInt8>) -> CivilTime? {
    guard let year = text.digits(4, in: bytes) else { return nil }
    var civil = CivilTime(year: year, month: 1, day: 1)
    guard text.skip(UInt8(ascii: "-"), in: bytes) else { return text.isAtEnd ? civil : nil }
    guard let month = text.digits(2, in: bytes) else { return nil }
    civil.month = month
    guard text.skip(UInt8(ascii: "-"), in: bytes) else { return text.isAtEnd ? civil : nil }
    guard let day = text.digits(2, in: bytes) else { return nil }
    civil.day = day
    return civil
  }

  private static func timeOfDay(
    _ text: inout ByteCursor, _ bytes: Span<UInt8>, into time: inout CivilTime
  ) -> Bool {
    guard let hour = text.digits(2, in: bytes), text.skip(UInt8(ascii: ":"), in: bytes),
      let minute = text.digits(2, in: bytes)
    else { return false }
    (time.hour, time.minute) = (hour, minute)
    guard text.skip(UInt8(ascii: ":"), in: bytes) else { return true }
    guard let second = text.digits(2, in: bytes) else { return false }
    time.second = second
    if text.skip(UInt8(ascii: "."), in: bytes) || text.skip(UInt8(ascii: ","), in: bytes) {
      guard let nanosecond = text.fraction(in: bytes) else { return false }
      time.nanosecond = nanosecond
    }
    return true
  }

  private static func offset(_ text: inout ByteCursor, _ bytes: Span<UInt8>) -> Int? {
    if text.skip(UInt8(ascii: "Z"), in: bytes) || text.skip(UInt8(ascii: "z"), in: bytes) {
      return 0
    }
    let sign: Int
    if text.skip(UInt8(ascii: "+"), in: bytes) {
      sign = 1
    } else if text.skip(UInt8(ascii: "-"), in: bytes) {
      sign = -1
    } else {
      return nil
    }
    guard let hours = text.digits(2, in: bytes) else { return nil }
    var minutes = 0
    if text.skip(UInt8(ascii: ":"), in: bytes) || !text.isAtEnd {
      guard let digits = text.digits(2, in: bytes) else { return nil }
      minutes = digits
    }
    guard hours <= 23, minutes <= 59 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }
}

/// A place in some bytes, with the white space at both ends left out.
private struct ByteCursor {
  private var index: Int
  private let end: Int

  init(_ bytes: Span<UInt8>) {
    var (start, end) = (0, bytes.count)
    while start < end, bytes[start] <= 0x20 { start += 1 }
    while end > start, bytes[end - 1] <= 0x20 { end -= 1 }
    self.index = start
    self.end = end
  }

  var isAtEnd: Bool { index == end }

  mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    guard index < end, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func digits(_ count: Int, in bytes: Span<UInt8>) -> Int? {
    guard end - index >= count else { return nil }
    var value = 0
    for offset in 0..<count {
      let digit = bytes[index + offset] &- 0x30
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    index += count
    return value
  }

  /// Nanoseconds of the fraction digits here, at least one.
  mutating func fraction(in bytes: Span<UInt8>) -> Int? {
    let start = index
    var (value, scale) = (0, 100_000_000)
    while index < end, bytes[index] &- 0x30 <= 9 {
      value += Int(bytes[index] &- 0x30) * scale
      scale /= 10
      index += 1
    }
    return index > start ? value : nil
  }
}

extension SourceTime {
  /// ISO 8601 in UTC with milliseconds, cut not rounded: `2024-05-01T10:00:00.000Z`.
  public var iso8601Milliseconds: String { iso8601(digits: 3) }

  /// ISO 8601 in UTC with as few fraction digits (0 to 9) as read back the same instant.
  public var iso8601Shortest: String {
    var digits = 9
    var rest = CivilTime(self).nanosecond
    while digits > 0, rest % 10 == 0 {
      rest /= 10
      digits -= 1
    }
    return iso8601(digits: digits)
  }

  private func iso8601(digits: Int) -> String {
    let civil = CivilTime(self)
    var text: [UInt8] = []
    text.reserveCapacity(30)
    func append(_ value: Int, width: Int) {
      var divisor = 1
      for _ in 1..<width { divisor *= 10 }
      while divisor > 0 {
        text.append(UInt8(0x30 + value / divisor % 10))
        divisor /= 10
      }
    }
    append(civil.year, width: 4)
    text.append(UInt8(ascii: "-"))
    append(civil.month, width: 2)
    text.append(UInt8(ascii: "-"))
    append(civil.day, width: 2)
    text.append(UInt8(ascii: "T"))
    append(civil.hour, width: 2)
    text.append(UInt8(ascii: ":"))
    append(civil.minute, width: 2)
    text.append(UInt8(ascii: ":"))
    append(civil.second, width: 2)
    if digits > 0 {
      text.append(UInt8(ascii: "."))
      var value = civil.nanosecond
      for _ in digits..<9 { value /= 10 }
      append(value, width: digits)
    }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }
}
