/// Lets other tasks run until a condition holds, for the end of work that nothing else announces.
///
/// It never gives up by itself: give the suite a time limit.
public func untilTrue(_ condition: () -> Bool) async {
  while !condition(), !Task.isCancelled {
    await Task.yield()
  }
}
