import Glibc
import Tracks

@testable import TraceFormats

// A libFuzzer target for every reader. It belongs to no target of the package; build and run it by hand:
//
//   swift build -c release --target TraceFormats --scratch-path .build-fuzz \
//     -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing
//   swiftc -O -parse-as-library -sanitize=fuzzer,address -use-ld=lld \
//     -swift-version 6 -strict-memory-safety -I .build-fuzz/release/Modules -I /usr/include/libxml2 \
//     -Xcc -fmodule-map-file=Sources/CLibXML2/module.modulemap \
//     -Xcc -fmodule-map-file=Sources/CZlib/module.modulemap Tests/Fuzz/FuzzReaders.swift \
//     .build-fuzz/release/Tracks.build/*.o .build-fuzz/release/TraceFormats.build/*.o \
//     $(pkg-config --libs libxml-2.0 zlib) -o .build-fuzz/fuzz
//   SWIFT_BACKTRACE=enable=no RASTRO_FUZZ=gpx .build-fuzz/fuzz -max_total_time=120 found seeds
//
// `RASTRO_FUZZ` names one format; without it the content chooses, as for a file. `found` gets the inputs
// that are new, `seeds` holds files to begin with. What crashes or hangs becomes a line of
// `FuzzReplayTests`.

private let chosen: (any TraceReader.Type)? = {
  guard let name = unsafe getenv("RASTRO_FUZZ") else { return nil }
  let format = unsafe TraceFormat(rawValue: String(cString: name))
  return TraceFormats.readers.first { $0.format == format }
}()

/// Reads one input whole, in small pieces and, where its reader can, fetched, and works the result over as the program would.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  var options = ReadingOptions()
  options.limits.decompressedBytes = 1 << 22
  options.limits.points = 100_000
  let whole = read(bytes, by: max(1, count), options)
  let parts = read(bytes, by: count % 13 + 1, options)
  precondition(whole?.tracks == parts?.tracks, "the pieces change what is read")
  if let fetching = chosen as? any FetchingReader.Type {
    let fetched = fetch(bytes, by: count % 1021 + 1, with: fetching, options)
    precondition(whole?.tracks == fetched?.tracks, "fetching changes what is read")
  }
  if let whole {
    _ = TraceReport(whole).jsonLine(file: "fuzz")
    _ = TraceReport(whole).table(file: "fuzz")
    let played = whole.playableTracks
    for writer in TraceFormats.writers {
      var trace = whole
      trace.tracks = played
      _ = writer.bytes(of: trace)
    }
  }
  return 0
}

private func read(_ bytes: [UInt8], by size: Int, _ options: ReadingOptions) -> Trace? {
  do throws(TraceError) {
    guard let chosen else {
      var intake = TraceIntake(options: options)
      for start in stride(from: 0, to: bytes.count, by: size) {
        try intake.read(bytes.span.extracting(start..<min(start + size, bytes.count)))
      }
      return try intake.finish()
    }
    var reader = chosen.init(options: options)
    var builder = TraceBuilder(format: chosen.format, options: options)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try reader.read(
        bytes.span.extracting(start..<min(start + size, bytes.count)), into: &builder)
    }
    try reader.finish(into: &builder)
    return builder.finish()
  } catch {
    return nil
  }
}

private func fetch(
  _ bytes: [UInt8], by size: Int, with type: any FetchingReader.Type, _ options: ReadingOptions
) -> Trace? {
  // A file is fetched when its first piece shows what it is.
  var place = min(bytes.count, 4096)
  let source = PieceSource(first: Array(bytes[..<place]), count: place) { buffer, _ in
    let end = min(place + size, bytes.count)
    buffer = Array(bytes[place..<end])
    defer { place = end }
    return end - place
  }
  var reader = type.init(options: options)
  var builder = TraceBuilder(format: type.format, options: options)
  do {
    try reader.readAll(from: source, into: &builder)
  } catch {
    return nil
  }
  return builder.finish()
}
