/// A position on the WGS 84 ellipsoid, without altitude.
///
/// A coordinate is always sound: both numbers are finite and inside their ranges, so nothing that
/// holds one has to ask again.
public struct Coordinate: Hashable, Sendable {
  /// Degrees north of the equator, in −90...90.
  public let latitude: Double
  /// Degrees east of Greenwich, in −180...180.
  public let longitude: Double

  /// Makes a coordinate, or nil when a number is not finite or outside its range.
  @inlinable
  public init?(latitude: Double, longitude: Double) {
    // A NaN fails both comparisons.
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Makes a coordinate from degrees that arithmetic may have carried out of range.
  ///
  /// The latitude is clamped to ±90° and the longitude wrapped to −180..<180, a longitude of exactly
  /// 180° kept as it is. Both must be finite.
  @inlinable
  public init(wrappingLatitude latitude: Double, longitude: Double) {
    precondition(latitude.isFinite && longitude.isFinite, "a coordinate is made of finite degrees")
    self.latitude = min(90, max(-90, latitude))
    self.longitude = Degrees.wrappedLongitude(longitude)
  }
}
