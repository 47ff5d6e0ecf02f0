/// The destination of a streamed or live body.
///
/// Code that makes the body waits for slow clients:
///
///     Response(headers: [.contentType: "text/csv"], body: .stream { writer in
///         for try await row in rows { try await writer.write(row.line) }
///     })
///
/// Code that tells of events sends them without waiting, from any thread. If an array is sent to many clients, its bytes
/// are stored once:
///
///     Response(headers: [.contentType: "text/event-stream"], body: .live { writer in
///         let id = listeners.add(writer)
///         writer.onClose { listeners.remove(id) }
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

    /// Sends bytes to the client, without waiting.
    ///
    /// - Parameter bytes: The bytes to send.
    /// - Returns: Whether the bytes were accepted. False if the client has disconnected, or if it reads so slowly that
    ///   more than ``HTTPConfiguration/streamBuffer`` bytes would wait.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool { channel.offer(bytes) }

    /// Ends the body after the bytes that were sent.
    public func end() { channel.finish() }

    /// Sets an action to call once, when no more bytes are accepted. A closed body calls it at once.
    ///
    /// - Parameter action: The action. It replaces an earlier action, and may be called on any thread.
    public func onClose(_ action: @escaping @Sendable () -> Void) { channel.onClose(action) }
}
