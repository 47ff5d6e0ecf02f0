import CMicroHTTPD
import Glibc
import Synchronization

/// A TCP connection, from the callback that announces it to the callback that ends it.
///
/// libmicrohttpd calls for a connection on one thread at a time. The deadline monitor, the stopping server and the
/// tasks of deferred work use other threads.
// @unchecked: `exchange` and the properties after it belong to libmicrohttpd's thread; the others are constant, atomic
// or behind `shared`.
final class Connection: @unchecked Sendable {
    /// The state of the current request.
    enum Exchange {
        case none
        case announced
        case receiving(RequestHead)
        case refused
        case suspended(Request)
        case answered
    }

    /// The properties that other threads may change.
    struct Shared {
        /// The socket is closed, and the pointer is freed.
        var isClosed = false
        /// The request was refused on the socket, past libmicrohttpd.
        var isRefused = false
        /// The grace period is over. The connection must not be suspended any more.
        var isClosing = false
        /// The connection is suspended for deferred work. Clear this flag before you resume it.
        var isSuspended = false
        var task: Task<Void, Never>?
        var reply: HandlerResponse?
        var channel: BodyChannel?
    }

    let serverContext: ServerContext
    let pointer: OpaquePointer
    let socket: Int32
    /// The thread of libmicrohttpd that serves the connection until its end.
    let thread = UInt(pthread_self())
    let remoteAddress: String
    let deadline = Deadline()
    let shared = Mutex(Shared())
    var exchange = Exchange.none
    /// The bytes of the announced target.
    var target: [UInt8] = []
    /// The end of the target in libmicrohttpd's memory, valid during this request.
    var targetEnd: UnsafeRawPointer?
    var body: [UInt8] = []
    /// The bytes of this connection that count towards `maxPendingBytes`.
    var pending = 0
    /// A Boolean value that indicates whether the request body is chunked.
    var isChunked = false
    /// A Boolean value that indicates whether the response is a stream.
    var hasChannel = false

    init(_ pointer: OpaquePointer, serverContext: ServerContext) {
        self.pointer = pointer
        self.serverContext = serverContext
        socket = cmh_socket(pointer)
        remoteAddress = Self.text(of: cmh_peer(pointer))
        _ = deadline.set(.opened, at: MonotonicClock.now() + serverContext.requestTimeout)
    }

    /// Returns a numeric address; empty if it is unknown.
    static func text(of address: UnsafePointer<sockaddr>?) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let text = buffer.baseAddress else { return "" }
            cmh_address(address, text, buffer.count)
            return String(cString: text)
        }
    }
}
