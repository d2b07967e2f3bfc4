import Glibc
public import StreamMetrics

extension ProcessFigures {
  /// What this process has used up to now, from the kernel, or nil where `/proc` is not mounted.
  public static func current() -> ProcessFigures? {
    guard let status = statusFile() else { return nil }
    var kilobytes: [Substring: UInt64] = [:]
    for line in status.split(separator: "\n") {
      let words = line.split(whereSeparator: \.isWhitespace)
      if words.count >= 2 { kilobytes[words[0]] = UInt64(words[1]) }
    }
    guard let resident = kilobytes["VmRSS:"], let peak = kilobytes["VmHWM:"],
      let threads = kilobytes["Threads:"]
    else { return nil }
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
    return ProcessFigures(
      cpuTime: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec),
      residentBytes: resident * 1024, peakResidentBytes: peak * 1024, threads: Int(threads))
  }

  /// The kernel's page on this process. It is made in memory, so that reading it does not block.
  private static func statusFile() -> String? {
    let file = unsafe open("/proc/self/status", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, $0.count) }
    guard count > 0 else { return nil }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}
