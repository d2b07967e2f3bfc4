/// The options of one subcommand, with the table that parses and explains them.
protocol CommandOptions: Sendable {
  /// What its help says, and its options.
  static var command: Command<Self> { get }
  /// What stands on the command line besides options, in order.
  var operands: [String] { get set }

  /// The defaults.
  init()
}

/// What a subcommand is called, what it is for, and its options.
struct Command<Values>: Sendable {
  /// Its name on the command line.
  var name: String
  /// What stands after the options in its usage line.
  var operands: String
  /// How many operands it wants at least.
  var minimumOperands = 0
  /// What it does.
  var summary: String
  /// Its options in groups, in the order of the help.
  var groups: [Group]

  /// Options that belong together.
  struct Group: Sendable {
    /// The heading.
    var title: String
    /// The options.
    var options: [Option<Values>]
  }

  /// All options.
  var options: [Option<Values>] { groups.flatMap(\.options) }
}
