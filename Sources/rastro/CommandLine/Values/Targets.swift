import Recording
import StreamMetrics

extension BufferingPolicy: OptionValue {
  static let allowed =
    "newest:N, oldest:N with N from 1 to 1000000, or unbounded, under which 1000000 wait at most"

  init?(option text: String) {
    self.init(text)
  }
}

/// Where a report goes and in which form.
struct ReportTarget: Hashable, OptionValue {
  /// The file, or nil for standard output.
  var path: String?
  /// The form.
  var form: Form

  /// The forms of a report.
  enum Form: String, CaseIterable, Sendable {
    case json
    case csv
    case html
    case prom
  }

  static let allowed =
    "a file that ends in .json, .csv, .html or .prom, or - for JSON on "
    + "standard output"

  init?(option text: String) {
    if text == "-" {
      self.form = .json
      return
    }
    guard let dot = text.lastIndex(of: "."),
      let form = Form(rawValue: text[text.index(after: dot)...].lowercased())
    else { return nil }
    self.path = text
    self.form = form
  }
}

/// A site that may use the server from a page of its own.
struct OriginOption: Hashable, OptionValue {
  /// Scheme, host, and port if it is not the scheme's own.
  var text: String

  static let allowed = "an origin such as https://maps.example or http://localhost:3000"

  init?(option text: String) {
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return nil }
    let host = text.dropFirst(scheme.count)
    guard !host.isEmpty, !host.contains(where: { "/?#@ ".contains($0) }) else { return nil }
    self.text = text
  }
}

extension Threshold: OptionValue {
  static var allowed: String { grammar }

  static func allowed(insteadOf text: String) -> String { units(for: text) ?? grammar }

  init?(option text: String) {
    self.init(text)
  }
}
