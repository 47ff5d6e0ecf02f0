import Bytes
import CMicroHTTPD
import Glibc
import HTTPMessages
import HTTPTypes
import Synchronization

/// A TCP connection, from the callback that announces it to the callback that ends it.
///
/// libmicrohttpd calls for a connection on one thread at a time. The deadline monitor, the stopping server and the
/// tasks of waiting handlers use other threads.
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
        /// The connection is suspended until the handler returns. Clear this flag before you resume it.
        var isSuspended = false
        var task: Task<Void, Never>?
        /// The number of the request whose response is awaited. The response to another one comes too late.
        var awaited = 0
        var response: Response?
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

/// The methods with which the deadline monitor and the stopping server end a connection of another thread.
extension Connection {
    /// Ends the connection if its deadline has passed, with a 408 response if a request is due.
    ///
    /// - Returns: The deadline, if it has not passed; nil without a deadline.
    func expire(at now: UInt64) -> UInt64? {
        guard let due = deadline.current else { return nil }
        guard due.time <= now else { return due.time }
        guard deadline.claim(due) else { return deadline.current?.time }
        let error = HTTPError(.requestTimeout, "The request took too long to arrive.")
        // Another thread cannot write into a TLS session.
        let answer =
            due.phase == .sending || serverContext.certificate != nil
            ? nil : SerializedResponse(serverContext.response(for: error, nil))
        shared.locked { shared in
            guard !shared.isClosed else { return }
            if let answer { SocketCalls.send(answer.bytes, to: socket) }
            SocketCalls.shutDown(socket)
        }
        return nil
    }

    /// Ends a connection whose client is lost or too slow.
    ///
    /// libmicrohttpd does not notice a lost client in two cases: on a suspended connection, and after the last bytes
    /// and the end of the stream have come together.
    func checkPeer(at now: UInt64) {
        let (channel, task) = shared.locked { shared -> (BodyChannel?, Task<Void, Never>?) in
            guard !shared.isClosed else { return (nil, nil) }
            // A client that only stopped sending may still read a streamed response. A client of an event stream has
            // left.
            if let channel = shared.channel {
                if channel.isOverdue(at: now) {
                    SocketCalls.shutDown(socket)
                    return (channel, nil)
                }
                return (SocketCalls.hasHungUp(socket, altogether: !channel.isLive) ? channel : nil, nil)
            }
            if shared.isSuspended {
                // A client that closes its connection sends FIN, as does a client that only stops sending. Both count
                // as lost here.
                guard SocketCalls.hasHungUp(socket, altogether: false) else { return (nil, nil) }
                SocketCalls.shutDown(socket)
                return (nil, shared.task)
            }
            if let due = deadline.current, due.phase != .sending, SocketCalls.hasHungUp(socket, altogether: false),
                !SocketCalls.hasInput(socket), deadline.claim(due)
            {
                SocketCalls.shutDown(socket)
            }
            return (nil, nil)
        }
        channel?.close()
        task?.cancel()
    }

    /// Ends a live body, because the server stops.
    func endLiveBody() {
        shared.locked { $0.channel }.map { if $0.isLive { $0.cancel() } }
    }

    /// Closes an idle connection, because the server stops.
    ///
    /// - Parameters:
    ///   - rest: The time in nanoseconds that the connection must have waited for a request.
    ///   - now: The current time.
    func closeIfAtRest(for rest: UInt64, at now: UInt64) {
        guard let due = deadline.current else { return }
        let allowed: UInt64
        switch due.phase {
        case .opened: allowed = serverContext.requestTimeout
        case .idle: allowed = serverContext.idleDeadline
        case .receiving, .sending: return
        }
        guard now + allowed >= due.time + rest else { return }
        shared.locked { shared in
            guard !shared.isClosed, !SocketCalls.hasInput(socket), deadline.claim(due) else { return }
            SocketCalls.shutDown(socket)
        }
    }

    /// A Boolean value that indicates whether no client can receive anything on this connection any more.
    ///
    /// It is false for a refused connection that libmicrohttpd has not closed yet. Its thread may be about to respond,
    /// and crashes if the daemon is stopped meanwhile.
    var isAbandoned: Bool {
        shared.locked {
            $0.isClosed
                || !$0.isRefused && !$0.isSuspended && $0.channel == nil
                    && SocketCalls.hasHungUp(socket, altogether: true)
        }
    }

    /// Aborts the request after the grace period of a stopping server. The connection is never suspended afterwards.
    func terminate() {
        let response = serverContext.response(for: CancellationError(), nil)
        let (channel, task) = shared.locked { shared in
            shared.isClosing = true
            if shared.isSuspended { resume(&shared, with: response) }
            return (shared.channel.take(), shared.task.take())
        }
        channel?.close()
        task?.cancel()
    }
}
