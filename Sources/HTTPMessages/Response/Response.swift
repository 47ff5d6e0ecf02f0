public import HTTPTypes

/// A response to a request: status, headers and body.
///
/// The server writes `Content-Length`, `Transfer-Encoding` and `Date`. It ignores values of the first two. Responses to
/// `HEAD`, and responses with status 204 or 304, are sent without their body. The response to `HEAD` has the length of
/// the body.
public struct Response: Sendable {
    /// The body of a response.
    public enum Body: Sendable {
        /// An empty body.
        case empty
        /// Bytes in memory, sent without a copy.
        case bytes([UInt8])
        /// A part of a regular file: `count` bytes from `offset`, or all bytes from there. The kernel sends it.
        ///
        /// The file is opened when the response is sent. A missing file becomes status 404. So does a symbolic link if
        /// `followsLink` is false.
        case file(path: String, offset: UInt64 = 0, count: UInt64? = nil, followsLink: Bool = true)
        /// A stream of bytes in constant memory. The closure waits while the client reads slower than it writes.
        ///
        /// Return to end the body. Throw to break the connection, so that the client notices the error. The task is
        /// cancelled when the client disconnects.
        case stream(@Sendable (BodyWriter) async throws -> Void)
        /// A live body, such as an event stream. The closure stores the sink and returns; it occupies no task or
        /// thread.
        ///
        /// The body ends when the sink ends it, when the client disconnects, or when the server begins to stop.
        case live(@Sendable (BodyWriter) -> Void)
    }

    /// The status of the response. Codes below 200 or above 999 are sent as 500.
    public var status: HTTPResponse.Status { didSet { prebuilt = nil } }
    /// The headers, in the order they are sent.
    public var headers: HTTPFields { didSet { prebuilt = nil } }
    /// The body of the response.
    public var body: Body { didSet { prebuilt = nil } }
    /// The native form of this response; nil for a response that is sent once.
    package internal(set) var prebuilt: PrebuiltResponse?
    /// The page that a server puts around the body; nil for a body that is sent as it is.
    package var surroundings: Surroundings?

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status. Default: 200.
    ///   - headers: The headers. Default: none.
    ///   - body: The body. Default: empty.
    public init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The bytes of the body; nil for a file or a stream.
    public var bytes: [UInt8]? {
        switch body {
        case .empty: []
        case .bytes(let bytes): bytes
        case .file, .stream, .live: nil
        }
    }
}

/// The page that a server puts around the HTML of a response, in the looks of its other pages.
package final class Surroundings: Sendable {
    /// The title of the page.
    package let title: String
    /// The titles and addresses of the pages above this one.
    package let breadcrumbs: [(title: String, url: String)]
    /// The language of the page's texts as a BCP 47 tag; nil for the language that the client prefers.
    package let language: String?
    /// The source of the whole page; nil for a page around the body.
    package let content: (any Sendable)?

    /// Creates a frame.
    package init(
        title: String = "", breadcrumbs: [(title: String, url: String)] = [], language: String? = nil,
        content: (any Sendable)? = nil
    ) {
        (self.title, self.breadcrumbs, self.language, self.content) = (title, breadcrumbs, language, content)
    }
}
