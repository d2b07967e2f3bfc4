import Glibc
import TraceFormats
import Tracks

/// A journey of a vehicle that speeds up, brakes and turns, the same bytes each time.
struct SyntheticJourney {
  private let fixes: [Fix]

  /// Makes a journey at one fix a second.
  init(points: Int) {
    var fixes: [Fix] = []
    var place = Coordinate(wrappingLatitude: 46.2, longitude: 14.4)
    var course = 45.0
    for index in 0..<points {
      let second = Double(index)
      let speed = 12 + 8 * sin(second / 40) + 4 * sin(second / 7)
      course = Degrees.wrappedCourse(course + 2 * sin(second / 90))
      place = Geodesy.destination(from: place, distance: speed, course: course)
      // As many digits as receivers write.
      let written = Coordinate(
        wrappingLatitude: (place.latitude * 1e7).rounded() / 1e7,
        longitude: (place.longitude * 1e7).rounded() / 1e7)
      var fix = Fix(
        written, time: SourceTime(nanoseconds: (1_714_543_200 + Int64(index)) * 1_000_000_000))
      fix.altitude = ((300 + 50 * sin(second / 500)) * 10).rounded() / 10
      fix.speed = (speed * 100).rounded() / 100
      fix.course = (course * 100).rounded() / 100
      fix.satellites = 8 + index % 5
      fix.horizontalDilution = 0.9
      fixes.append(fix)
    }
    self.fixes = fixes
  }

  /// The journey as GPX with elevation and time, a line an element.
  var gpx: [UInt8] {
    var text = """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx creator="benchmark" version="1.1" xmlns="http://www.topografix.com/GPX/1/1">
       <trk>
        <trkseg>

      """
    for fix in fixes {
      text += """
           <trkpt lat="\(fix.coordinate.latitude)" lon="\(fix.coordinate.longitude)">
            <ele>\(fix.altitude ?? 0)</ele>
            <time>\(fix.time?.iso8601Shortest ?? "")</time>
           </trkpt>

        """
    }
    return Array((text + "  </trkseg>\n </trk>\n</gpx>\n").utf8)
  }

  /// Half the journey as NMEA: RMC, GGA and VTG each second, and a GSA, as much text as the GPX.
  var nmea: [UInt8] {
    var writer = NMEAWriter(options: WritingOptions())
    var bytes: [UInt8] = []
    let satellites = Array("$GPGSA,A,3,01,04,07,09,11,17,20,23,28,,,,1.6,0.9,1.3*3A\r\n".utf8)
    for fix in fixes.prefix(fixes.count / 2) {
      writer.write(fix, into: &bytes)
      bytes += satellites
    }
    return bytes
  }
}
