/// The destination of a live body, such as an event stream. Any thread can send bytes to it without waiting.
///
///     Response(headers: [.contentType: "text/event-stream"], body: .live { sink in
///         let id = listeners.add(sink)
///         sink.onClose { listeners.remove(id) }
///     })
///
/// If an array is sent to many sinks, its bytes are stored once.
public struct BodySink: Sendable {
    let channel: BodyChannel

    /// Sends bytes to the client, without waiting.
    ///
    /// - Parameter bytes: The bytes to send.
    /// - Returns: Whether the bytes were accepted. False if the client has disconnected, or if it reads so slowly that
    ///   more than ``HTTPServer/Configuration/streamBuffer`` bytes would wait.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool { channel.offer(bytes) }

    /// Ends the body after the bytes that were sent.
    public func end() { channel.finish() }

    /// Sets an action to call once, when no more bytes are accepted. A closed sink calls it at once.
    ///
    /// - Parameter action: The action. It replaces an earlier action, and may be called on any thread.
    public func onClose(_ action: @escaping @Sendable () -> Void) { channel.onClose(action) }
}
