/// Where a body goes that is made as things happen: whoever learns of something sends it, and never waits.
///
///     Response(headers: [.contentType: "text/event-stream"], body: .live { feed in
///         let id = listeners.add(feed)
///         feed.onClose { listeners.remove(id) }
///     })
///
/// Sending the same array to many feeds holds its bytes once.
public struct BodySink: Sendable {
    let pipe: BodyChannel

    /// Sends bytes to the client.
    ///
    /// - Returns: false when they were not taken: the client has gone, or it reads so slowly that more than
    ///   ``HTTPServer/Configuration/streamBuffer`` would be held for it.
    @discardableResult
    public func send(_ bytes: [UInt8]) -> Bool { pipe.offer(bytes) }

    /// Ends the body once what was sent has been read.
    public func end() { pipe.finish() }

    /// Has the action called once, when nothing is taken any more; at once where that is so already.
    public func onClose(_ action: @escaping @Sendable () -> Void) { pipe.onClose(action) }
}
