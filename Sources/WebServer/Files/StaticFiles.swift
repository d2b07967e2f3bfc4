import Glibc

/// Serves files from the mounted directories, on a thread that may wait for the disk.
actor StaticFiles {
  private let queue = FileQueue()
  private let mounts: [StaticMount]
  private var compressed: [CacheKey: [UInt8]] = [:]
  private var compressedBytes = 0

  /// What compressed files may take in memory.
  private static let cacheLimit = 16 << 20

  /// A file as it was when it was compressed.
  private struct CacheKey: Hashable {
    let path: String
    let tag: String
  }

  /// A file as it is now.
  private struct File {
    let path: String
    let tag: String
    let bytes: [UInt8]
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe queue.asUnownedSerialExecutor()
  }

  init(mounts: [StaticMount]) {
    // The longest prefix first, so that the first that fits is the closest.
    self.mounts = mounts.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }

  /// Answers with a file.
  ///
  /// - Parameter request: The request.
  /// - Returns: The file, a redirection to its directory, or why there is none.
  func response(to request: HTTPRequest) -> HTTPResponse {
    if let redirection = Self.redirectToMount(request.path, mounts) { return redirection }
    guard let mount = mounts.first(where: { request.path.hasPrefix($0.prefix) }) else {
      return Self.notFound
    }
    guard request.method == .get || request.method == .head else {
      var answer = HTTPResponse.text(405, "files can only be read")
      answer.headers.append(.init(name: "Allow", value: "GET, HEAD"))
      return answer
    }
    switch locate(request.path.dropFirst(mount.prefix.count), in: mount.root) {
    case .directory:
      let name = request.path.split(separator: "/").last.map(String.init) ?? ""
      return HTTPResponse(status: 301, headers: [("Location", "./\(name)/")])
    case .file(let path):
      guard let file = read(path) else { return Self.notFound }
      return answer(request, with: file, mount)
    case .nothing:
      return Self.notFound
    }
  }

  private static let notFound = HTTPResponse.text(404, "there is nothing here")

  private static func redirectToMount(_ path: String, _ mounts: [StaticMount]) -> HTTPResponse? {
    guard mounts.contains(where: { $0.prefix == path + "/" }) else { return nil }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return HTTPResponse(status: 301, headers: [("Location", "./\(name)/")])
  }

  private enum Location {
    case file(String)
    case directory
    case nothing
  }

  /// Resolves a path and then requires that it lies below the root: links and dots may lead
  /// anywhere, but not out.
  private func locate(_ path: Substring, in root: String) -> Location {
    guard !path.utf8.contains(0), let realRoot = Self.realPath(root) else { return .nothing }
    let asked = path.isEmpty || path.hasSuffix("/") ? "\(path)index.html" : String(path)
    guard let real = Self.realPath("\(realRoot)/\(asked)"),
      real.hasPrefix(realRoot == "/" ? "/" : realRoot + "/") || real == realRoot
    else { return .nothing }
    var status = stat()
    guard unsafe stat(real, &status) == 0 else { return .nothing }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(real)
    case S_IFDIR: return path.isEmpty || path.hasSuffix("/") ? .nothing : .directory
    default: return .nothing
    }
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }

  private func read(_ path: String) -> File? {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    let size = Int(status.st_size)
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe Glibc.read(
          descriptor, buffer.baseAddress?.advanced(by: count), size - count)
        guard got > 0 else { break }
        count += got
      }
    }
    guard bytes.count == size else { return nil }
    let time = status.st_mtim
    let tag =
      "\(String(size, radix: 36))-\(String(time.tv_sec, radix: 36))"
      + "-\(String(time.tv_nsec, radix: 36))"
    return File(path: path, tag: tag, bytes: bytes)
  }

  private func answer(_ request: HTTPRequest, with file: File, _ mount: StaticMount) -> HTTPResponse
  {
    let type = MIMEType.of(path: file.path)
    let pays = MIMEType.isCompressible(type) && file.bytes.count >= Gzip.minimumCount
    var tag = file.tag
    var body = file.bytes
    var headers = [("Cache-Control", mount.cacheControl)]
    if pays {
      headers.append(("Vary", "Accept-Encoding"))
      if Gzip.isAccepted(by: request.headers["accept-encoding"]), let packed = compress(file) {
        body = packed
        tag += "-gzip"
        headers.append(("Content-Encoding", "gzip"))
      }
    }
    headers.append(("ETag", "\"\(tag)\""))
    if Self.matches(request.headers["if-none-match"], tag) {
      return HTTPResponse(status: 304, headers: headers)
    }
    return HTTPResponse(type: type, headers: headers, body: .bytes(body))
  }

  private func compress(_ file: File) -> [UInt8]? {
    let key = CacheKey(path: file.path, tag: file.tag)
    if let known = compressed[key] { return known }
    guard let packed = Gzip.compress(file.bytes) else { return nil }
    if compressedBytes + packed.count > Self.cacheLimit {
      compressed.removeAll()
      compressedBytes = 0
    }
    if packed.count <= Self.cacheLimit {
      compressed[key] = packed
      compressedBytes += packed.count
    }
    return packed
  }

  /// Compares weakly: RFC 9110, section 13.1.2.
  private static func matches(_ header: String?, _ tag: String) -> Bool {
    guard let header else { return false }
    return header.split(separator: ",").contains { part in
      let part = part.filter { $0 != " " }
      return part == "*" || part == "\"\(tag)\"" || part == "W/\"\(tag)\""
    }
  }
}
