/// Where an option's value is kept among a command's values.
typealias OptionPath<Values, Value> = any WritableKeyPath<Values, Value> & Sendable

/// One option of a command: what parses it, what `--help` says of it, what a misspelling is compared
/// with.
struct Option<Values>: Sendable {
  /// The name with its dashes: `--rate`.
  var name: String
  /// A short name with its dash, or nil.
  var shortName: String?
  /// What stands for the value in the help, or nil for a flag.
  var placeholder: String?
  /// What it does, for the help.
  var summary: String
  /// What its value may be, for the message about one that is missing.
  var allowed: String
  /// What its value may be instead of a bad one; nil when that is the same for all.
  var allowedInstead: (@Sendable (String) -> String)?
  /// Takes the value's text; false when it is not allowed.
  var apply: @Sendable (inout Values, String) -> Bool

  /// An option without a value.
  static func flag(
    _ name: String, _ path: OptionPath<Values, Bool>, _ summary: String
  ) -> Self {
    Self(name: name, summary: summary, allowed: "no value") { values, _ in
      values[keyPath: path] = true
      return true
    }
  }

  /// An option whose last value counts.
  static func value<Value: OptionValue>(
    _ name: String, short: String? = nil, _ placeholder: String,
    _ path: OptionPath<Values, Value>, _ summary: String
  ) -> Self {
    value(name, short: short, placeholder, allowed: Value.allowed, summary) {
      values, value in values[keyPath: path] = value
    }
  }

  /// An option whose last value counts, absent unless given.
  static func value<Value: OptionValue>(
    _ name: String, short: String? = nil, _ placeholder: String,
    _ path: OptionPath<Values, Value?>, _ summary: String
  ) -> Self {
    value(name, short: short, placeholder, allowed: Value.allowed, summary) {
      values, value in values[keyPath: path] = value
    }
  }

  /// An option that may be repeated, each value counting.
  static func list<Value: OptionValue>(
    _ name: String, _ placeholder: String, _ path: OptionPath<Values, [Value]>,
    _ summary: String
  ) -> Self {
    value(name, placeholder, allowed: Value.allowed, summary + " Repeatable.") {
      (values, value: Value) in values[keyPath: path].append(value)
    }
  }

  /// An option with a number in a range.
  static func number<Value: OptionNumber>(
    _ name: String, _ placeholder: String, _ path: OptionPath<Values, Value>,
    in range: ClosedRange<Value>, _ summary: String
  ) -> Self {
    number(name, placeholder, in: range, summary) { $0[keyPath: path] = $1 }
  }

  /// An option with a number in a range, absent unless given.
  static func number<Value: OptionNumber>(
    _ name: String, _ placeholder: String, _ path: OptionPath<Values, Value?>,
    in range: ClosedRange<Value>, _ summary: String
  ) -> Self {
    number(name, placeholder, in: range, summary) { $0[keyPath: path] = $1 }
  }

  /// The same option of a command whose values hold these.
  func lifted<Whole>(_ path: OptionPath<Whole, Values>) -> Option<Whole> {
    let apply = apply
    return Option<Whole>(
      name: name, shortName: shortName, placeholder: placeholder, summary: summary,
      allowed: allowed, allowedInstead: allowedInstead
    ) { values, text in apply(&values[keyPath: path], text) }
  }

  private static func value<Value: OptionValue>(
    _ name: String, short: String? = nil, _ placeholder: String, allowed: String,
    _ summary: String, store: @escaping @Sendable (inout Values, Value) -> Void
  ) -> Self {
    Self(
      name: name, shortName: short, placeholder: placeholder, summary: summary, allowed: allowed,
      allowedInstead: Value.allowed(insteadOf:)
    ) { values, text in
      guard let value = Value(option: text) else { return false }
      store(&values, value)
      return true
    }
  }

  private static func number<Value: OptionNumber>(
    _ name: String, _ placeholder: String, in range: ClosedRange<Value>, _ summary: String,
    store: @escaping @Sendable (inout Values, Value) -> Void
  ) -> Self {
    let ends = [range.lowerBound, range.upperBound].map { "\($0)" }
    let allowed = "\(Value.allowed) from \(ends[0].withoutZero) to \(ends[1].withoutZero)"
    return Self(name: name, placeholder: placeholder, summary: summary, allowed: allowed) {
      values, text in
      guard let value = Value(option: text), range.contains(value) else { return false }
      store(&values, value)
      return true
    }
  }
}

extension String {
  /// The text of a number without the fraction of a whole one.
  fileprivate var withoutZero: Substring { hasSuffix(".0") ? dropLast(2) : self[...] }
}
