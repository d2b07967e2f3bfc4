/// Reads the arguments of a subcommand by its table.
///
/// `--name value` and `--name=value` say the same; `--` ends the options; `-` alone is an operand or a
/// value. An option given twice counts as last given, unless it is repeatable.
enum OptionParser {
  /// What the arguments ask for.
  enum Outcome<Values> {
    /// To run with these values.
    case run(Values)
    /// To print the help.
    case help
    /// To print the version.
    case version
  }

  /// Reads arguments, the subcommand's name left out.
  ///
  /// - Throws: `Failure` with status 64 for an unknown option, a bad or missing value, or too few
  ///   operands.
  static func parse<Values: CommandOptions>(
    _ arguments: [String], as type: Values.Type = Values.self
  ) throws(Failure) -> Outcome<Values> {
    let command = Values.command
    let table = command.options
    var values = Values()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        values.operands += rest
        break
      }
      guard argument.hasPrefix("-"), argument != "-" else {
        values.operands.append(argument)
        continue
      }
      let (name, attached) = split(argument)
      if name == "--help" || name == "-h" { return .help }
      if name == "--version" { return .version }
      guard let option = table.first(where: { $0.name == name || $0.shortName == name }) else {
        throw unknown(name, command)
      }
      try apply(option, attached, &rest, &values)
    }
    if values.operands.count < command.minimumOperands {
      throw Failure(
        .usage, "\(command.name) needs \(command.operands); see rastro \(command.name) --help")
    }
    return .run(values)
  }

  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private static func apply<Values>(
    _ option: Option<Values>, _ attached: String?, _ rest: inout ArraySlice<String>,
    _ values: inout Values
  ) throws(Failure) {
    guard option.placeholder != nil else {
      if let attached {
        throw Failure(.usage, "\(option.name) takes no value, but was given \"\(attached)\"")
      }
      _ = option.apply(&values, "")
      return
    }
    var text = attached
    if text == nil, let next = rest.first, !next.hasPrefix("--") {
      text = next
      rest.removeFirst()
    }
    guard let text else {
      throw Failure(.usage, "\(option.name) needs a value; allowed: \(option.allowed)")
    }
    guard option.apply(&values, text) else {
      let allowed = option.allowedInstead?(text) ?? option.allowed
      throw Failure(.usage, "\(option.name): \"\(text)\" is not allowed; allowed: \(allowed)")
    }
  }

  private static func unknown<Values>(_ name: String, _ command: Command<Values>) -> Failure {
    let names = command.options.map(\.name) + ["--help", "--version"]
    let nearest = NearestName.of(name, among: names)
    return Failure(
      .usage,
      "unknown option \(name); did you mean \(nearest)? See rastro \(command.name) --help")
  }
}
