import CMicroHTTPD
import HTTPTypes
import Synchronization

/// What the reaper and the stopping server do to a connection that they do not own.
extension Connection {
    /// Cuts the connection when its time is up, with a 408 where a request is due; else says when that will be.
    func expire(at now: UInt64) -> UInt64? {
        guard let due = deadline.current else { return nil }
        guard due.time <= now else { return due.time }
        guard deadline.claim(due) else { return deadline.current?.time }
        let error = HTTPError(.requestTimeout, "The request took too long to arrive.")
        let answer = due.phase == .sending ? nil : SerializedResponse(serverContext.response(for: error, nil))
        shared.withLock { shared in
            guard !shared.isClosed else { return }
            if let answer { SocketCalls.send(answer.bytes, to: socket) }
            SocketCalls.shutDown(socket)
        }
        return nil
    }

    /// Lets go of a client that has gone, where libmicrohttpd does not see it: on a suspended connection, at which it
    /// does not look, and on one whose last bytes and end came together, after which it waits for more. And of one that
    /// hardly reads the stream it asked for.
    func checkPeer(at now: UInt64) {
        let (pipe, promise) = shared.withLock { shared -> (BodyChannel?, Task<Void, Never>?) in
            guard !shared.isClosed else { return (nil, nil) }
            // A client that only stopped sending may still read what it is being sent, though not one that listens for
            // events.
            if let pipe = shared.pipe {
                if pipe.isOverdue(at: now) {
                    SocketCalls.shutDown(socket)
                    return (pipe, nil)
                }
                return (SocketCalls.hasHungUp(socket, altogether: !pipe.isLive) ? pipe : nil, nil)
            }
            if shared.isSuspended {
                // A client that closes its connection sends FIN, as does one that only stops sending: it is gone.
                guard SocketCalls.hasHungUp(socket, altogether: false) else { return (nil, nil) }
                SocketCalls.shutDown(socket)
                return (nil, shared.promise)
            }
            if let due = deadline.current, due.phase != .sending, SocketCalls.hasHungUp(socket, altogether: false),
                !SocketCalls.hasInput(socket), deadline.claim(due)
            {
                SocketCalls.shutDown(socket)
            }
            return (nil, nil)
        }
        pipe?.close()
        promise?.cancel()
    }

    /// The server stops: asks a live stream to end.
    func endFeed() {
        shared.withLock { $0.pipe }.map { if $0.isLive { $0.cancel() } }
    }

    /// The server stops: closes a connection that has been waiting for a request for so many nanoseconds.
    func closeIfAtRest(for rest: UInt64, at now: UInt64) {
        guard let due = deadline.current else { return }
        let allowed: UInt64
        switch due.phase {
        case .opened: allowed = serverContext.requestDeadline
        case .idle: allowed = serverContext.idleDeadline
        case .receiving, .sending: return
        }
        guard now + allowed >= due.time + rest else { return }
        shared.withLock { shared in
            guard !shared.isClosed, !SocketCalls.hasInput(socket), deadline.claim(due) else { return }
            SocketCalls.shutDown(socket)
        }
    }

    /// Whether nobody is there any more who could be told anything.
    var isAbandoned: Bool {
        shared.withLock {
            $0.isClosed || !$0.isSuspended && $0.pipe == nil && SocketCalls.hasHungUp(socket, altogether: true)
        }
    }

    /// The server's grace is over: breaks off what is under way, so that nothing is suspended afterwards.
    func terminate() {
        let response = serverContext.response(for: CancellationError(), nil)
        let (pipe, promise) = shared.withLock { shared in
            shared.isClosing = true
            if shared.isSuspended { resume(&shared, with: .response(response)) }
            return (shared.pipe.take(), shared.promise.take())
        }
        pipe?.close()
        promise?.cancel()
    }
}
