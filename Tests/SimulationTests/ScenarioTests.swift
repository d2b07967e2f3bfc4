import Simulation
import Testing
import Tracks

@Suite("Scenario")
struct ScenarioTests {
  static func bench(
    _ json: String, _ line: String = "0123456789abcdefghij", rate: PlaybackRate = .times(1)
  ) throws -> Bench {
    var options = PlaybackOptions()
    options.rate = rate
    options.scenario = try Scenario(json: Array(json.utf8))
    return try Bench(line, options: options)
  }

  @Test(
    "Scenarios as they look",
    arguments: [
      (#"{"steps": [{"at": "3s", "rate": 2}]}"#, "[<0]123[45][67][89][ab]"),
      (#"[{"at": 3, "pause": "2s"}]"#, "[<0]12--3456"),
      (#"[{"at": "3s", "pause": true}, {"at": "5s", "play": true}]"#, "[<0]12--3456"),
      (#"[{"at": "3s", "seek": "10s"}]"#, "[<0]12abcdef"),
      (#"[{"at": "3s", "seek": {"index": 12}}, {"at": "5s", "seek": "1s"}]"#, "[<0]12cd1234"),
      (#"[{"at": "3s", "outage": "2s"}]"#, "[<0]12--5678"),
      (#"[{"at": "2s", "fault": "drop=100%"}, {"at": "4s", "faults": "off"}]"#, "[<0]1--45678"),
      (
        #"[{"at": "2s", "pause": "4s"}, {"at": "4s", "seek": "10s"}, {"at": "7s", "rate": 2}]"#,
        "[<0]1--a--b[cd]"
      ),
    ])
  func pictures(json: String, expected: String) throws {
    var bench = try Self.bench(json)
    try bench.playback.play(at: .zero)
    var picture = ""
    for _ in 0..<9 {
      picture += Picture.column(bench.take())
      bench.now += .seconds(1)
    }
    #expect(picture.hasPrefix(expected))
  }

  @Test("The same comes of it at any rate", arguments: [PlaybackRate.times(1), .times(50), .max])
  func sameAtAnyRate(rate: PlaybackRate) throws {
    let json = #"""
      {"steps": [
        {"at": "2s", "noise": "urban"}, {"at": "4s", "fault": "drop=30%"},
        {"at": "8s", "pause": "1h"}, {"at": "3610s", "seek": "2s"}, {"at": "3615s", "noise": "none"}
      ]}
      """#
    func fixes(_ rate: PlaybackRate) throws -> [Fix] {
      var bench = try Self.bench(json, rate: rate)
      try bench.playback.play(at: .zero)
      bench.run(limit: 3)
      return bench.updates.map(\.fix)
    }
    #expect(try fixes(rate) == fixes(.times(1)))
    #expect(try fixes(rate).count > 20)
  }

  @Test("Under max a change of rate waits for nothing")
  func rateUnderMax() throws {
    var bench = try Self.bench(#"[{"at": 2, "rate": 2}]"#, "0123", rate: .max)
    try bench.playback.play(at: .zero)
    bench.run()
    #expect(bench.updates.map(\.emitted) == [0, 1, 2, 3].map { Duration.seconds($0) })
    #expect(bench.now == .zero)
  }

  @Test("A call ends where the rate comes to max or leaves it")
  func callsAreOfOneKind() throws {
    var bench = try Self.bench(#"[{"at": 2, "rate": "max"}, {"at": 5.5, "rate": 1}]"#, "01234567")
    try bench.playback.play(at: .zero)
    bench.now = .seconds(2)
    #expect(Picture.column(bench.take()) == "[<01]")
    #expect(bench.playback.nextDeadline == bench.now)
    #expect(Picture.column(bench.take()) == "[2345]")
    #expect(bench.playback.nextDeadline == .milliseconds(2500))
  }

  @Test("Under max a pause is counted, not waited for")
  func pauseUnderMax() throws {
    var bench = try Self.bench(#"[{"at": 2, "pause": "10s"}]"#, "0123", rate: .max)
    try bench.playback.play(at: .zero)
    bench.run()
    #expect(bench.updates.map(\.emitted) == [0, 1, 12, 13].map { .seconds($0) })
  }

  @Test("While the scenario pauses the state says so")
  func pauseShows() throws {
    var bench = try Self.bench(#"[{"at": 2, "pause": "10s"}]"#)
    try bench.playback.play(at: .zero)
    bench.now = .seconds(5)
    bench.take()
    #expect(bench.playback.state(at: bench.now).status == .paused)
    #expect(bench.longitudes() == [20_000])
    bench.now = .seconds(12)
    #expect(bench.playback.state(at: bench.now).status == .playing)
  }

  @Test(
    "What is wrong is said, with its line",
    arguments: [
      ("", "line 1: the text ends too early"),
      ("{\n\"steps\": 3}", "line 1: a scenario is an object with an array 'steps'"),
      ("[\n{\"at\": \"1s\"}]", "line 2: a step has one action beside its time"),
      ("[\n\n{\"at\": \"1s\", \"jump\": 1}]", "line 3: 'jump' is no action"),
      ("[{\"at\": \"soon\", \"rate\": 1}]", "line 1: a step has a time 'at'"),
      ("[{\"at\": 1, \"rate\": 0}]", "line 1: the rate must be"),
      ("[{\"at\": 1, \"fault\": \"drop\"}]", "line 1: 'drop' is no fault"),
      ("[{\"at\": 1, \"pause\": true}]", "line 1: it pauses for ever"),
      ("[{\"at\": 1, \"play\": false}]", "line 1: 'play' can only be true"),
      ("[{\"at\": 1, \"noise\": \"loud\"}]", "line 1: the noise must be one of"),
      ("[{\"at\": 1, \"rate\": 1},]", "line 1: a value was expected"),
      ("[1, 2", "line 1: a comma or ] was expected"),
    ])
  func errors(json: String, message: String) {
    let error = #expect(throws: PlaybackError.self) { try Scenario(json: Array(json.utf8)) }
    #expect(error?.description.hasPrefix(message) == true)
  }
}

@Suite("Geofences from GeoJSON")
struct GeofenceGeoJSONTests {
  static let json = #"""
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "id": "depot", "properties": {"name": "Depot", "radius": 50, "dwell": "5m"},
       "geometry": {"type": "Point", "coordinates": [-3.7, 40.4, 650]}},
      {"type": "Feature", "properties": {"name": "Zone é"},
       "geometry": {"type": "Polygon", "coordinates": [
         [[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], [[0.4, 0.4], [0.6, 0.4], [0.6, 0.6], [0.4, 0.4]]]}},
      {"type": "Feature", "properties": {"width": 20},
       "geometry": {"type": "LineString", "coordinates": [[0, 0], [0.1, 0]]}}
    ]}
    """#

  @Test("Points, polygons and lines")
  func reads() throws {
    let fences = try Geofence.geofences(geoJSON: Array(Self.json.utf8))
    #expect(fences.map(\.id) == ["depot", "Zone é", "fence-3"])
    #expect(fences[0].dwellTime == .seconds(300))
    #expect(
      fences[0].shape
        == .circle(center: Coordinate(wrappingLatitude: 40.4, longitude: -3.7), radius: 50))
    guard case .polygons(let polygons) = fences[1].shape,
      case .corridor(_, let distance) = fences[2].shape
    else {
      Issue.record("other shapes")
      return
    }
    #expect(polygons[0].holes.count == 1)
    #expect(distance == 10)
    let back = try Geofence.geofences(geoJSON: Array(Geofence.geoJSON(fences).utf8))
    #expect(back == fences)
  }

  @Test(
    "What is wrong is said, with its line",
    arguments: [
      ("[]", "line 1: it must be a GeoJSON"),
      (
        #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}}"#,
        "line 1: a Point needs"
      ),
      (
        #"{"type": "Feature", "properties": {"radius": 5}, "geometry": {"type": "Point", "coordinates": [40, 95]}}"#,
        "line 1: longitude 40.0, latitude 95.0 is out of range"
      ),
      (#"{"type": "Feature", "geometry": null}"#, "line 1: a feature has a geometry"),
    ])
  func errors(json: String, message: String) {
    let error = #expect(throws: PlaybackError.self) {
      try Geofence.geofences(geoJSON: Array(json.utf8))
    }
    #expect(error?.description.hasPrefix(message) == true)
  }
}
