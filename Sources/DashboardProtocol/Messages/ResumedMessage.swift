/// The answer to `resume`: the state, and what became of the events asked for.
public struct ResumedMessage: Hashable, Sendable, JSONWritable {
  /// The state now.
  public var state: StateMessage
  /// How many events were sent again.
  public var replayed: Int
  /// Sequences of which nothing is kept any more, or nil when nothing is lost.
  public var lost: ClosedRange<UInt64>?
  /// Why the sequence tells nothing here, so that all events that are kept were sent again; nil when
  /// it is one of this run.
  public var reset: String?

  /// Makes an answer.
  public init(
    state: StateMessage, replayed: Int, lost: ClosedRange<UInt64>? = nil, reset: String? = nil
  ) {
    self.state = state
    self.replayed = replayed
    self.lost = lost
    self.reset = reset
  }

  /// Writes the fields of `State`, then `replayed`, `reset` and `lost: {from, to}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      state.writeFields(to: &writer)
      writer.field("replayed", replayed)
      writer.field("reset", reset)
      guard let lost else { return }
      writer.key("lost")
      writer.object { writer in
        writer.field("from", lost.lowerBound)
        writer.field("to", lost.upperBound)
      }
    }
  }
}
