import Bytes
import CLibrary
import Synchronization

/// The reader of a response's body, for servers other than that of `MicroHTTPD`.
///
/// A file is open, and a stream goes on, until the reader is released. Only one task may read.
package final class BodyReader: Sendable {
    private enum Source: Sendable {
        case bytes([UInt8])
        case file(descriptor: Int32, offset: UInt64)
        case channel(BodyChannel)
    }

    /// The length of the body; nil for a stream.
    package let byteCount: Int?
    private let source: Source
    /// The number of bytes in memory or of a file that were read.
    private let position = Mutex(0)

    /// The longest piece of a file in bytes.
    private static let pieceSize = 64 * 1024

    /// - Parameters:
    ///   - body: The body to read. A stream starts when it is first read.
    ///   - limit: The number of bytes that a stream may be ahead of its reader.
    ///   - onFailure: Called with the error of a stream.
    /// - Throws: ``HTTPError`` for a file that cannot be opened.
    package init(_ body: Response.Body, limit: Int, onFailure: @escaping @Sendable (any Error) -> Void) throws {
        func channel(_ source: BodyChannel.Source) -> Source {
            .channel(
                BodyChannel(
                    connection: nil, limit: limit, allowance: { _ in nil }, source: source, onFailure: onFailure))
        }
        switch body {
        case .empty: (source, byteCount) = (.bytes([]), 0)
        case .bytes(let bytes): (source, byteCount) = (.bytes(bytes), bytes.count)
        case .file(let path, let offset, let count, let followsLink):
            let file = try BodyFile.open(path, offset: offset, count: count, followsLink: followsLink)
            (source, byteCount) = (.file(descriptor: file.descriptor, offset: offset), Int(clamping: file.length))
        case .stream(let produce): (source, byteCount) = (channel(.task(produce)), nil)
        case .live(let start): (source, byteCount) = (channel(.live(start)), nil)
        }
    }

    deinit {
        switch source {
        case .bytes: break
        case .file(let descriptor, _): close(descriptor)
        case .channel(let channel): channel.close()
        }
    }

    /// A Boolean value that indicates whether the body has no end of its own.
    package var isLive: Bool { if case .channel(let channel) = source { channel.isLive } else { false } }

    /// Returns the next bytes; nil at the end of the body. A cancelled task ends a stream.
    ///
    /// - Throws: The error of a stream, or ``HTTPError`` for a file that has become shorter.
    package func next() async throws -> [UInt8]? {
        if case .channel(let channel) = source { return try await channel.next() }
        return try position.locked { position in
            let rest = (byteCount ?? 0) - position
            guard rest > 0 else { return nil }
            let piece = try piece(at: position, rest)
            position += piece.count
            return piece
        }
    }

    /// Ends a live body, because the server stops.
    package func endLiveBody() {
        if case .channel(let channel) = source, channel.isLive { channel.cancel() }
    }

    private func piece(at position: Int, _ rest: Int) throws -> [UInt8] {
        switch source {
        case .bytes(let bytes): return bytes
        case .channel: return []
        case .file(let descriptor, let offset):
            let piece = [UInt8](unsafeUninitializedCapacity: min(rest, Self.pieceSize)) { buffer, count in
                count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset) + off_t(position)))
            }
            guard !piece.isEmpty else { throw BodyFile.missing }
            return piece
        }
    }
}
