import Testing
import TraceFormats
import Tracks

struct CSVReaderTests {
  private func fixes(_ text: String, columns: [String: String] = [:]) throws -> [Fix] {
    var options = ReadingOptions()
    options.csvColumns = columns
    return try Reading.text(text, options: options).tracks.flatMap(\.segments).flatMap(\.fixes)
  }

  @Test func p10_decimalCommasAndEpochsAreTold() throws {
    let seconds = try Reading.text("time;lat;lon\n1714557600;34,2010;-41,3020\n")
    let milliseconds = try Reading.text(
      "Time,Latitude,Longitude\r\n\r\n1714557601000,\"34.2019\",-41.3010\r\n")
    let fixes = [seconds, milliseconds].flatMap(\.tracks).flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map(\.coordinate.latitude) == [34.2010, 34.2019])
    #expect(fixes.map(\.coordinate.longitude) == [-41.3020, -41.3010])
    #expect(
      fixes.map { $0.time?.iso8601Milliseconds } == [
        "2024-05-01T10:00:00.000Z", "2024-05-01T10:00:01.000Z",
      ])
    #expect(seconds.notes.map(\.code) == ["epoch-unit"])
    #expect(
      milliseconds.notes.map(\.message) == ["numeric times were read as milliseconds since 1970"])
  }

  @Test(arguments: [
    ("time", "2024-05-01T10:00:00.5Z"),
    ("time", "2024-05-01 10:00:00.500"),
    ("timestamp", "2024-05-01T12:00:00.5+02:00"),
    ("datetime", "2024/05/01 10:00:00.5 AM"),
    ("UTC", "01.05.2024 10:00:00.5"),
    ("time", "5/1/2024 10:00:00.5 AM"),
    ("time", "5/1/2024 5:00:00.5 -0500"),
    ("Timestamp", "Wed May 01 03:00:00.5 PDT 2024"),
    ("epoch", "1714557600.5"),
    ("epoch", "1714557600500"),
    ("epoch", "1714557600500000"),
    ("time", "45413.4166724537"),
  ])
  func timesAreRead(header: String, cell: String) throws {
    let fixes = try fixes("lat,lon,\(header)\n1.5,2.5,\(cell)\n")
    #expect(fixes.map { $0.time?.iso8601Milliseconds } == ["2024-05-01T10:00:00.500Z"])
  }

  @Test(arguments: [
    ("date,time", "2024/05/01,10:00:00.5"),
    ("date,time", "20240501,100000.5"),
    ("date,time", "240501,100000.5"),
    ("utc_d,utc_t", "2024/05/01,10:00:00.5 AM"),
  ])
  func datesAndTimesApartAreJoined(header: String, cells: String) throws {
    let fixes = try fixes("lat,lon,\(header)\n1.5,2.5,\(cells)\n")
    #expect(fixes.map { $0.time?.iso8601Milliseconds } == ["2024-05-01T10:00:00.500Z"])
  }

  @Test func aDateBesideAnEmptyTimeIsNoInstant() throws {
    let trace = try Reading.text(
      "lat,lon,date,time\n1.5,2.5,2024/05/01,\n1.5,2.5,2024/05/01,10:00:00\n")
    let times = trace.tracks[0].segments[0].fixes.map { $0.time?.iso8601Milliseconds }
    #expect(times == [nil, "2024-05-01T10:00:00.000Z"])
  }

  @Test(arguments: [
    ("5/4/2008 10:00:00Z", 5, true), ("13/4/2008 10:00:00Z", 4, false), ("4/5/2008", 4, true),
  ])
  func datesThatCanBeReadTwoWaysAreSaid(cell: String, month: Int, isSaid: Bool) throws {
    let trace = try Reading.text("lat,lon,time\n1.5,2.5,\(cell)\n")
    let time = try #require(trace.tracks[0].segments[0].fixes[0].time)
    #expect(CivilTime(time).month == month)
    #expect(trace.notes.contains { $0.code == "month-first" } == isSaid)
  }

  @Test(arguments: [
    "", "soon", "2024-13-01T00:00:00Z", "10:99:00", "1e999", "nan", "24-05-01 10:00:00",
  ])
  func whatIsNoTimeIsAbsent(cell: String) throws {
    let trace = try Reading.text("lat,lon,time\n1.5,2.5,\(cell)\n")
    #expect(trace.tracks[0].segments[0].fixes[0].time == nil)
    #expect(trace.notes.map(\.code) == (cell.isEmpty ? [.untimed] : [.badTime, .untimed]))
  }

  @Test(arguments: [
    ("LATITUDE N/S,LONGITUDE E/W", "34.201S,41.302W"),
    ("LATITUDE,N/S,LONGITUDE,E/W", "34.201,S,41.302,W"),
    ("lat,lng", "-34.201,-41.302"),
    ("Lat (deg),Long (deg)", "S34.201°,W41.302°"),
    ("Name,Position", "x,\"-34.201,-41.302\""),
    ("position_lat,position_long", "-408033824,-492752053"),
  ])
  func positionsAreRead(header: String, cells: String) throws {
    let fix = try #require(try fixes("\(header)\n\(cells)\n").first)
    #expect(abs(fix.coordinate.latitude + 34.201) < 1e-7)
    #expect(abs(fix.coordinate.longitude + 41.302) < 1e-7)
  }

  @Test(arguments: [
    ("speed", "10", 10.0), ("Speed (km/h)", "36", 10), ("speed_kmh", "36", 10),
    ("speedKmh", "36", 10), ("speed [kn]", "36", 18.52), ("speed", "36 km/h", 10),
    ("Speed mph", "10", 4.4704), ("velocity", "0", 0),
  ])
  func speedsAreMetresPerSecond(header: String, cell: String, speed: Double) throws {
    let fix = try #require(try fixes("lat,lon,\(header)\n1.5,2.5,\(cell)\n").first)
    #expect(abs((fix.speed ?? .nan) - speed) < 1e-9)
  }

  @Test func flightTablesAreInFeetAndKnots() throws {
    let fix = try #require(
      try fixes(
        "Timestamp,UTC,Callsign,Position,Altitude,Speed,Direction\n"
          + "1714557600,2024-05-01T10:00:00Z,AB1,\"34.2,-41.3\",1000,100,90\n"
      ).first)
    #expect(fix.altitude == 304.8)
    #expect(abs((fix.speed ?? 0) - 51.4444) < 1e-3)
    #expect(fix.course == 90)
  }

  @Test func absentStaysAbsentAndZeroIsAValue() throws {
    let text = """
      time,lat,lon,elevation,accuracy,bearing,speed,satellites,hdop
      2024-05-01T10:00:00Z,0,0,0,5,0,0,0,0.8
      2024-05-01T10:00:01Z,0.5,0,,,,,,
      2024-05-01T10:00:02Z,0.5,0,nan,-1,-1,-1,x,1e999

      """
    let trace = try Reading.text(text)
    let fixes = trace.tracks.flatMap(\.segments).flatMap(\.fixes)
    #expect(fixes.map(\.altitude) == [0, nil, nil])
    #expect(fixes.map(\.horizontalAccuracy) == [5, nil, nil])
    #expect(fixes.map(\.course) == [0, nil, nil])
    #expect(fixes.map(\.speed) == [0, nil, nil])
    #expect(fixes.map(\.satellites) == [0, nil, nil])
    #expect(fixes.map(\.horizontalDilution) == [0.8, nil, nil])
    #expect(trace.notes.map(\.code) == [.badNumber])
  }

  @Test func rowsWithoutPositionAreSkippedAndCounted() throws {
    let text = """
      #time,trackpoint_type,latitude,longitude,heartrate
      2024-05-01T10:00:00Z,SEGMENT_START_MANUAL,,,
      2024-05-01T10:00:00Z,TRACKPOINT,1.5,2.5,
      2024-05-01T10:00:01Z,SENSORPOINT,,,90
      2024-05-01T10:01:00Z,SEGMENT_START_AUTOMATIC,1.6,2.5,
      2024-05-01T10:01:01Z,TRACKPOINT,95,2.5,
      2024-05-01T10:01:01Z,TRACKPOINT,x,2.5,

      """
    let trace = try Reading.text(text)
    #expect(trace.tracks.map { $0.segments.map(\.fixes.count) } == [[1, 1]])
    #expect(trace.positionless.compactMap(\.heartRate) == [90])
    #expect(trace.skipped == 4)
    #expect(trace.notes.map(\.code) == [.noPosition, .badPosition])
    #expect(trace.notes.map(\.count) == [2, 2])
  }

  @Test func vehiclesMixedInOneTableAreTracks() throws {
    let text = """
      vehicle,segment,lat,lon
      a,1,1.5,2.5
      b,1,3.5,2.5
      a,1,1.6,2.5
      b,2,3.6,2.5

      """
    let trace = try Reading.text(text)
    #expect(trace.tracks.map(\.name) == ["a", "b"])
    #expect(trace.tracks.map { $0.segments.map(\.fixes.count) } == [[2], [1, 1]])
  }

  @Test func quotesHoldDelimitersAndLineEnds() throws {
    let text =
      "name;lat;lon\n\"a;\"\"b\"\"\nc\";1,5;2,5\n\"open;1,6;2,5\nx;1,7;2,5\n"
    let trace = try Reading.text(text)
    #expect(trace.tracks[0].segments[0].fixes.map(\.coordinate.latitude) == [1.5, 1.6, 1.7])
    #expect(trace.notes.map(\.code) == ["open-quote", .untimed])
    #expect(trace.notes.first?.line == 4)
  }

  @Test func tablesWithoutHeaderAreGuessedOrChosen() throws {
    let guessed = try Reading.text(
      "1,2024-05-01T10:00:00Z,34.2,-41.3\n2,2024-05-01T10:00:01Z,34.3,-41.3\n")
    #expect(guessed.tracks.map(\.fixCount) == [2])
    #expect(guessed.notes.map(\.code) == ["guessed-columns"])
    let chosen = try fixes("7;8;34,2;-41,3\n7;8;34,3;-41,3\n", columns: ["lat": "3", "lon": "4"])
    #expect(chosen.map(\.coordinate.longitude) == [-41.3, -41.3])
    let named = try fixes(
      "Y;X;v\n34,2;-41,3;36\n", columns: ["lat": "Y", "lon": "X", "speed_kmh": "v"])
    #expect(named.map(\.speed) == [10])
  }

  @Test func tableWithoutPositionsSaysSo() {
    #expect(throws: TraceError.self) { try Reading.text("a,b\nx,y\n") }
    let error = #expect(throws: TraceError.self) { try Reading.text("name,size\nx,1\n") }
    #expect(error?.code == .malformed)
  }

  @Test func p8_byteOrderMarkIsNoPartOfTheFirstName() throws {
    #expect(try fixes("\u{FEFF}lat,lon,time\n1.5,2.5,2024-05-01T10:00:00Z\n").count == 1)
  }

  @Test func p7_halfALastRowIsDropped() throws {
    let text = "lat,lon,time\n1.5,2.5,2024-05-01T10:00:00Z\n1.6,2.5"
    let trace = try Reading.text(text)
    #expect(trace.tracks.map(\.fixCount) == [1])
    #expect(trace.notes.map(\.code) == [.truncated])
    #expect(try fixes(text + ",2024-05-01T10:00:01Z").count == 2)
    _ = try Reading.atEveryLength(Array(text.utf8))
  }

  @Test func longLinesAndTooManyPointsAreRefused() throws {
    var options = ReadingOptions()
    options.limits.lineBytes = 100
    options.limits.points = 2
    let long = "lat,lon\n" + String(repeating: "1", count: 200)
    #expect(throws: TraceError.self) { try Reading.text(long, options: options) }
    let many = "lat,lon\n1.5,2.5\n1.5,2.5\n1.5,2.5\n"
    let error = #expect(throws: TraceError.self) { try Reading.text(many, options: options) }
    #expect(error?.code == .limit)
  }
}
