import Foundation
import Testing

@testable import WebServer

/// A directory with a page, a script and, beside it, a secret.
struct Site {
  let root: String
  let parent: String

  init() throws {
    parent = NSTemporaryDirectory() + "rastro-site-\(UUID().uuidString)"
    root = parent + "/public"
    let manager = FileManager.default
    try manager.createDirectory(atPath: root + "/sub", withIntermediateDirectories: true)
    try manager.createDirectory(atPath: parent + "/vendor", withIntermediateDirectories: true)
    try write("public/index.html", "<!doctype html><title>home</title>")
    try write("public/sub/index.html", "<!doctype html><title>sub</title>")
    try write("public/app.js", String(repeating: "export const a = 1;\n", count: 500))
    try write("public/small.css", "a{}")
    try write("public/photo.png", String(repeating: "png", count: 2_000))
    try write("vendor/lib.js", "vendor")
    try write("secret.txt", "secret")
    try write("public-not/file.txt", "sibling")
    try manager.createSymbolicLink(
      atPath: root + "/escape.txt", withDestinationPath: parent + "/secret.txt")
    try manager.createSymbolicLink(
      atPath: root + "/inside.js", withDestinationPath: root + "/app.js")
  }

  private func write(_ path: String, _ text: String) throws {
    let url = URL(fileURLWithPath: parent).appendingPathComponent(path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  func remove() { try? FileManager.default.removeItem(atPath: parent) }

  var configuration: WebServerConfiguration {
    var configuration = WebServerConfiguration.patient
    configuration.mounts = [
      StaticMount(prefix: "/", root: root),
      StaticMount(
        prefix: "/vendor/lib/", root: parent + "/vendor", cacheControl: "max-age=86400"),
    ]
    return configuration
  }
}

@Suite struct StaticFilesTests {
  private func withSite(
    _ work: (RawClient, Site, WebServer) async throws -> Void
  ) async throws {
    let site = try Site()
    defer { site.remove() }
    try await withEchoServer(site.configuration) { server in
      try await work(RawClient(port: server.port), site, server)
    }
  }

  @Test(arguments: [
    ("/", "text/html; charset=utf-8", "<!doctype html><title>home</title>"),
    ("/index.html", "text/html; charset=utf-8", "<!doctype html><title>home</title>"),
    ("/sub/", "text/html; charset=utf-8", "<!doctype html><title>sub</title>"),
    ("/small.css", "text/css; charset=utf-8", "a{}"),
    ("/vendor/lib/lib.js", "text/javascript; charset=utf-8", "vendor"),
  ])
  func servesFilesWithTheirTypes(path: String, type: String, text: String) async throws {
    try await withSite { client, _, _ in
      let answer = try await client.request("GET", path)
      #expect(answer.status == 200)
      #expect(answer.headers["content-type"] == type)
      #expect(answer.headers["content-length"] == String(text.utf8.count))
      #expect(answer.text == text)
    }
  }

  @Test(arguments: [
    "/../secret.txt", "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/..%2f..%2fetc/passwd",
    "/sub/../../secret.txt", "/sub/%2e%2e/%2e%2e/secret.txt", "/....//secret.txt",
    "//etc/passwd", "/etc/passwd", "/escape.txt", "/../public-not/file.txt",
    "/vendor/lib/../../../secret.txt", "/vendor/lib/..%5c..%5csecret.txt",
    "/%c0%ae%c0%ae/secret.txt",
    "/sub", "/nothing", "/index.html/", "/%252e%252e/secret.txt",
  ])
  func w6_nothingOutsideTheRootIsServed(path: String) async throws {
    try await withSite { client, _, _ in
      let answer = try await client.request("GET", path)
      #expect([301, 400, 404].contains(answer.status), "\(path) gave \(answer.status)")
      #expect(!answer.text.contains("secret"))
      #expect(!answer.text.contains("root:"))
      #expect(!answer.text.contains("sibling"))
    }
  }

  @Test(arguments: ["/%00", "/index.html%00.txt", "/sub/%00/../index.html"])
  func w6_nulGivesTheIndexOrNothing(path: String) async throws {
    try await withSite { client, _, server in
      do {
        let answer = try await client.request("GET", path)
        #expect(answer.status != 200 || answer.text.contains("home"))
      } catch RawClient.Failure.closed {
        // The library closes without an answer, which is as good.
      }
      let next = try await RawClient(port: server.port)
      #expect(try await next.request("GET", "/").status == 200)
    }
  }

  @Test func linksInsideTheRootAreFollowed() async throws {
    try await withSite { client, _, _ in
      let answer = try await client.request("GET", "/inside.js")
      #expect(answer.status == 200)
    }
  }

  @Test func w6_twentyFilesOnOneConnectionAreEachTheirOwn() async throws {
    try await withSite { client, _, server in
      let paths = ["/index.html", "/app.js", "/small.css", "/photo.png", "/sub/"]
      var expected: [String: [UInt8]] = [:]
      for path in paths {
        expected[path] = try await RawClient(port: server.port).request("GET", path).body
      }
      #expect(Set(expected.values).count == paths.count)
      for round in 0..<20 {
        let path = paths[round * 3 % 5]
        let answer = try await client.request("GET", path)
        #expect(answer.body == expected[path])
      }
    }
  }

  @Test func pipelinedRequestsAreAnsweredInTheirOrder() async throws {
    try await withSite { client, _, _ in
      let paths = ["/small.css", "/index.html", "/sub/", "/app.js", "/vendor/lib/lib.js"]
      let requests = paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
      try await client.send(requests.joined())
      let texts = try await [
        client.readAnswer().text, client.readAnswer().text, client.readAnswer().text,
        client.readAnswer().text, client.readAnswer().text,
      ]
      #expect(texts[0] == "a{}")
      #expect(texts[1].contains("home"))
      #expect(texts[2].contains("sub"))
      #expect(texts[3].contains("export"))
      #expect(texts[4] == "vendor")
    }
  }

  @Test func headHasTheHeadersOfGetAndNoBody() async throws {
    try await withSite { client, _, _ in
      let get = try await client.request("GET", "/app.js")
      let head = try await client.request("HEAD", "/app.js")
      #expect(head.status == 200)
      #expect(head.body.isEmpty)
      #expect(head.headers == get.headers)
      // The connection is still in step.
      #expect(try await client.request("GET", "/small.css").text == "a{}")
    }
  }

  @Test func textIsCompressedForThoseWhoTakeIt() async throws {
    try await withSite { client, _, _ in
      let plain = try await client.request("GET", "/app.js")
      #expect(plain.headers["content-encoding"] == nil)
      #expect(plain.headers["vary"] == "Accept-Encoding")
      let packed = try await client.request(
        "GET", "/app.js", headers: ["Accept-Encoding": "br, gzip;q=0.8"])
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(packed.body.count < plain.body.count / 4)
      #expect(packed.body.prefix(2) == [0x1F, 0x8B])
      #expect(packed.headers["etag"] != plain.headers["etag"])
      let refused = try await client.request(
        "GET", "/app.js", headers: ["Accept-Encoding": "gzip;q=0"])
      #expect(refused.body == plain.body)
      let picture = try await client.request(
        "GET", "/photo.png", headers: ["Accept-Encoding": "gzip"])
      #expect(picture.headers["content-encoding"] == nil)
    }
  }

  @Test func unchangedFilesAreNotSentAgain() async throws {
    try await withSite { client, site, _ in
      let first = try await client.request("GET", "/app.js")
      let tag = try #require(first.headers["etag"])
      #expect(first.headers["cache-control"] == "no-cache")
      for header in [tag, "W/\(tag)", "\"other\", \(tag)", "*"] {
        let again = try await client.request("GET", "/app.js", headers: ["If-None-Match": header])
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
        #expect(again.headers["etag"] == tag)
      }
      try Data("changed".utf8).write(to: URL(fileURLWithPath: site.root + "/app.js"))
      let changed = try await client.request("GET", "/app.js", headers: ["If-None-Match": tag])
      #expect(changed.status == 200)
      #expect(changed.text == "changed")
      let vendor = try await client.request("GET", "/vendor/lib/lib.js")
      #expect(vendor.headers["cache-control"] == "max-age=86400")
    }
  }

  @Test func aDirectoryWithoutItsSlashLeadsThere() async throws {
    try await withSite { client, _, _ in
      let sub = try await client.request("GET", "/sub")
      #expect(sub.status == 301)
      #expect(sub.headers["location"] == "./sub/")
      let mount = try await client.request("GET", "/vendor/lib")
      #expect(mount.status == 301)
      #expect(mount.headers["location"] == "./lib/")
    }
  }

  @Test(arguments: ["POST", "DELETE", "PUT"])
  func filesCanOnlyBeRead(method: String) async throws {
    try await withSite { client, _, _ in
      let answer = try await client.request(
        method, "/index.html", headers: ["Content-Length": "0"])
      #expect(answer.status == 405)
      #expect(answer.headers["allow"] == "GET, HEAD")
    }
  }

  @Test func everyAnswerCarriesTheSafetyHeaders() async throws {
    try await withSite { client, _, _ in
      for path in ["/", "/nothing"] {
        let answer = try await client.request("GET", path)
        let policy = try #require(answer.headers["content-security-policy"])
        #expect(policy.contains("default-src 'self'"))
        #expect(!policy.contains("unsafe"))
        #expect(answer.headers["x-content-type-options"] == "nosniff")
        #expect(answer.headers["x-frame-options"] == "DENY")
        #expect(answer.headers["referrer-policy"] == "strict-origin-when-cross-origin")
        #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
        #expect(answer.headers["server"] == nil)
      }
    }
  }
}
