import CMicroHTTPD
import Glibc
import Synchronization

/// One TCP connection, from the callback that announces it to the one that ends it.
///
/// libmicrohttpd calls for a connection on one thread at a time; the reaper, the stopping server and the tasks
/// that answer later come from others.
// @unchecked: `exchange` and what follows it belong to libmicrohttpd's thread; the rest is constant, atomic or behind `shared`.
final class Connection: @unchecked Sendable {
    /// The request at hand, as far as it has come.
    enum Exchange {
        case none
        case announced
        case repeating(ThreadResponse)
        /// - Parameter isRepeatable: whether nothing but its head decides about the answer.
        case receiving(RequestHead, isRepeatable: Bool)
        case refused
        case suspended(Request)
        case answered
    }

    /// What other threads may change.
    struct Shared {
        /// The socket is closed, the pointer freed.
        var isClosed = false
        /// The server's grace is over: nothing may be suspended any more.
        var isClosing = false
        /// Suspended for a promise; whoever takes this back resumes.
        var isSuspended = false
        var promise: Task<Void, Never>?
        var reply: HandlerResponse?
        var pipe: BodyChannel?
    }

    let serverContext: ServerContext
    let pointer: OpaquePointer
    let socket: Int32
    /// The thread of libmicrohttpd's that serves it, from here on to its end.
    let thread = UInt(pthread_self())
    let remoteAddress: String
    let deadline = Deadline()
    let shared = Mutex(Shared())
    var exchange = Exchange.none
    /// What stands behind the method of the announced request, and when that came.
    var target: [UInt8] = []
    var announcedAt: UInt64 = 0
    /// Where the target ended, in libmicrohttpd's memory; used for the same request only.
    var targetEnd: UnsafeRawPointer?
    /// The header fields of the request before; nil where that asked for something by `GET`, whose response is cached
    /// with its head.
    var knownFields: HeaderFieldsCache?
    var body: [UInt8] = []
    /// Whether the body of the request comes in chunks.
    var isChunked = false
    /// Whether the answer is a stream.
    var hasPipe = false
    /// The response cache of this connection's thread.
    lazy var responses = serverContext.responses.ofThisThread()

    init(_ pointer: OpaquePointer, serverContext: ServerContext) {
        self.pointer = pointer
        self.serverContext = serverContext
        socket = cmh_socket(pointer)
        remoteAddress = Self.text(of: cmh_peer(pointer))
        _ = deadline.set(.opened, at: MonotonicClock.now() + serverContext.requestDeadline)
    }

    /// An address in numbers; empty if it is unknown.
    static func text(of address: UnsafePointer<sockaddr>?) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let text = buffer.baseAddress else { return "" }
            cmh_address(address, text, buffer.count)
            return String(cString: text)
        }
    }
}
