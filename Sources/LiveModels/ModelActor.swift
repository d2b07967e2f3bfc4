/// Where the observable models live: their state is changed here and nowhere else.
///
/// Work of any length is done in values outside; here a model only takes over what came of it.
@globalActor
public actor ModelActor {
  /// The one instance.
  public static let shared = ModelActor()
}
