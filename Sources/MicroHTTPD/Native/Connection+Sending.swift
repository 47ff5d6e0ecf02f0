import CMicroHTTPD
import HTTPTypes
import Logging
import Synchronization

/// From the reply to the last byte of the answer; on libmicrohttpd's thread, but for the keeping of a promise.
extension Connection {
    /// Sends a reply, or suspends the connection until there is one.
    func send(_ reply: HandlerResponse, to request: Request) -> MHD_Result {
        switch reply {
        case .prebuilt(let prepared): return send(prepared)
        case .cacheable(let cacheable): return send(cacheable.response)
        case .response(let response):
            return queue(response, for: request)
        case .deferred(let promise):
            return suspend(promise, request)
        }
    }

    /// Whether the answer is the last of the connection, and says so.
    ///
    /// libmicrohttpd and a proxy may disagree where a chunked body ends. So the connection ends after it; see ``ChunkLine``.
    /// A stopping server takes no further request from a client that was told so.
    private var isLast: Bool { isChunked || serverContext.connections.isStopping }

    private func send(_ prepared: PrebuiltResponse) -> MHD_Result {
        if isLast { return queue(prepared.response, for: nil) }
        exchange = .answered
        guard limitSending(prepared.bytes.count) else { return cmh_no() }
        return prepared.queue(on: pointer)
    }

    /// Sends the response that an earlier request was given.
    func send(_ cached: ThreadResponse) -> MHD_Result {
        if isLast { return queue(cached.response.response, for: nil) }
        exchange = .answered
        guard limitSending(cached.response.bytes.count) else { return cmh_no() }
        return cached.queue(on: pointer)
    }

    /// Sends an answer; where that cannot be done, sends why.
    func queue(_ response: Response, for request: Request?) -> MHD_Result {
        exchange = .answered
        do {
            return try queueOnce(response, isHead: request?.method == .head)
        } catch {
            let excuse = serverContext.response(for: error, request)
            return (try? queueOnce(excuse, isHead: false)) ?? cmh_no()
        }
    }

    /// The request is over, whatever became of it.
    func complete() {
        exchange = .none
        body = []
        isChunked = false
        if hasPipe { shared.withLock { $0.pipe.take() }?.close() }
        hasPipe = false
        _ = deadline.set(.idle, at: MonotonicClock.now() + serverContext.idleDeadline)
    }

    /// The socket is about to be closed: nobody may touch it, or the pointer, any more.
    func close() {
        let (promise, pipe) = shared.withLock { shared in
            shared.isClosed = true
            return (shared.promise.take(), shared.pipe.take())
        }
        promise?.cancel()
        pipe?.close()
    }

    private func queueOnce(_ response: Response, isHead: Bool) throws -> MHD_Result {
        var headers = response.headers
        if isLast { headers[.connection] = "close" }
        let native = try NativeResponse.make(
            response.status, adding: headers, response.body, isHead: isHead, pipe: makePipe)
        guard limitSending(native.byteCount) else { return cmh_no() }
        return native.queue(on: pointer)
    }

    /// Sets the time by which the client must have taken that many bytes; nil for a stream, whose pipe sees to it.
    private func limitSending(_ byteCount: Int?) -> Bool {
        guard let allowance = byteCount.flatMap(serverContext.allowance) else { return deadline.clear() }
        return deadline.set(.sending, at: MonotonicClock.now() + allowance)
    }

    private func makePipe(_ source: BodyChannel.Source) throws -> BodyChannel {
        hasPipe = true
        let logger = serverContext.logger
        let pipe = BodyChannel(
            connection: pointer, limit: serverContext.configuration.streamBuffer, allowance: serverContext.allowance,
            source: source,
            onFailure: { logger.error("A streamed body failed", metadata: ["error": "\($0)"]) })
        let isClosing = shared.withLock { shared in
            shared.pipe = pipe
            return shared.isClosing
        }
        if isClosing { throw CancellationError() }
        if pipe.isLive, serverContext.connections.isStopping { pipe.cancel() }
        return pipe
    }

    private func suspend(_ promise: @escaping @Sendable () async throws -> HandlerResponse, _ request: Request)
        -> MHD_Result
    {
        exchange = .suspended(request)
        let isSuspended = shared.withLock { shared in
            guard !shared.isClosing else { return false }
            shared.isSuspended = true
            MHD_suspend_connection(pointer)
            // The task may be done before this lock is left; it then waits for it.
            shared.promise = Task { keep(await serverContext.reply(awaiting: promise, request)) }
            return true
        }
        guard isSuspended else { return queue(serverContext.response(for: CancellationError(), request), for: request) }
        return cmh_yes()
    }

    private func keep(_ reply: HandlerResponse) {
        shared.withLock { shared in
            guard shared.isSuspended else { return }
            shared.promise = nil
            resume(&shared, with: reply)
        }
    }

    /// Ends a suspension. The lock is held, so the pointer is still good and no one else resumes.
    func resume(_ shared: inout Shared, with reply: HandlerResponse) {
        shared.isSuspended = false
        shared.reply = reply
        MHD_resume_connection(pointer)
    }
}
