import Simulation
import Testing

@testable import rastro

struct FaultOptionTests {
  @Test func aShareAnAmountOrBoth() {
    #expect(Fault(option: "drop=1%") == Fault(.drop, rate: 0.01))
    #expect(Fault(option: "delay=200ms") == Fault(.delay, amount: .milliseconds(200)))
    #expect(Fault(option: "delay=10%/2s") == Fault(.delay, rate: 0.1, amount: .seconds(2)))
    #expect(Fault(option: "freeze=0.1%/5s") == Fault(.freeze, rate: 0.001, amount: .seconds(5)))
    #expect(Fault(option: "jump=1%/100m") == Fault(.jump, rate: 0.01, meters: 100))
    #expect(Fault(option: "jump=1%") == Fault(.jump, rate: 0.01))
    #expect(Fault(option: "skew=2s") == Fault(.skew, amount: .seconds(2)))
    #expect(Fault(option: "skew=20ppm")?.drift == 20 * 1e-6)
  }

  @Test func aWindowInSourceTime() {
    #expect(
      Fault(option: "drop=50%@60s..2m")
        == Fault(.drop, rate: 0.5, from: .seconds(60), to: .seconds(120)))
    #expect(Fault(option: "drop=50%@60s..") == Fault(.drop, rate: 0.5, from: .seconds(60)))
    #expect(Fault(option: "drop=50%@..2m") == Fault(.drop, rate: 0.5, to: .seconds(120)))
  }

  @Test(arguments: [
    "drop", "drop=", "drop=200ms", "rain=1%", "drop=101%", "drop=1%/5s",
    "jump=1%/5s", "drop=1%@5s", "drop=1%@9s..5s", "freeze=0.1%/5s/3", "=1%", "drop=20ppm",
  ])
  func whatIsNoFault(text: String) {
    #expect(Fault(option: text) == nil)
  }
}
