/// Tells one subscription of a source from all others that live at the same time.
///
/// A source counts its subscribers by it, so that one that leaves never ends another's stream.
public struct SubscriberID: Hashable, Sendable {
  private let object: ObjectIdentifier

  init(_ object: AnyObject) {
    self.object = ObjectIdentifier(object)
  }
}
