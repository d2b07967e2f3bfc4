import Recording
import Simulation
import StreamMetrics
import Testing

@testable import rastro

struct OptionParserTests {
  private func record(_ arguments: String...) throws -> RecordOptions {
    guard case .run(let options) = try OptionParser.parse(arguments, as: RecordOptions.self) else {
      throw Failure(.usage, "not a run")
    }
    return options
  }

  private func failure(_ arguments: String...) -> Failure? {
    do throws(Failure) {
      _ = try OptionParser.parse(arguments, as: RecordOptions.self)
      return nil
    } catch {
      return error
    }
  }

  @Test func valuesStandAfterABlankOrAnEqualsSign() throws {
    #expect(try record("--seed", "7").playback.seed == 7)
    #expect(try record("--seed=7").playback.seed == 7)
    #expect(try record("--threshold=dropped<=1").thresholds.first?.expression == "dropped<=1")
  }

  @Test func twoDashesEndTheOptions() throws {
    #expect(try record("a.gpx", "--", "--seed", "-").operands == ["a.gpx", "--seed", "-"])
  }

  @Test func aDashAloneIsAnOperandOrAValue() throws {
    #expect(try record("-").operands == ["-"])
    #expect(try record("--report", "-").reports.first?.path == nil)
  }

  @Test func theLastValueCountsUnlessRepeatable() throws {
    #expect(try record("--seed", "1", "--seed", "2").playback.seed == 2)
    let policies = try record("--policy", "newest:1", "--policy", "oldest:64").playback.policies
    #expect(policies == [.newest(1), .oldest(64)])
  }

  @Test func optionsAndOperandsMayBeMixed() throws {
    let options = try record("a.gpx", "--rate", "max", "b.gpx", "--start-paused")
    #expect(options.operands == ["a.gpx", "b.gpx"])
    #expect(options.playback.rate == .max)
    #expect(options.playback.startPaused)
  }

  @Test func anUnknownOptionIsRefusedWithTheNearestName() {
    #expect(failure("--polcy", "newest:1")?.status == .usage)
    #expect(failure("--polcy", "newest:1")?.reason.contains("did you mean --policy?") == true)
    #expect(failure("--thresold=x")?.reason.contains("did you mean --threshold?") == true)
    #expect(failure("-x")?.status == .usage)
  }

  @Test func aBadValueIsRefusedWithWhatIsAllowed() {
    let rate = failure("--rate", "fast")
    #expect(rate?.status == .usage)
    #expect(
      rate?.reason == "--rate: \"fast\" is not allowed; allowed: a number from 0.01 to 1000, or max"
    )
  }

  @Test func aMissingValueIsRefused() {
    #expect(failure("--rate")?.reason.hasPrefix("--rate needs a value") == true)
    #expect(failure("--rate", "--seed", "1")?.reason.hasPrefix("--rate needs a value") == true)
  }

  @Test func aFlagTakesNoValue() {
    #expect(failure("--start-paused=yes")?.status == .usage)
  }

  @Test func tooFewOperandsAreRefused() {
    #expect(throws: Failure.self) { try OptionParser.parse([], as: InspectOptions.self) }
  }

  @Test func helpAndVersionAreSeenAnywhere() throws {
    for word in ["--help", "-h"] {
      guard case .help = try OptionParser.parse(["a.gpx", word], as: RecordOptions.self) else {
        Issue.record("\(word) was not seen")
        continue
      }
    }
    guard case .version = try OptionParser.parse(["--version"], as: RecordOptions.self) else {
      Issue.record("--version was not seen")
      return
    }
  }
}
