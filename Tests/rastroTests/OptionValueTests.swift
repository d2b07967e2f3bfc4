import Simulation
import StreamMetrics
import Testing
import TraceFormats
import Tracks

@testable import rastro

struct OptionValueTests {
  @Test(arguments: [
    ("10s", Duration.seconds(10)), ("200ms", .milliseconds(200)), ("1m", .seconds(60)),
    ("1min", .seconds(60)), ("1h", .seconds(3600)), ("1.5h", .seconds(5400)),
    ("5us", .microseconds(5)),
    ("7ns", .nanoseconds(7)), ("2d", .seconds(172_800)), ("90", .seconds(90)), ("0", .zero),
  ])
  func durations(text: String, duration: Duration) {
    #expect(Duration(option: text) == duration)
  }

  @Test(arguments: [
    "", "s", "-1s", "1e3s", "nan", "infs", "0x10s", "10 s", "1..2s", "10sec", "999999d",
  ])
  func whatIsNoDuration(text: String) {
    #expect(Duration(option: text) == nil)
  }

  @Test(arguments: [
    ("36km/h", 10.0), ("10m/s", 10.0), ("3600kn", 1852.0), ("10mph", 4.4704),
  ])
  func speeds(text: String, metersPerSecond: Double) throws {
    let speed = try #require(SpeedOption(option: text))
    #expect(abs(speed.metersPerSecond - metersPerSecond) < 1e-12)
  }

  @Test(arguments: ["50", "0km/h", "-5kn", "fast", "nankn", "1e3m/s"])
  func whatIsNoSpeed(text: String) {
    #expect(SpeedOption(option: text) == nil)
  }

  @Test func rates() {
    #expect(PlaybackRate(option: "0.01") == .times(0.01))
    #expect(PlaybackRate(option: "2.5") == .times(2.5))
    #expect(PlaybackRate(option: "10x") == .times(10))
    #expect(PlaybackRate(option: "1000") == .times(1000))
    #expect(PlaybackRate(option: "max") == .max)
    for text in ["0", "0.009", "1001", "-1", "nan", "", "Max", "x"] {
      #expect(PlaybackRate(option: text) == nil, "\(text)")
    }
  }

  @Test func loops() {
    #expect(LoopMode(option: "off") == .off)
    #expect(LoopMode(option: "3") == .count(3))
    #expect(LoopMode(option: "forever") == .forever)
    #expect(LoopMode(option: "bounce") == .bounce)
    for text in ["0", "-1", "on", "1.5", "+3"] { #expect(LoopMode(option: text) == nil, "\(text)") }
  }

  @Test func places() throws {
    #expect(SeekTarget(option: "90s") == .offset(.seconds(90)))
    #expect(SeekTarget(option: "50%") == .fraction(0.5))
    #expect(SeekTarget(option: "0.25") == .fraction(0.25))
    #expect(SeekTarget(option: "#120") == .index(120))
    let time = try #require(ISO8601Time("2024-05-01T10:00:00Z")).time
    #expect(SeekTarget(option: "2024-05-01T10:00:00Z") == .time(time))
    for text in ["2", "101%", "#-1", "soon", ""] {
      #expect(SeekTarget(option: text) == nil, "\(text)")
    }
  }

  @Test func ranges() {
    let both = PlaybackRange(option: "10s..50%")
    #expect(both?.from == .offset(.seconds(10)))
    #expect(both?.to == .fraction(0.5))
    #expect(PlaybackRange(option: "10s..")?.to == nil)
    #expect(PlaybackRange(option: "..0.5")?.from == nil)
    let times = PlaybackRange(option: "2024-05-01T10:00:00.5Z..2024-05-01T10:00:01Z")
    #expect(times?.from != nil && times?.to != nil)
    for text in ["..", "10s", "20s..10s", "0.5..0.5", "a..b", "10s..x"] {
      #expect(PlaybackRange(option: text) == nil, "\(text)")
    }
  }

  @Test func gaps() {
    #expect(GapPolicy(option: "cap:10s") == .cap(.seconds(10)))
    #expect(GapPolicy(option: "dropout") == .dropout)
    #expect(GapPolicy(option: "cap") == nil)
    #expect(GapThreshold(option: "30s")?.time == .seconds(30))
    #expect(GapThreshold(option: "30s")?.distance == 1000)
    #expect(GapThreshold(option: "30s,2km")?.distance == 2000)
    #expect(GapThreshold(option: "500m")?.distance == 500)
    #expect(GapThreshold(option: "far") == nil)
  }

  @Test func policies() {
    for text in ["newest:1", "oldest:64", "unbounded"] {
      #expect(BufferingPolicy(option: text)?.description == text)
    }
    for text in ["newest", "newest:0", "newest:-1", "oldest:x", "latest:1", "unbounded:1"] {
      #expect(BufferingPolicy(option: text) == nil, "\(text)")
    }
  }

  @Test func reports() {
    #expect(ReportTarget(option: "out.HTML")?.form == .html)
    #expect(ReportTarget(option: "a.b/out.prom")?.form == .prom)
    #expect(ReportTarget(option: "-")?.form == .json)
    #expect(ReportTarget(option: "out.pdf") == nil)
    #expect(ReportTarget(option: "out") == nil)
  }
}
