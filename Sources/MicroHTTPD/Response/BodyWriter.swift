/// Where a streamed body goes, piece by piece.
///
///     Response(headers: [.contentType: "text/csv"], body: .stream { writer in
///         for try await row in rows { try await writer.write(row.line) }
///     })
public struct BodyWriter: Sendable {
    let pipe: BodyChannel

    /// Sends bytes, waiting while the client has not taken what was written before.
    ///
    /// - Throws: `CancellationError` when the client has gone or the server is stopping.
    public func write(_ bytes: [UInt8]) async throws {
        try await pipe.write(bytes)
    }

    /// Sends text as UTF-8; waits and throws as for bytes.
    public func write(_ text: String) async throws {
        try await pipe.write(Array(text.utf8))
    }

    /// Sends the bytes of any sequence; waits and throws as for an array.
    public func write(_ bytes: some Sequence<UInt8>) async throws {
        try await pipe.write(Array(bytes))
    }

    /// Whether the client has gone or the server is stopping; writing now would throw.
    public var isClosed: Bool { pipe.isClosed }
}
