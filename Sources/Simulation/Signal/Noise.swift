import Glibc
import Tracks

/// The errors of a noise model, looked up by vehicle and source time.
struct Noise: Sendable {
  private let model: NoiseModel
  private let white: RandomStream
  private let wander: RandomStream
  private let drift: RandomStream
  private let phase: RandomStream
  private let wanderTime: Double
  private let driftTime: Double
  /// What is left of a wandering error after each of the halvings of a block, coarsest first.
  private let memories: [Double]

  /// Sqrt(−2 ln(1 − 0.68)): the radius of 68 % in standard deviations on an axis.
  static let radiusOf68Percent = 1.509_592_2

  private static let levels = 7
  /// Steps of a block.
  private static let steps = 128
  /// Steps of a block in the time in which what wanders forgets where it was.
  private static let stepsPerTime = 32.0

  init(_ model: NoiseModel, seed: UInt64) {
    self.model = model
    white = RandomStream(seed: seed, name: "noise.white")
    wander = RandomStream(seed: seed, name: "noise.wander")
    drift = RandomStream(seed: seed, name: "noise.drift")
    phase = RandomStream(seed: seed, name: "noise.phase")
    wanderTime = max(1e-3, model.wanderTime.inSeconds)
    driftTime = max(1e-3, model.driftTime.inSeconds)
    memories = (0..<Self.levels).map { level in
      exp(-Double(Self.steps >> (level + 1)) / Self.stepsPerTime)
    }
  }

  /// Moves a fix by its error, and reports its accuracy.
  ///
  /// - Parameters:
  ///   - fix: The fix.
  ///   - vehicle: The vehicle's number.
  ///   - time: Source time since the start, in nanoseconds.
  func apply(to fix: inout Fix, of vehicle: Int, at time: Int64) {
    let error = error(of: vehicle, at: time)
    fix.coordinate = fix.coordinate.displaced(east: error.offset.x, north: error.offset.y)
    fix.horizontalAccuracy = error.variance.squareRoot() * Self.radiusOf68Percent
  }

  /// Metres to the east and north, and the variance on each axis.
  func error(of vehicle: Int, at time: Int64) -> (offset: SIMD2<Double>, variance: Double) {
    var offset = SIMD2<Double>.zero
    var variance = 0.0
    if model.white > 0 {
      offset += model.white * white.normalPair(vehicle, time)
      variance += model.white * model.white
    }
    if model.wander > 0 {
      offset += model.wander * wandered(vehicle, Double(time) * 1e-9)
      variance += model.wander * model.wander
    }
    if model.drift > 0 {
      let drifted = drifted(vehicle, Double(time) * 1e-9)
      offset += model.drift * drifted.offset
      variance += model.drift * model.drift * drifted.variance
    }
    return (offset, variance)
  }

  /// A Gauss–Markov process of variance 1.
  ///
  /// Blocks of four times its memory have independent ends, which at that distance they all but have;
  /// between them, halving after halving, each middle is drawn as the process would given both sides.
  private func wandered(_ vehicle: Int, _ seconds: Double) -> SIMD2<Double> {
    let step = seconds / wanderTime * Self.stepsPerTime
    let whole = step.rounded(.down)
    let (block, index) = Self.divided(Int64(whole), by: Int64(Self.steps))
    var low = (index: 0, value: wander.normalPair(vehicle, block << 8))
    var high = (index: Self.steps, value: wander.normalPair(vehicle, (block + 1) << 8))
    for memory in memories {
      let middle = (low.index + high.index) / 2
      let square = memory * memory
      let chance = wander.normalPair(vehicle, block << 8 | Int64(middle))
      let value =
        (low.value + high.value) * (memory / (1 + square))
        + chance * ((1 - square) / (1 + square)).squareRoot()
      if index < middle { high = (middle, value) } else { low = (middle, value) }
    }
    // Between two steps the line is scaled so that the variance stays 1.
    let fraction = step - whole
    let memory = exp(-1 / Self.stepsPerTime)
    let variance =
      fraction * fraction + (1 - fraction) * (1 - fraction)
      + 2 * fraction * (1 - fraction) * memory
    return (low.value * (1 - fraction) + high.value * fraction) / variance.squareRoot()
  }

  /// A random walk that begins anew at 0, with the variance it has reached.
  private func drifted(
    _ vehicle: Int, _ seconds: Double
  ) -> (offset: SIMD2<Double>, variance: Double) {
    // Vehicles do not begin anew all at once.
    let time = seconds / driftTime + phase.uniform(vehicle, 0)
    let block = Int64(time.rounded(.down))
    let step = (time - Double(block)) * Double(Self.steps)
    let index = Int(step)
    let stepVariance = driftTime / Double(Self.steps)
    var low = (index: 0, value: SIMD2<Double>.zero)
    var high = (
      index: Self.steps, value: drift.normalPair(vehicle, block << 8) * driftTime.squareRoot()
    )
    for _ in 0..<Self.levels {
      let middle = (low.index + high.index) / 2
      let chance = drift.normalPair(vehicle, block << 8 | Int64(middle))
      let deviation = (Double(high.index - low.index) * stepVariance / 4).squareRoot()
      let value = (low.value + high.value) * 0.5 + chance * deviation
      if index < middle { high = (middle, value) } else { low = (middle, value) }
    }
    let fraction = step - Double(index)
    let value = low.value * (1 - fraction) + high.value * fraction
    return (value, (Double(index) + fraction * fraction) * stepVariance)
  }

  private static func divided(_ value: Int64, by divisor: Int64) -> (Int64, Int) {
    var (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 {
      quotient -= 1
      remainder += divisor
    }
    return (quotient, Int(remainder))
  }
}

extension Coordinate {
  /// The place some metres to the east and north; near a pole less far to the east.
  func displaced(east: Double, north: Double) -> Coordinate {
    let metersPerDegree = Geodesy.earthRadius * .pi / 180
    let scale = max(0.01, cos(latitude * .pi / 180))
    return Coordinate(
      wrappingLatitude: latitude + north / metersPerDegree,
      longitude: longitude + east / (metersPerDegree * scale))
  }
}
