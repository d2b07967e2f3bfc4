import Simulation

extension Fault: OptionValue {
  static let allowed =
    "KIND=VALUE[@FROM..TO] with KIND one of "
    + Kind.allCases.map(\.rawValue).joined(separator: ", ")
    + " and VALUE a share, an amount, or SHARE/AMOUNT: drop=1%, delay=200ms, freeze=0.1%/5s, "
    + "jump=1%/100m, skew=2s, skew=20ppm, drop=50%@60s..2m"

  init?(option text: String) {
    guard let fault = try? Fault(text) else { return nil }
    self = fault
  }
}
