/**
 * A position frame, written here by other code than that which reads it.
 * @param {{ emitted?: number, source?: number, sequence?: number, generation?: number, kind?: number,
 *   vehicles: [number, number, number, number, number][] }} frame number, lat, lon, cm/s, 0.01°
 */
export function frameBytes({ emitted = 1, source = 0, sequence = 1, generation = 1, kind = 0, vehicles }) {
  const bytes = new ArrayBuffer(32 + 16 * vehicles.length);
  const view = new DataView(bytes);
  view.setBigUint64(0, BigInt(Math.round(emitted * 1e6)), true);
  view.setBigInt64(8, BigInt(Math.round(source * 1e3)), true);
  view.setUint32(16, sequence, true);
  view.setUint32(20, generation, true);
  view.setUint32(24, vehicles.length, true);
  view.setUint8(28, 1);
  view.setUint8(29, kind);
  vehicles.forEach(([number, lat, lon, speed, course], i) => {
    view.setUint32(32 + 16 * i, number, true);
    view.setInt32(36 + 16 * i, Math.round(lat * 1e7), true);
    view.setInt32(40 + 16 * i, Math.round(lon * 1e7), true);
    view.setUint16(44 + 16 * i, speed, true);
    view.setUint16(46 + 16 * i, course, true);
  });
  return bytes;
}
