extension Int {
  /// The whole number nearest to a finite one, within Int32's range.
  init(clamping number: Double) {
    self = Int(Swift.min(Swift.max(number.rounded(), -2_147_483_648), 2_147_483_647))
  }
}
