import Foundation
import WebServer

/// What the server is told of the command line.
enum ServeConfiguration {
  /// Where Debian keeps the libraries that the page uses, by the path they are served under.
  private static let vendorMounts = [
    (
      prefix: "/vendor/leaflet/", root: "/usr/share/javascript/leaflet", file: "leaflet.js",
      package: "libjs-leaflet"
    ),
    (
      prefix: "/vendor/dygraphs/", root: "/usr/share/javascript/dygraphs",
      file: "dygraph.js", package: "libjs-dygraphs"
    ),
  ]

  /// The server's configuration.
  ///
  /// - Parameter options: The command line.
  /// - Returns: The configuration.
  /// - Throws: `Failure` when the files are not there, or the options do not go together.
  static func make(_ options: ServeOptions) throws(Failure) -> WebServerConfiguration {
    var configuration = WebServerConfiguration(
      host: options.host, port: UInt16(clamping: options.port))
    configuration.mounts = try mounts(options)
    configuration.allowedOrigins = options.allowedOrigins.map(\.text)
    configuration.tokens = try tokens(options)
    configuration.publicPaths = ["/healthz", "/livez", "/readyz"]
    configuration.tls = try tls(options)
    configuration.serviceThreads =
      options.serviceThreads ?? WebServerConfiguration.suitableServiceThreads
    configuration.limits.connections = options.maximumConnections
    if let tiles = options.tiles, let origin = origin(of: tiles) {
      configuration.contentSecurityPolicy = configuration.contentSecurityPolicy
        .replacingOccurrences(of: "img-src 'self'", with: "img-src 'self' \(origin)")
    }
    return configuration
  }

  /// The address that is printed.
  static func address(_ options: ServeOptions, port: UInt16) -> String {
    let scheme = options.tlsCertificate == nil ? "http" : "https"
    var host = options.host ?? "127.0.0.1"
    if host == "0.0.0.0" || host == "::" { host = "127.0.0.1" }
    if host.contains(":") { host = "[\(host)]" }
    return "\(scheme)://\(host):\(port)/"
  }

  private static func mounts(_ options: ServeOptions) throws(Failure) -> [StaticMount] {
    let root = try InstalledDirectory.find(
      "Public", named: options.publicDirectory, option: "--public")
    for mount in vendorMounts {
      let file = "\(mount.root)/\(mount.file)"
      if FileManager.default.fileExists(atPath: file) { continue }
      Console.report("\(file) is missing; install it: apt-get install -y \(mount.package)")
    }
    return [StaticMount(prefix: "/", root: root)]
      + vendorMounts.map { StaticMount(prefix: $0.prefix, root: $0.root) }
  }

  private static func tokens(_ options: ServeOptions) throws(Failure) -> AccessTokens? {
    if let token = options.token {
      return AccessTokens(controller: token, viewer: options.viewerToken)
    }
    if options.viewerToken != nil {
      throw Failure(.usage, "--viewer-token needs --token as well; name both")
    }
    if let host = options.host, !isLoopback(host) {
      guard options.isInsecure else {
        throw Failure(
          .usage, "--host \(host) is open to others; add --token TOKEN, or --insecure if you must")
      }
      Console.report("everybody who reaches \(host) may control this server (--insecure)")
    }
    return nil
  }

  private static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host == "::1" || host.hasPrefix("127.")
  }

  private static func tls(_ options: ServeOptions) throws(Failure) -> WebServerConfiguration.TLS? {
    switch (options.tlsCertificate, options.tlsKey) {
    case (nil, nil): return nil
    case (let certificate?, let key?):
      for file in [certificate, key] where !FileManager.default.isReadableFile(atPath: file) {
        throw Failure(.noInput, file: file, "no such file; name the PEM file")
      }
      return .init(certificate: certificate, key: key)
    default: throw Failure(.usage, "--tls-cert and --tls-key go together; name both")
    }
  }

  /// Scheme and host of an address with placeholders, for the content security policy.
  private static func origin(of address: String) -> String? {
    guard let scheme = ["https://", "http://"].first(where: address.hasPrefix) else { return nil }
    let host = address.dropFirst(scheme.count).prefix { $0 != "/" }
      .replacingOccurrences(of: "{s}", with: "*")
    return host.isEmpty ? nil : scheme + host
  }
}
