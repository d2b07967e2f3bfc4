import Glibc
import Simulation

/// The C loop that fleets are measured against, compiled when it is needed.
///
/// It can be used safely: `fill` passes pointers to whole arrays, which outlive the call.
@safe
struct FleetReference {
  private typealias Fill =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer, Int, Double
    ) -> Void

  private let function: Fill

  struct NotLoaded: Error {}

  init(_ directory: BenchmarkDirectory) throws {
    let library = try directory.compiledLibrary(Self.source)
    // The library stays loaded to the end of the process; its one function has the type of `Fill`, as the
    // source below shows.
    guard let handle = unsafe dlopen(library, RTLD_NOW), let symbol = unsafe dlsym(handle, "fill")
    else { throw NotLoaded() }
    unsafe function = unsafeBitCast(symbol, to: Fill.self)
  }

  func fill(_ bytes: inout [UInt8], _ fleet: Fleet, seconds: Double) {
    // The layouts of `Fleet.Node` and `Fleet.Driver` are those of the C structs: the same members of the
    // same sizes in the same order.
    unsafe bytes.withUnsafeMutableBytes { bytes in
      unsafe fleet.nodes.withUnsafeBytes { nodes in
        unsafe fleet.drivers.withUnsafeBytes { drivers in
          guard let bytes = bytes.baseAddress, let nodes = nodes.baseAddress,
            let drivers = drivers.baseAddress
          else { return }
          unsafe function(bytes, nodes, drivers, fleet.drivers.count, seconds)
        }
      }
    }
  }

  private static let source = #"""
    #include <math.h>
    #include <stdint.h>
    #include <string.h>

    struct node { double latitude, longitude; float latitude_per_meter, longitude_per_meter, speed, course; };
    struct driver { int32_t first, last_step; double steps, phase, pace, lane, haste; };

    static inline int32_t nearest(double value) {
      double sum = value + 6755399441055744.0;
      int64_t bits;
      memcpy(&bits, &sum, 8);
      return (int32_t)bits;
    }

    void fill(uint8_t *bytes, const struct node *nodes, const struct driver *drivers, long count, double seconds) {
      uint8_t *out = bytes + 32;
      for (long i = 0; i < count; i++, out += 16) {
        const struct driver *d = drivers + i;
        double round = (d->phase + d->pace * seconds) / d->steps;
        double step = (round - (double)(long)round) * d->steps;
        long whole = (long)step, last = d->last_step;
        if (whole > last) whole = last;
        double f = step - (double)whole;
        const struct node *a = nodes + d->first + whole, *b = a + 1;
        double latitude = a->latitude + (b->latitude - a->latitude) * f
          + d->lane * ((double)a->latitude_per_meter + (double)(b->latitude_per_meter - a->latitude_per_meter) * f);
        double longitude = a->longitude + (b->longitude - a->longitude) * f
          + d->lane * ((double)a->longitude_per_meter + (double)(b->longitude_per_meter - a->longitude_per_meter) * f);
        double speed = ((double)a->speed + (double)(b->speed - a->speed) * f) * d->haste;
        double turns = ((double)a->course + (double)(b->course - a->course) * f) * (1 / 36000.0);
        int32_t course = nearest((turns - (double)nearest(turns - 0.5)) * 36000);
        if (course == 36000) course = 0;
        if (longitude > 1800000000) longitude -= 3600000000;
        if (longitude < -1800000000) longitude += 3600000000;
        uint32_t number = (uint32_t)i;
        int32_t x = nearest(latitude), y = nearest(longitude);
        uint16_t v = (uint16_t)nearest(speed), c = (uint16_t)course;
        memcpy(out, &number, 4);
        memcpy(out + 4, &x, 4);
        memcpy(out + 8, &y, 4);
        memcpy(out + 12, &v, 2);
        memcpy(out + 14, &c, 2);
      }
    }
    """#
}
