/// One position solution: a coordinate, and whatever else the receiver said of that epoch.
///
/// What is absent is nil: never zero, minus one or NaN. A number that is not finite is taken as
/// absent. Values are kept packed, since traces hold millions of fixes.
public struct Fix: Hashable, Sendable {
  /// Where; WGS 84.
  public var coordinate: Coordinate
  private var packedTime = Int64.min
  private var packedAltitude = Packed()
  private var packedSpeed = Packed()
  private var packedCourse = Packed()
  private var packedHorizontalAccuracy = PackedThousandths()
  private var packedVerticalAccuracy = PackedThousandths()
  private var packedDilution = PackedThousandths()
  private var packedSatellites = Int16.min
  private var packedHeartRate = Int16.min
  private var packedCadence = Int16.min
  private var packedPower = Int16.min
  private var packedTemperature = PackedThousandths()
  /// What of the fix was worked out rather than read.
  public var marks: Marks = []

  /// What of a fix was worked out rather than read.
  public struct Marks: OptionSet, Hashable, Sendable {
    /// The bits; eight bytes, so that a fix is whole words, which copy faster than words and a byte.
    public let rawValue: UInt64

    /// Makes marks from their bits.
    public init(rawValue: UInt64) {
      self.rawValue = rawValue
    }

    /// The speed comes from neighbouring fixes.
    public static let derivedSpeed = Marks(rawValue: 1)
    /// The course comes from neighbouring fixes.
    public static let derivedCourse = Marks(rawValue: 2)
    /// The time comes from timed neighbours or a stated speed.
    public static let derivedTime = Marks(rawValue: 4)
    /// The position lies between two recorded fixes.
    public static let interpolated = Marks(rawValue: 8)
  }

  /// Makes a fix at a place, all else absent but the time.
  public init(_ coordinate: Coordinate, time: SourceTime? = nil) {
    self.coordinate = coordinate
    self.time = time
  }

  /// When, on the trace's clock.
  public var time: SourceTime? {
    get { packedTime == .min ? nil : SourceTime(nanoseconds: packedTime) }
    set { packedTime = newValue?.nanoseconds ?? .min }
  }

  /// Metres above mean sea level, or above what the file's format says.
  public var altitude: Double? {
    get { packedAltitude.value }
    set { packedAltitude = Packed(newValue) }
  }

  /// Metres per second over ground, 0 or more; a negative number is taken as absent.
  public var speed: Double? {
    get { packedSpeed.value }
    set { packedSpeed = Packed(newValue.flatMap { $0 >= 0 ? $0 : nil }) }
  }

  /// Direction of motion over ground in degrees clockwise from true north, 0..<360; a number outside
  /// 0...360 is taken as absent.
  public var course: Double? {
    get { packedCourse.value }
    set {
      packedCourse = Packed(newValue.flatMap { (0...360).contains($0) ? $0 : nil })
      if newValue == 360 { packedCourse = Packed(0) }
    }
  }

  /// Radius in metres that holds the true position with 68 % probability.
  public var horizontalAccuracy: Double? {
    get { packedHorizontalAccuracy.value }
    set { packedHorizontalAccuracy = PackedThousandths(newValue.flatMap { $0 >= 0 ? $0 : nil }) }
  }

  /// Metres up or down that hold the true altitude with 68 % probability.
  public var verticalAccuracy: Double? {
    get { packedVerticalAccuracy.value }
    set { packedVerticalAccuracy = PackedThousandths(newValue.flatMap { $0 >= 0 ? $0 : nil }) }
  }

  /// Horizontal dilution of precision, a number without unit.
  public var horizontalDilution: Double? {
    get { packedDilution.value }
    set { packedDilution = PackedThousandths(newValue) }
  }

  /// Satellites used.
  public var satellites: Int? {
    get { packedSatellites == .min ? nil : Int(packedSatellites) }
    set { packedSatellites = Self.packed(newValue) }
  }

  /// Beats per minute.
  public var heartRate: Int? {
    get { packedHeartRate == .min ? nil : Int(packedHeartRate) }
    set { packedHeartRate = Self.packed(newValue) }
  }

  /// Turns per minute.
  public var cadence: Int? {
    get { packedCadence == .min ? nil : Int(packedCadence) }
    set { packedCadence = Self.packed(newValue) }
  }

  /// Watts.
  public var power: Int? {
    get { packedPower == .min ? nil : Int(packedPower) }
    set { packedPower = Self.packed(newValue) }
  }

  /// Degrees Celsius.
  public var temperature: Double? {
    get { packedTemperature.value }
    set { packedTemperature = PackedThousandths(newValue) }
  }

  private static func packed(_ value: Int?) -> Int16 {
    guard let value, value >= 0 else { return .min }
    return Int16(clamping: value)
  }
}

/// A Double or nothing, in eight bytes.
private struct Packed: Hashable, Sendable {
  private var bits = UInt64.max

  /// Nothing; a constant, which costs a new fix no call.
  init() {}

  init(_ value: Double?) {
    // Zero is added so that −0 and 0 are one value.
    if let value, value.isFinite { bits = (value + 0).bitPattern }
  }

  var value: Double? { bits == .max ? nil : Double(bitPattern: bits) }
}

/// A number to the thousandth or nothing, in four bytes: within ±2.1 million, and 4.2 reads back as
/// 4.2.
private struct PackedThousandths: Hashable, Sendable {
  private var thousandths = Int32.min

  /// Nothing; a constant, which costs a new fix no call.
  init() {}

  init(_ value: Double?) {
    let scaled = ((value ?? .nan) * 1000).rounded()
    if abs(scaled) < 2_147_483_000 { thousandths = Int32(scaled) }
  }

  var value: Double? { thousandths == .min ? nil : Double(thousandths) / 1000 }
}
