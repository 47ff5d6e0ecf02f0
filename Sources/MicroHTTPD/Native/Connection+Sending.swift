import Bytes
import CMicroHTTPD
import HTTPMessages
import HTTPTypes
import Logging
import Synchronization

/// The steps from the complete request to the last byte of the response.
extension Connection {
    /// Calls the handler, which begins on this thread. If it waits, the connection is suspended.
    func respond(to request: Request) -> MHD_Result {
        let number = shared.locked { shared in
            shared.awaited += 1
            return shared.awaited
        }
        let task = beginTask { [self] in receive(await serverContext.response(to: request), to: number) }
        let (response, isSuspended) = shared.locked { shared -> (Response?, Bool) in
            if let response = shared.response.take() { return (response, false) }
            guard !shared.isClosing else {
                shared.awaited += 1
                return (nil, false)
            }
            shared.isSuspended = true
            MHD_suspend_connection(pointer)
            shared.task = task
            return (nil, true)
        }
        if let response { return send(response, to: request) }
        if isSuspended {
            exchange = .suspended(request)
            return cmh_yes()
        }
        task?.cancel()
        return queue(serverContext.response(for: CancellationError(), request), for: request)
    }

    /// Sends a response.
    func send(_ response: Response, to request: Request) -> MHD_Result {
        guard let prebuilt = response.prebuilt, !isLast else { return queue(response, for: request) }
        guard hold(prebuilt.bytes.count) else {
            return queue(serverContext.response(for: HTTPError.tooManyBytes, nil), for: nil)
        }
        exchange = .answered
        guard limitSending(prebuilt.bytes.count) else { return cmh_no() }
        do {
            return try prebuilt.queue(on: pointer)
        } catch {
            return queue(serverContext.response(for: error, request), for: request)
        }
    }

    /// A Boolean value that indicates whether this response ends the connection, with `Connection: close`.
    ///
    /// It does after a chunked request body, about whose end libmicrohttpd and a proxy may disagree; see ``ChunkLine``.
    /// It also does while the server stops, so that the client sends no further request.
    private var isLast: Bool { isChunked || serverContext.connections.isStopping }

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
            connection: ReadingConnection(pointer: pointer), limit: serverContext.configuration.streamBuffer,
            allowance: serverContext.allowance,
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

    /// Takes the response of the handler. A suspended connection is resumed.
    private func receive(_ response: Response, to number: Int) {
        shared.locked { shared in
            guard shared.awaited == number else { return }
            shared.task = nil
            if shared.isSuspended { resume(&shared, with: response) } else { shared.response = response }
        }
    }

    /// Ends a suspension. The caller holds the lock, so the pointer is valid and the connection is resumed only once.
    func resume(_ shared: inout Shared, with response: Response) {
        shared.isSuspended = false
        shared.awaited += 1
        shared.response = response
        MHD_resume_connection(pointer)
    }
}
