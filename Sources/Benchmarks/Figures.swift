/// The middle of some values; not a number when there are none.
func median(_ values: [Double]) -> Double {
  values.isEmpty ? .nan : values.sorted()[values.count / 2]
}

/// A figure with as many digits as are worth reading.
func rounded(_ value: Double) -> String {
  let digits = value < 1 ? 1000.0 : value < 100 ? 100 : 1
  return "\((value * digits).rounded() / digits)"
}
