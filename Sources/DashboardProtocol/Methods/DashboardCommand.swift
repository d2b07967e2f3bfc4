public import Tracks

/// A command of the dashboard with its parameters, each in its range.
public enum DashboardCommand: Hashable, Sendable {
  /// Starts or goes on.
  case play
  /// Holds the playhead.
  case pause
  /// Goes back to the start.
  case stop
  /// Moves the playhead by so many fixes of the merged order.
  case step(by: Int)
  /// Moves the playhead.
  case seek(Place)
  /// Changes the rate.
  case setRate(Rate)
  /// Changes what happens at the end.
  case setLoop(Loop)
  /// Plays only what lies between two instants; nil is the end on that side.
  case setRange(from: SourceTime?, to: SourceTime?)
  /// Plays these traces instead.
  case load(traces: [String])
  /// Plays nothing.
  case unload
  /// Asks for the state.
  case state
  /// Asks for the catalogue.
  case traces
  /// Reads failed traces again; all of them when none is named.
  case retry(traces: [String]?)
  /// Asks for the vehicles.
  case vehicles
  /// Asks for a vehicle's newest fix.
  case vehicle(id: String)
  /// Looks for something.
  case search(query: String, kind: SearchKind)
  /// Says what this connection wants to see.
  case subscribe(SubscriptionWish)
  /// Asks for what came after a sequence of a run, this one when none is named.
  case resume(sequence: UInt64, run: String?)
  /// Gives the demonstration consumers one buffering policy each.
  case setPolicy([String])
  /// Makes the demonstration consumers slow.
  case setConsumerDelay(milliseconds: Double)
  /// Chooses the noise.
  case setNoise(preset: String, seed: UInt64?)
  /// Switches a fault.
  case setFault(FaultWish)
  /// Switches all faults off.
  case clearFaults
  /// Runs a timed list of commands.
  case scenario(JSONValue)
  /// Asks for the figures.
  case metrics
  /// Asks for a file of what was emitted.
  case export(format: String)

  /// Where to seek to.
  public enum Place: Hashable, Sendable {
    /// An instant of source time.
    case time(SourceTime)
    /// A fraction of the whole, 0...1.
    case fraction(Double)
    /// An index in the merged time order of all loaded fixes.
    case index(Int)
  }

  /// How fast to play.
  public enum Rate: Hashable, Sendable {
    /// Seconds of source time a second.
    case times(Double)
    /// As fast as it goes.
    case max
  }

  /// What happens at the end.
  public enum Loop: Hashable, Sendable {
    /// Playback ends.
    case off
    /// Round after round.
    case forever
    /// There and back, for ever.
    case bounce
    /// So many rounds in all.
    case count(Int)
  }

  /// What a search looks through.
  public enum SearchKind: String, CaseIterable, Hashable, Sendable {
    /// The vehicles loaded.
    case vehicle
    /// What happened lately.
    case event
    /// The catalogue.
    case trace
  }
}

/// What a connection wants to see; nil is everything.
public struct SubscriptionWish: Hashable, Sendable {
  /// Vehicle ids.
  public var vehicles: [String]?
  /// Kinds of event.
  public var kinds: [String]?
  /// The part of the map in view.
  public var box: BoundingBox?
  /// The time between two frames in milliseconds; the server's own when nil.
  public var periodMilliseconds: Double?
  /// The least time between two frames in milliseconds.
  public var minPeriodMilliseconds: Double?

  /// Makes the wish for everything.
  public init() {}
}

/// A fault to be switched.
public struct FaultWish: Hashable, Sendable {
  /// Its name, as `--fault` has it.
  public var kind: String
  /// How often, as a fraction of the fixes; 0 switches it off.
  public var rate: Double?
  /// How much, in milliseconds, for kinds that have an amount.
  public var amountMilliseconds: Double?
  /// How far, in metres, for a jump.
  public var amountMeters: Double?
  /// From when on the trace's clock; nil is the start.
  public var from: SourceTime?
  /// Until when on the trace's clock; nil is the end.
  public var to: SourceTime?

  /// Makes a wish for a fault of a kind.
  public init(kind: String) {
    self.kind = kind
  }
}
