/// Where a streamed body goes, piece by piece.
///
///     Response(headers: [.contentType: "text/csv"], body: .stream { writer in
///         for try await row in rows { try await writer.write(row.utf8) }
///     })
public struct BodyWriter: Sendable {
    let pipe: BodyPipe

    /// Sends bytes, waiting while the client has not taken what was written before.
    ///
    /// - Throws: `CancellationError` when the client has gone or the server is stopping.
    public func write(_ bytes: [UInt8]) async throws {
        try await pipe.write(bytes)
    }

    /// Sends the bytes of text or of any other sequence; waits and throws as the other form does.
    public func write(_ bytes: some Sequence<UInt8>) async throws {
        try await pipe.write(Array(bytes))
    }

    /// Whether the client has gone or the server is stopping; writing now would throw.
    public var isClosed: Bool { pipe.isClosed }
}
