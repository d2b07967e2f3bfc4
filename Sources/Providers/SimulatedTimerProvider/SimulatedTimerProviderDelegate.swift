/// Receives the ticks of a timer.
///
/// It is called from the timer's task, one call at a time, in the order of the ticks, on no actor
/// and with no lock held; it should return soon and may call the timer.
public protocol SimulatedTimerProviderDelegate: AnyObject, Sendable {
  /// Tells that the timer ticked.
  func timerProvider(_ provider: SimulatedTimerProvider, didTick tick: TimerTick)
}
