import Testing

@testable import rastro

struct FaultOptionTests {
  @Test func aShareAnAmountOrBoth() {
    let drop = FaultOption(option: "drop=1%")
    #expect(drop?.kind == .drop && drop?.share == 0.01 && drop?.amount == nil)
    let delay = FaultOption(option: "delay=200ms")
    #expect(delay?.kind == .delay && delay?.amount == .time(.milliseconds(200)))
    let freeze = FaultOption(option: "freeze=0.1%/5s")
    #expect(freeze?.share == 0.001 && freeze?.amount == .time(.seconds(5)))
    let jump = FaultOption(option: "jump=1%/100m")
    #expect(jump?.share == 0.01 && jump?.amount == .meters(100))
  }

  @Test func aWindowInSourceTime() {
    let fault = FaultOption(option: "drop=50%@60s..2m")
    #expect(fault?.from == .seconds(60) && fault?.to == .seconds(120))
    #expect(FaultOption(option: "drop=50%@60s..")?.to == nil)
    #expect(FaultOption(option: "drop=50%@..2m")?.from == nil)
  }

  @Test(arguments: [
    "drop", "drop=", "drop=200ms", "delay=1%", "rain=1%", "drop=101%", "drop=1%/5s", "freeze=5s",
    "jump=1%/5s", "drop=1%@5s", "drop=1%@9s..5s", "freeze=0.1%/5s/3", "=1%",
  ])
  func whatIsNoFault(text: String) {
    #expect(FaultOption(option: text) == nil)
  }
}
