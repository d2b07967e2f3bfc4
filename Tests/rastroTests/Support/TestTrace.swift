/// Traces that tests play.
enum TestTrace {
  /// A GPX file of fixes to the east, one a second, each 10 m from the last.
  static func gpx(fixes: Int, name: String = "test") -> String {
    let points = (0..<fixes).map { index in
      let (minute, second) = (index / 60, index % 60)
      let time = "2024-05-01T\(two(10 + minute / 60)):\(two(minute % 60)):\(two(second))Z"
      return
        "<trkpt lat=\"47\" lon=\"\(8 + Double(index) * 0.000_131)\"><time>\(time)</time></trkpt>"
    }
    return "<gpx version=\"1.1\" creator=\"test\" xmlns=\"http://www.topografix.com/GPX/1/1\"><trk>"
      + "<name>\(name)</name><trkseg>\n\(points.joined(separator: "\n"))\n</trkseg></trk></gpx>\n"
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
