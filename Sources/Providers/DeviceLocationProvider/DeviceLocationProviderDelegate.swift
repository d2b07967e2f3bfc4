public import Tracks

/// Receives what a device location provider tells.
///
/// Calls come from the task of the source that is played, one at a time and in order, on no actor and
/// with no lock held; those that answer a call to the device come before that returns. They should
/// return soon and may call the device. Every method may be left out.
public protocol DeviceLocationProviderDelegate: AnyObject, Sendable {
  /// Tells of new fixes, oldest first.
  func locationProvider(_ provider: DeviceLocationProvider, didUpdate fixes: [Fix])
  /// Tells where the device now points.
  func locationProvider(_ provider: DeviceLocationProvider, didUpdate heading: DeviceHeading)
  /// Tells on which side of a region's border the device is, once after monitoring began.
  func locationProvider(
    _ provider: DeviceLocationProvider, didDetermine side: DeviceRegion.Side,
    of region: DeviceRegion)
  /// Tells that the device came into a region.
  func locationProvider(_ provider: DeviceLocationProvider, didEnter region: DeviceRegion)
  /// Tells that the device went out of a region.
  func locationProvider(_ provider: DeviceLocationProvider, didExit region: DeviceRegion)
  /// Tells that the device came to a place to stay, and again when it left.
  func locationProvider(_ provider: DeviceLocationProvider, didVisit visit: DeviceVisit)
  /// Tells that updates pause, since the device stands.
  func locationProviderDidPauseUpdates(_ provider: DeviceLocationProvider)
  /// Tells that updates go on, since the device moves again.
  func locationProviderDidResumeUpdates(_ provider: DeviceLocationProvider)
  /// Tells that the user decided anew.
  func locationProvider(
    _ provider: DeviceLocationProvider, didChange authorization: LocationAuthorization)
  /// Tells that there is no location for now; updates go on when there is one again.
  func locationProvider(_ provider: DeviceLocationProvider, didFailWith error: LocationError)
}

extension DeviceLocationProviderDelegate {
  /// Does nothing.
  public func locationProvider(_ provider: DeviceLocationProvider, didUpdate fixes: [Fix]) {}
  /// Does nothing.
  public func locationProvider(
    _ provider: DeviceLocationProvider, didUpdate heading: DeviceHeading
  ) {}
  /// Does nothing.
  public func locationProvider(
    _ provider: DeviceLocationProvider, didDetermine side: DeviceRegion.Side,
    of region: DeviceRegion
  ) {}
  /// Does nothing.
  public func locationProvider(
    _ provider: DeviceLocationProvider, didEnter region: DeviceRegion
  ) {}
  /// Does nothing.
  public func locationProvider(
    _ provider: DeviceLocationProvider, didExit region: DeviceRegion
  ) {}
  /// Does nothing.
  public func locationProvider(_ provider: DeviceLocationProvider, didVisit visit: DeviceVisit) {}
  /// Does nothing.
  public func locationProviderDidPauseUpdates(_ provider: DeviceLocationProvider) {}
  /// Does nothing.
  public func locationProviderDidResumeUpdates(_ provider: DeviceLocationProvider) {}
  /// Does nothing.
  public func locationProvider(
    _ provider: DeviceLocationProvider, didChange authorization: LocationAuthorization
  ) {}
  /// Does nothing.
  public func locationProvider(
    _ provider: DeviceLocationProvider, didFailWith error: LocationError
  ) {}
}
