public import HTTPTypes

/// An answer to one request: status, headers and a body.
///
/// `Content-Length`, `Transfer-Encoding` and `Date` are written by the server; set here, the first two are ignored.
/// A response to `HEAD`, and one with status 204 or 304, is sent without its body; to `HEAD` its length is told.
public struct Response: Sendable {
    /// What follows the headers.
    public enum Body: Sendable {
        /// Nothing.
        case empty
        /// Bytes in memory. They are sent from where they are, never copied.
        case bytes([UInt8])
        /// `count` bytes of a regular file from `offset`, or all that follows; sent by the kernel.
        ///
        /// The file is opened when the answer is sent: a missing one is answered 404.
        case file(path: String, offset: UInt64 = 0, count: UInt64? = nil)
        /// Bytes as they are made, in constant memory: the closure waits whenever the client reads slower than it writes.
        ///
        /// Returning ends the body; throwing breaks the connection off, so that the client can tell.
        /// The task is cancelled when the client has gone.
        case stream(@Sendable (BodyWriter) async throws -> Void)
        /// Bytes as things happen, such as events: the closure is handed a feed to keep, and holds no task or thread.
        ///
        /// It ends when the feed is told to, when the client has gone, and as soon as the server begins to stop.
        case live(@Sendable (BodySink) -> Void)
    }

    /// The status line's code. One that no final answer can have is sent as 500.
    public var status: HTTPResponse.Status
    /// The headers, sent in this order.
    public var headers: HTTPFields
    /// What follows the headers.
    public var body: Body

    /// Makes an answer from its parts.
    public init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The bytes of the body where they are in memory; nil for a file or a stream.
    public var bytes: [UInt8]? {
        switch body {
        case .empty: []
        case .bytes(let bytes): bytes
        case .file, .stream, .live: nil
        }
    }
}
