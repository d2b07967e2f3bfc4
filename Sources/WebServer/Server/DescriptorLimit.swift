import Glibc

/// How many files and sockets this process may have open.
public enum DescriptorLimit {
  /// Raises the limit as far as the system allows without privileges: every connection needs one.
  ///
  /// - Returns: The limit now in force.
  @discardableResult
  public static func raise() -> Int {
    var limit = rlimit()
    // The resource's number has an enumeration type of its own in glibc, which the call wants.
    guard unsafe getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit) == 0 else {
      return 0
    }
    limit.rlim_cur = limit.rlim_max
    unsafe setrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    unsafe getrlimit(__rlimit_resource_t(UInt32(RLIMIT_NOFILE.rawValue)), &limit)
    return Int(clamping: limit.rlim_cur)
  }
}
