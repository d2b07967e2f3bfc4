import DashboardProtocol
import LiveModels
import TraceFormats
import Tracks
import WebServer

/// `/traces` and `/traces/{id}`: the catalogue, uploads, and traces as GeoJSON.
struct TraceRoutes: Sendable {
  let parts: ServeParts

  /// Answers for the catalogue.
  func answerList(_ request: HTTPRequest) async -> HTTPResponse {
    switch request.method {
    case .get, .head:
      let entries = await parts.library.catalogue.map(\.message)
      return .json(200, JSONWriter.bytes(of: OneField("traces", entries)))
    case .post:
      guard request.role == .controller else { return Self.forbidden }
      return await upload(request)
    default: return .notAllowed("GET, HEAD, POST")
    }
  }

  /// Answers for one trace.
  func answerOne(_ request: HTTPRequest, id: String) async -> HTTPResponse {
    guard await parts.library.entry(id) != nil else {
      return .refusal(404, "not-found", "there is no trace \(id)")
    }
    switch request.method {
    case .get, .head:
      do {
        let trace = try await parts.library.trace(id)
        return HTTPResponse(
          type: "application/geo+json", body: .bytes(TraceGeoJSON.bytes(of: trace, id: id)))
      } catch {
        return Self.refusal(of: error, status: 422)
      }
    case .delete:
      guard request.role == .controller else { return Self.forbidden }
      do {
        try await parts.library.remove(id)
        return HTTPResponse(status: 204)
      } catch {
        return Self.refusal(of: error, status: 500)
      }
    default: return .notAllowed("GET, HEAD, DELETE")
    }
  }

  private func upload(_ request: HTTPRequest) async -> HTTPResponse {
    let name = request.queryValue("name").flatMap { $0.isEmpty ? nil : $0 } ?? "upload"
    do {
      let entry = try await parts.library.upload(name: name, bytes: request.body)
      return HTTPResponse(
        status: 201, type: "application/json", headers: [("Location", "/traces/\(entry.id)")],
        body: .bytes(JSONWriter.bytes(of: entry.message)))
    } catch {
      return Self.refusal(of: error, status: 422)
    }
  }

  private static let forbidden = HTTPResponse.refusal(
    403, "forbidden", "this token may watch, not control")

  private static func refusal(of error: any Error, status: Int) -> HTTPResponse {
    guard let error = error as? TraceError else {
      return .refusal(status == 422 ? 500 : status, "failed", "\(error)")
    }
    return .refusal(
      error.code == .limit ? 413 : status, error.code.rawValue, line: error.line, error.message)
  }
}

/// A trace as GeoJSON: a feature a track, lines of its segments, times beside them.
enum TraceGeoJSON {
  /// The collection.
  static func bytes(of trace: Trace, id: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.field("type", "FeatureCollection")
      writer.field("id", id)
      writer.key("features")
      writer.array { writer in
        for track in trace.playableTracks { write(track, to: &writer) }
      }
    }
    return writer.bytes
  }

  private static func write(_ track: Track, to writer: inout JSONWriter) {
    let segments = track.segments.filter { !$0.fixes.isEmpty }
    writer.object { writer in
      writer.field("type", "Feature")
      writer.key("properties")
      writer.object { writer in
        writer.field("name", track.name)
        writer.key("coordTimes")
        writer.array { writer in
          for segment in segments {
            writer.array { writer in
              for fix in segment.fixes {
                if let time = fix.time {
                  time.write(to: &writer)
                } else {
                  writer.raw("null".utf8)
                }
              }
            }
          }
        }
      }
      writer.key("geometry")
      writer.object { writer in
        writer.field("type", "MultiLineString")
        writer.key("coordinates")
        writer.array { writer in
          for segment in segments { write(segment, to: &writer) }
        }
      }
    }
  }

  private static func write(_ segment: TrackSegment, to writer: inout JSONWriter) {
    writer.array { writer in
      for fix in segment.fixes {
        let (longitude, latitude) = (fix.coordinate.longitude, fix.coordinate.latitude)
        [longitude, latitude].write(to: &writer)
      }
      // A line has two ends: a single point is both.
      if segment.fixes.count == 1, let fix = segment.fixes.first {
        [fix.coordinate.longitude, fix.coordinate.latitude].write(to: &writer)
      }
    }
  }
}
