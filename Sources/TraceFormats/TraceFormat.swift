/// The formats a trace can be written in.
public enum TraceFormat: String, CaseIterable, Hashable, Sendable {
  /// GPS Exchange Format 1.0 and 1.1.
  case gpx
  /// NMEA 0183 sentences.
  case nmea
  /// Garmin Training Center XML.
  case tcx
  /// Keyhole Markup Language, zipped (KMZ) or not.
  case kml
  /// GeoJSON, RFC 7946.
  case geojson
  /// Text with separated columns.
  case csv
  /// Garmin Flexible and Interoperable Data Transfer.
  case fit
  /// FAI flight recorder files.
  case igc
  /// Rastro's own recording: one JSON object a line.
  case ndjson
  /// What gpsd tells its clients: one JSON object a line.
  case gpsd
  /// The recorder's log of OwnTracks: one JSON message a line.
  case owntracks
  /// Deltas of Signal K, alone or in a server's raw log.
  case signalk
}
