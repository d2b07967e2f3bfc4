/// The text of `--help`, made from the same table that parses.
enum Help {
  private static let nameWidth = 30
  private static let lineWidth = 100

  /// The help of one subcommand.
  static func text<Values>(of command: Command<Values>) -> String {
    var lines = ["Usage: rastro \(command.name) [OPTION ...] \(command.operands)", ""]
    lines += wrapped(command.summary, indent: 0)
    for group in command.groups {
      lines += ["", "\(group.title):"] + group.options.map(entry)
    }
    lines += ["", "Other:"]
    lines += [entry("-h, --help", "Show this and exit.")]
    lines += [entry("--version", "Show the version and exit.")]
    return lines.joined(separator: "\n")
  }

  /// An option and what it means.
  static func entry<Values>(_ option: Option<Values>) -> String {
    var name = option.shortName.map { "\($0), " } ?? ""
    name += option.name
    if let placeholder = option.placeholder { name += " \(placeholder)" }
    return entry(name, option.summary)
  }

  /// A name and what it means, the meaning in a column of its own.
  static func entry(_ name: String, _ summary: String) -> String {
    var lines = wrapped(summary, indent: nameWidth)
    let head = "  " + name
    if head.count < nameWidth - 1 {
      lines[0] = head + lines[0].dropFirst(head.count)
    } else {
      lines.insert(head, at: 0)
    }
    return lines.joined(separator: "\n")
  }

  private static func wrapped(_ text: String, indent: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in text.split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > lineWidth {
        lines.append(line)
        line = margin
      }
      line += line.count > indent ? " \(word)" : String(word)
    }
    return lines + [line]
  }
}

extension Help {
  /// The subcommands with what stands after them and what they do.
  static let commands: [(name: String, operands: String, summary: String)] = [
    ("serve", "[TRACE|DIR ...]", "Dashboard and server; what is done when no command is named."),
    ("record", "[TRACE|DIR ...]", "Headless: replay, measure, write a report."),
    ("inspect", "TRACE ... [--json]", "What is in a file: one JSON object a line."),
    ("convert", "TRACE -o OUT", "Write it in another format, told by OUT's end."),
    ("generate", "-o OUT", "A synthetic trace or fleet."),
  ]

  /// The help of the whole command: every subcommand with every option.
  static let overview: String = {
    var lines = [
      "Usage: rastro [COMMAND] [OPTION ...] [TRACE|DIR ...]", "",
      "Replays recorded journeys, simulates fleets, and lets people watch and measure the stream.",
      "", "Commands:",
    ]
    lines += commands.map { entry("\($0.name) \($0.operands)", $0.summary) }
    lines += ["", "Options of serve and record:"]
    let common = PlaybackOptions.groups
    for group in common { lines += group.options.map(entry) }
    let known = Set(common.flatMap(\.options).map(\.name))
    lines += section("serve", ServeOptions.command, except: known)
    lines += section("record", RecordOptions.command, except: known)
    lines += section("inspect", InspectOptions.command)
    lines += section("convert", ConvertOptions.command)
    lines += section("generate", GenerateOptions.command)
    lines += [
      "", "Other:", entry("-h, --help", "Show this, or a command's own help, and exit."),
      entry("--version", "Show the version and exit."), "",
      "Exit: 0 fine, 1 a threshold failed, 64 usage, 65 bad data, 66 no such input,",
      "69 port in use or service missing, 74 input or output failed.",
    ]
    return lines.joined(separator: "\n")
  }()

  private static func section<Values>(
    _ name: String, _ command: Command<Values>, except known: Set<String> = []
  ) -> [String] {
    let options = command.options.filter { !known.contains($0.name) }
    return ["", "Options of \(name):"] + options.map(entry)
  }
}
