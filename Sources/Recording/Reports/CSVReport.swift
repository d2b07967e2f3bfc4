import Tracks

extension RunReport {
  /// The one-second history as CSV (RFC 4180): a header, then a line a second; an absent value is an
  /// empty field.
  public var csv: [UInt8] {
    var bytes = Array(
      "t_s,emitted,delivered,dropped,rate_hz,latency_p95_ms,written_p95_ms\r\n".utf8)
    for second in history {
      bytes.append(shortest: second.time)
      bytes += ",\(second.emitted),\(second.delivered),\(second.dropped),".utf8
      bytes.append(shortest: second.rate)
      bytes.append(UInt8(ascii: ","))
      if let latency = second.latency95 { bytes.append(shortest: latency.milliseconds) }
      bytes.append(UInt8(ascii: ","))
      if let written = second.written95 { bytes.append(shortest: written.milliseconds) }
      bytes += "\r\n".utf8
    }
    return bytes
  }
}
