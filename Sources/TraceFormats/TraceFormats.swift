/// The formats that can be read and written, each in a folder of its own.
public enum TraceFormats {
  /// The readers, in the order in which they are asked whether a file is theirs: the most distinct
  /// beginning first.
  public static let readers: [any TraceReader.Type] = [
    GPXReader.self,
    TCXReader.self,
    KMLReader.self,
    FITReader.self,
    IGCReader.self,
    NDJSONReader.self,
    GPSDReader.self,
    OwnTracksReader.self,
    SignalKReader.self,
    GeoJSONReader.self,
    NMEAReader.self,
    CSVReader.self,
  ]
}
