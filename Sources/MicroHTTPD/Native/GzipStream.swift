import CCodecs
import HTTPTypes
import Synchronization

/// A body in the format of gzip (RFC 1952), made as its parts come.
///
/// It has 256 KB of memory, however long the body gets. A body that was not finished is told from a whole one.
// @unchecked: its stream is used by `deflate` alone, under a lock.
package final class GzipStream: @unchecked Sendable {
    private let stream: UnsafeMutablePointer<z_stream>
    private let lock = Mutex(())

    /// - Throws: ``HTTPError`` 503 when out of memory.
    package init(effort: ContentCoding.Effort = .quick) throws {
        guard let stream = cc_gzip_make(effort.level) else {
            throw HTTPError(.serviceUnavailable, "The server has no memory left. Try again.")
        }
        self.stream = stream
    }

    deinit { cc_gzip_free(stream) }

    /// What follows for these bytes: all of them can be read from what has been made so far.
    package func compress(_ bytes: [UInt8]) -> [UInt8] { bytes.isEmpty ? [] : deflate(bytes, Z_SYNC_FLUSH) }

    /// The same for the last ones.
    package func finish(with bytes: [UInt8] = []) -> [UInt8] { deflate(bytes, Z_FINISH) }

    private func deflate(_ bytes: [UInt8], _ flush: Int32) -> [UInt8] {
        lock.withLock { _ in
            var made: [UInt8] = []
            bytes.withUnsafeBufferPointer { input in
                // zlib reads from there only.
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

extension ContentCoding.Effort {
    /// Each is where one more costs half as much again and saves some per cent.
    fileprivate var level: Int32 {
        switch self {
        case .quick: 4
        case .thorough: 9
        }
    }
}
