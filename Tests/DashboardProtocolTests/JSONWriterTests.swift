import DashboardProtocol
import Testing

struct JSONWriterTests {
  private struct Sample: JSONWritable {
    func write(to writer: inout JSONWriter) {
      writer.object { writer in
        writer.field("z", 1)
        writer.field("a", "quote \" slash \\ line \n bell \u{7} é")
        writer.field("absent", Int?.none)
        writer.field("nan", Double.nan)
        writer.field("infinite", -Double.infinity)
        writer.field("list", [0.5, 2, 1e-7])
        writer.key("nested")
        writer.object { $0.field("yes", true) }
        writer.field("last", [String]())
      }
    }
  }

  @Test func keepsTheOrderAndLeavesOutWhatIsAbsent() throws {
    let text = String(decoding: JSONWriter.bytes(of: Sample()), as: UTF8.self)
    #expect(
      text
        == #"{"z":1,"a":"quote \" slash \\ line \u000a bell \u0007 é","list":[0.5,2,1e-07],"nested":{"yes":true},"last":[]}"#
    )
    #expect(try JSONReader.read(Array(text.utf8))["list"]?.elements?.count == 3)
  }

  @Test(arguments: [0.1, -0.0, 1e300, 2.5e-308, 123_456_789.25, 1e15, 9_007_199_254_740_992])
  func writesNumbersThatReadBackTheSame(number: Double) throws {
    #expect(try JSONReader.read(JSONWriter.bytes(of: number)).double == number)
  }
}
