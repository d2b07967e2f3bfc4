import Glibc

// One area a file; the first argument names it.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "formats": exit(try await Formats.run(Array(arguments.dropFirst())))
case "fleet": exit(try Fleets.run(Array(arguments.dropFirst())))
case "fanout": exit(try await FanOut.run(Array(arguments.dropFirst())))
case "metrics": exit(await Metrics.run(Array(arguments.dropFirst())))
default:
  print("usage: Benchmarks fanout|fleet|formats|metrics …")
  exit(64)
}
