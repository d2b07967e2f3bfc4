// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Rastro",
  products: [
    .executable(name: "rastro", targets: ["rastro"]),
    .library(
      name: "Rastro",
      targets: [
        "Tracks", "TraceFormats", "Simulation", "StreamMetrics", "Providers", "LiveModels",
      ]),
  ],
  targets: [
    .systemLibrary(
      name: "CLibWebSockets", pkgConfig: "libwebsockets",
      providers: [.apt(["libwebsockets-dev"])]),
    .systemLibrary(
      name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    .target(name: "Tracks"),
    .target(name: "TraceFormats", dependencies: ["Tracks", "CLibXML2", "CZlib"]),
    .target(name: "Simulation", dependencies: ["Tracks"]),
    .target(name: "StreamMetrics"),
    .target(name: "Providers", dependencies: ["Tracks", "Simulation", "StreamMetrics"]),
    .target(
      name: "Recording",
      dependencies: ["Tracks", "TraceFormats", "Simulation", "StreamMetrics", "Providers"]),
    .target(
      name: "LiveModels",
      dependencies: ["Tracks", "TraceFormats", "Simulation", "StreamMetrics", "Providers"]),
    .target(name: "DashboardProtocol", dependencies: ["Tracks", "StreamMetrics"]),
    .target(name: "WebServer", dependencies: ["CLibWebSockets", "CZlib"]),
    .executableTarget(
      name: "rastro",
      dependencies: [
        "Tracks", "TraceFormats", "Simulation", "StreamMetrics", "Providers", "Recording",
        "LiveModels", "DashboardProtocol", "WebServer",
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Tracks", "TraceFormats", "Simulation", "StreamMetrics", "Providers", "Recording",
        "LiveModels",
        "DashboardProtocol", "WebServer",
      ]),
    .target(name: "TestSupport", dependencies: ["Tracks", "Providers"]),

    .testTarget(name: "TracksTests", dependencies: ["Tracks", "TestSupport"]),
    .testTarget(
      name: "TraceFormatsTests",
      dependencies: ["TraceFormats", "Tracks", "TestSupport", "CZlib"]),
    .testTarget(name: "SimulationTests", dependencies: ["Simulation", "Tracks", "TestSupport"]),
    .testTarget(name: "StreamMetricsTests", dependencies: ["StreamMetrics", "TestSupport"]),
    .testTarget(
      name: "ProvidersTests",
      dependencies: ["Providers", "Simulation", "StreamMetrics", "Tracks", "TestSupport"]),
    .testTarget(
      name: "RecordingTests",
      dependencies: [
        "Recording", "Providers", "Simulation", "StreamMetrics", "TraceFormats", "Tracks",
        "TestSupport",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "LiveModelsTests",
      dependencies: [
        "LiveModels", "Providers", "Simulation", "StreamMetrics", "TraceFormats", "Tracks",
        "TestSupport",
      ]),
    .testTarget(
      name: "DashboardProtocolTests",
      dependencies: ["DashboardProtocol", "Tracks", "StreamMetrics", "TestSupport"],
      exclude: ["Golden"]),
    .testTarget(name: "WebServerTests", dependencies: ["WebServer", "TestSupport"]),
    .testTarget(
      name: "rastroTests",
      dependencies: [
        "rastro", "Tracks", "TraceFormats", "Simulation", "StreamMetrics", "Providers",
        "Recording", "LiveModels", "DashboardProtocol", "WebServer", "TestSupport",
      ], exclude: ["Golden"]),
    .testTarget(
      name: "DashboardTests", dependencies: ["TestSupport"], exclude: ["js", "Fixtures"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
}
