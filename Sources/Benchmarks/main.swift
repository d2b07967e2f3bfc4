import Glibc

// One area a file; the first argument names it.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "fanout": exit(await FanOut.run(Array(arguments.dropFirst())))
default:
  print("usage: Benchmarks fanout …")
  exit(64)
}
