import Glibc

/// Chance that is looked up rather than drawn in turn.
///
/// The number for a vehicle and a counter depends on nothing else, so that no stream shifts another,
/// and a seek, a loop or another rate find the same numbers.
struct RandomStream: Hashable, Sendable {
  private let key: UInt64

  /// Makes the stream of a name.
  ///
  /// - Parameters:
  ///   - seed: The seed of the run.
  ///   - name: Tells the streams of one seed apart.
  ///   - index: Tells the streams of one name apart.
  init(seed: UInt64, name: StaticString, index: Int = 0) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in String(describing: name).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    key = Self.mixed(Self.mixed(seed) ^ hash ^ Self.mixed(UInt64(truncatingIfNeeded: index)))
  }

  /// 64 even bits.
  @inline(__always)
  func bits(_ vehicle: Int, _ counter: Int64) -> UInt64 {
    let salted = Self.mixed(key ^ UInt64(truncatingIfNeeded: vehicle) &* 0x9e37_79b9_7f4a_7c15)
    return Self.mixed(salted ^ UInt64(bitPattern: counter) &* 0xd1b5_4a32_d192_ed03)
  }

  /// An even number in 0..<1.
  @inline(__always)
  func uniform(_ vehicle: Int, _ counter: Int64) -> Double {
    Double(bits(vehicle, counter) >> 11) * 0x1p-53
  }

  /// Two independent numbers of the normal distribution with variance 1 (Box and Muller).
  @inline(__always)
  func normalPair(_ vehicle: Int, _ counter: Int64) -> SIMD2<Double> {
    let first = bits(vehicle, counter)
    let second = Self.mixed(first &+ 0x9e37_79b9_7f4a_7c15)
    // In 0 < u <= 1, since 0 has no logarithm.
    let radius = (-2 * log(Double((first >> 11) + 1) * 0x1p-53)).squareRoot()
    let angle = 2 * Double.pi * Double(second >> 11) * 0x1p-53
    return SIMD2(radius * cos(angle), radius * sin(angle))
  }

  /// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
  @inline(__always)
  private static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
