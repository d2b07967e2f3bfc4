/// The clients of one load, where they lie for as long as the library may point to them.
// Safe: the memory is freed in `deinit` alone, after the context that points to it.
@safe final class ClientTable {
  let records: UnsafeMutableBufferPointer<ClientRecord>

  init(_ options: WebSocketClientOptions) {
    unsafe records = .allocate(capacity: max(0, options.count))
    for number in unsafe records.indices {
      unsafe records.initializeElement(
        at: number,
        to: ClientRecord(
          number: number, reading: number < options.slowCount ? options.slowReading : .full))
    }
  }

  deinit {
    unsafe records.deinitialize()
    unsafe records.deallocate()
  }
}
