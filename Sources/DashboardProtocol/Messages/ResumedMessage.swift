/// The answer to `resume`: the state, and what became of the events asked for.
public struct ResumedMessage: Hashable, Sendable, JSONWritable {
  /// The state now.
  public var state: StateMessage
  /// How many events were sent again.
  public var replayed: Int
  /// Sequences of which nothing is kept any more, or nil when nothing is lost.
  public var lost: ClosedRange<UInt64>?

  /// Makes an answer.
  public init(state: StateMessage, replayed: Int, lost: ClosedRange<UInt64>? = nil) {
    self.state = state
    self.replayed = replayed
    self.lost = lost
  }

  /// Writes the fields of `State`, then `replayed` and `lost: {from, to}`.
  public func write(to writer: inout JSONWriter) {
    writer.object { writer in
      state.writeFields(to: &writer)
      writer.field("replayed", replayed)
      guard let lost else { return }
      writer.key("lost")
      writer.object { writer in
        writer.field("from", lost.lowerBound)
        writer.field("to", lost.upperBound)
      }
    }
  }
}
