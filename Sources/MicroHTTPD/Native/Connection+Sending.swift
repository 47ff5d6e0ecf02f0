import Bytes
import CMicroHTTPD
import HTTPTypes
import Logging
import Synchronization

/// The steps from the reply to the last byte of the response. Only deferred work runs outside libmicrohttpd's thread.
extension Connection {
    /// Sends a reply. Deferred work suspends the connection.
    func send(_ reply: HandlerResponse, to request: Request) -> MHD_Result {
        switch reply {
        case .prebuilt(let prepared): return send(prepared)
        case .response(let response):
            return queue(response, for: request)
        case .deferred(let work):
            return suspend(work, request)
        }
    }

    /// A Boolean value that indicates whether this response ends the connection, with `Connection: close`.
    ///
    /// It does after a chunked request body, about whose end libmicrohttpd and a proxy may disagree; see ``ChunkLine``.
    /// It also does while the server stops, so that the client sends no further request.
    private var isLast: Bool { isChunked || serverContext.connections.isStopping }

    private func send(_ prepared: PrebuiltResponse) -> MHD_Result {
        if isLast { return queue(prepared.response, for: nil) }
        guard hold(prepared.bytes.count) else {
            return queue(serverContext.response(for: HTTPError.tooManyBytes, nil), for: nil)
        }
        exchange = .answered
        guard limitSending(prepared.bytes.count) else { return cmh_no() }
        return prepared.queue(on: pointer)
    }

    /// Sends a response. If that fails, it sends a response about the failure.
    func queue(_ response: Response, for request: Request?) -> MHD_Result {
        exchange = .answered
        do {
            return try queueOnce(response, isHead: request?.method == .head)
        } catch {
            let excuse = serverContext.response(for: error, request)
            return (try? queueOnce(excuse, isHead: false)) ?? cmh_no()
        }
    }

    /// Resets the connection at the end of a request, even of a failed one.
    func complete() {
        exchange = .none
        body = []
        serverContext.pending.remove(&pending)
        isChunked = false
        if hasChannel { shared.locked { $0.channel.take() }?.close() }
        hasChannel = false
        _ = deadline.set(.idle, at: MonotonicClock.now() + serverContext.idleDeadline)
    }

    /// Releases everything before the socket is closed. The pointer and the socket must not be used afterwards.
    func close() {
        serverContext.pending.remove(&pending)
        let (task, channel) = shared.locked { shared in
            shared.isClosed = true
            return (shared.task.take(), shared.channel.take())
        }
        task?.cancel()
        channel?.close()
    }

    private func queueOnce(_ response: Response, isHead: Bool) throws -> MHD_Result {
        var headers = response.headers
        if isLast { headers[.connection] = "close" }
        if !isHead { try hold(response.body) }
        let native = try NativeResponse.make(
            response.status, adding: headers, response.body, isHead: isHead, channel: makeChannel)
        guard limitSending(native.byteCount) else { return cmh_no() }
        return native.queue(on: pointer)
    }

    /// Counts the bytes of a response until the client has read it. Returns false if that exceeds the limit.
    ///
    /// Short responses are not counted, because counting needs time, and the number of connections limits them.
    private func hold(_ byteCount: Int) -> Bool {
        byteCount < Self.countedBytes || serverContext.pending.add(byteCount, to: &pending)
    }

    private func hold(_ body: Response.Body) throws {
        let byteCount =
            switch body {
            case .bytes(let bytes): bytes.count
            case .stream: Self.streamBytes
            case .empty, .file, .live: 0
            }
        guard hold(byteCount) else { throw HTTPError.tooManyBytes }
    }

    private static let countedBytes = 64 * 1024
    private static let streamBytes = 1024 * 1024

    /// Sets the deadline for a client to take a number of bytes; nil for a stream, which has its own deadlines.
    private func limitSending(_ byteCount: Int?) -> Bool {
        guard let allowance = byteCount.flatMap(serverContext.allowance) else { return deadline.clear() }
        return deadline.set(.sending, at: MonotonicClock.now() + allowance)
    }

    private func makeChannel(_ source: BodyChannel.Source) throws -> BodyChannel {
        hasChannel = true
        let logger = serverContext.logger
        let channel = BodyChannel(
            connection: pointer, limit: serverContext.configuration.streamBuffer, allowance: serverContext.allowance,
            source: source,
            onFailure: { logger.error("A streamed body failed", metadata: ["error": "\($0)"]) })
        let isClosing = shared.locked { shared in
            shared.channel = channel
            return shared.isClosing
        }
        if isClosing { throw CancellationError() }
        if channel.isLive, serverContext.connections.isStopping { channel.cancel() }
        return channel
    }

    private func suspend(_ work: @escaping @Sendable () async throws -> HandlerResponse, _ request: Request)
        -> MHD_Result
    {
        exchange = .suspended(request)
        let isSuspended = shared.locked { shared in
            guard !shared.isClosing else { return false }
            shared.isSuspended = true
            MHD_suspend_connection(pointer)
            // The task may end before this lock is released. It then waits for the lock.
            shared.task = Task { keep(await serverContext.reply(awaiting: work, request)) }
            return true
        }
        guard isSuspended else { return queue(serverContext.response(for: CancellationError(), request), for: request) }
        return cmh_yes()
    }

    private func keep(_ reply: HandlerResponse) {
        shared.locked { shared in
            guard shared.isSuspended else { return }
            shared.task = nil
            resume(&shared, with: reply)
        }
    }

    /// Ends a suspension. The caller holds the lock, so the pointer is valid and the connection is resumed only once.
    func resume(_ shared: inout Shared, with reply: HandlerResponse) {
        shared.isSuspended = false
        shared.reply = reply
        MHD_resume_connection(pointer)
    }
}
