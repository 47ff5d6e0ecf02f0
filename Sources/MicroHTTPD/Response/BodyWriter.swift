/// The destination of a streamed body. Its writer waits for slow clients.
///
///     Response(headers: [.contentType: "text/csv"], body: .stream { writer in
///         for try await row in rows { try await writer.write(row.line) }
///     })
public struct BodyWriter: Sendable {
    let channel: BodyChannel

    /// Sends bytes. Waits while the client has not read enough of the earlier bytes.
    ///
    /// - Throws: `CancellationError` if the client has disconnected or the server stops.
    public func write(_ bytes: [UInt8]) async throws {
        try await channel.write(bytes)
    }

    /// Sends text as UTF-8. Waits and throws like the method for an array.
    public func write(_ text: String) async throws {
        try await channel.write(Array(text.utf8))
    }

    /// Sends the bytes of a sequence. Waits and throws like the method for an array.
    public func write(_ bytes: some Sequence<UInt8>) async throws {
        try await channel.write(Array(bytes))
    }

    /// A Boolean value that indicates whether the client has disconnected or the server stops. Writing then throws an
    /// error.
    public var isClosed: Bool { channel.isClosed }
}
