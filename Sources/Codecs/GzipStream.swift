import Bytes
import CCodecs
import Synchronization

/// A gzip compressor (RFC 1952) for a body that comes in parts.
///
/// It uses 256 KB of memory, however long the body is. Clients can tell an unfinished body from a complete one.
// @unchecked: only `deflate` uses the stream, under a lock.
package final class GzipStream: @unchecked Sendable {
    private let stream: UnsafeMutablePointer<z_stream>
    private let lock = Mutex(())

    /// Creates a compressor. Returns nil if memory is exhausted.
    ///
    /// - Parameter level: The effort, from 1 to 9. The next level takes half as much time again, and saves a few per
    ///   cent. Default: 4.
    package init?(level: Int32 = 4) {
        guard let stream = cc_gzip_make(level) else { return nil }
        self.stream = stream
    }

    deinit { cc_gzip_free(stream) }

    /// Returns the compressed form of the next bytes. Clients can read all bytes up to here.
    package func compress(_ bytes: [UInt8]) -> [UInt8] {
        // zlib counts the bytes of a call in 32 bits.
        let size = 1 << 30
        guard bytes.count > size else { return bytes.isEmpty ? [] : deflate(bytes, Z_SYNC_FLUSH) }
        return stride(from: 0, to: bytes.count, by: size).flatMap { start in
            deflate(Array(bytes[start..<min(start + size, bytes.count)]), Z_SYNC_FLUSH)
        }
    }

    /// Returns the compressed form of the last bytes, with the end of the stream.
    package func finish(with bytes: [UInt8] = []) -> [UInt8] { deflate(bytes, Z_FINISH) }

    private func deflate(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
        lock.locked { _ in
            var made: [UInt8] = []
            bytes.withUnsafeBufferPointer { input in
                // zlib only reads from this pointer.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                repeat {
                    let room = Int(deflateBound(stream, UInt(stream.pointee.avail_in))) + 64
                    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { output in
                        stream.pointee.next_out = output.baseAddress
                        stream.pointee.avail_out = UInt32(output.count)
                        CCodecs.deflate(stream, flush)
                        made += output.dropLast(Int(stream.pointee.avail_out))
                    }
                } while stream.pointee.avail_out == 0
            }
            return made
        }
    }
}
