import Bytes
import Synchronization

/// A connection that reads a streamed body. It is suspended while the channel is empty.
package protocol SuspendableConnection: Sendable {
    /// Stops reading until the connection is resumed. The channel's lock is held.
    func suspend()
    /// Continues to read. The channel's lock is held.
    func resume()
}

/// The channel of a streamed body: Swift writes bytes, and a server's connection or a task reads them.
///
/// While the channel is empty, the reader suspends its connection or its task. While it is full, a writing task is
/// suspended, and a sink refuses bytes.
package final class BodyChannel: Sendable {
    /// The source of the bytes.
    package enum Source: Sendable {
        /// A task that runs until the body ends.
        case task(@Sendable (BodyWriter) async throws -> Void)
        /// A closure that stores the sink. The body ends when the sink is told to.
        case live(@Sendable (BodyWriter) -> Void)
    }

    /// The result of a connection's read: a number of bytes, 0 if the connection is suspended now, or the end of the body.
    package enum Part {
        case bytes(Int)
        case ended
        case broken
    }

    private enum End { case open, ended, broken(any Error) }

    /// A reader that waits for bytes.
    private enum WaitingReader {
        case connection
        case task(CheckedContinuation<Void, Never>)
    }

    private struct State {
        var chunks: [[UInt8]] = []
        var next = 0
        var taken = 0
        var held = 0
        var end = End.open
        var reader: WaitingReader?
        var isClosed = false
        var isCancelled = false
        var hasBegun = false
        var closeAction: (@Sendable () -> Void)?
        var writer: CheckedContinuation<Void, any Error>?
        /// The time until which the reader must take enough bytes for the waiting writer to continue.
        var due: UInt64?
        var task: Task<Void, Never>?

        var isOpen: Bool { if case .open = end { !isClosed } else { false } }
    }

    /// The connection of the reader; nil for a task that reads.
    private let connection: (any SuspendableConnection)?
    private let limit: Int
    /// The time that a reader may take for a number of bytes, in nanoseconds; nil for no limit.
    private let allowance: @Sendable (Int) -> UInt64?
    private let source: Source
    private let onFailure: @Sendable (any Error) -> Void
    private let state = Mutex(State())

    package init(
        connection: (any SuspendableConnection)?, limit: Int, allowance: @escaping @Sendable (Int) -> UInt64?,
        source: Source,
        onFailure: @escaping @Sendable (any Error) -> Void
    ) {
        self.connection = connection
        self.limit = limit
        self.allowance = allowance
        self.source = source
        self.onFailure = onFailure
    }

    package var isClosed: Bool { state.locked { $0.isClosed } }

    /// A Boolean value that indicates whether the body has no end of its own.
    package var isLive: Bool { if case .live = source { true } else { false } }

    /// Returns whether the reader has kept the writer waiting for too long.
    package func isOverdue(at now: UInt64) -> Bool {
        state.locked { state in state.writer != nil && state.due.map { $0 <= now } ?? false }
    }

    /// Appends bytes. Waits while the channel holds more than the limit.
    func write(_ bytes: [UInt8]) async throws {
        try Task.checkCancellation()
        guard !bytes.isEmpty else { return }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let now: Result<Void, any Error>? = state.locked { state in
                    // Only one writer may wait at a time. The continuation of a second one would be lost.
                    guard state.isOpen, state.writer == nil, !Task.isCancelled else {
                        return .failure(CancellationError())
                    }
                    state.chunks.append(bytes)
                    state.held += bytes.count
                    wakeReader(&state)
                    guard state.held > limit else { return .success(()) }
                    state.writer = continuation
                    state.due = allowance(state.held).map { MonotonicClock.now() + $0 }
                    return nil
                }
                if let now { continuation.resume(with: now) }
            }
        } onCancel: {
            takeWriter()?.resume(throwing: CancellationError())
        }
    }

    /// Appends bytes if they fit into the limit. Returns false if they were refused.
    func offer(_ bytes: [UInt8]) -> Bool {
        state.locked { state in
            guard state.isOpen, state.held == 0 || state.held + bytes.count <= limit else {
                return false
            }
            guard !bytes.isEmpty else { return true }
            state.chunks.append(bytes)
            state.held += bytes.count
            wakeReader(&state)
            return true
        }
    }

    /// Ends the body after the bytes that were accepted.
    func finish() {
        state.locked { state in
            guard case .open = state.end else { return }
            state.end = .ended
            wakeReader(&state)
        }
        takeCloseAction()?()
    }

    /// Sets an action to call once no more bytes are accepted. A closed channel calls it at once.
    func onClose(_ action: @escaping @Sendable () -> Void) {
        let isOpen = state.locked { state in
            guard state.isOpen else { return false }
            state.closeAction = action
            return true
        }
        if !isOpen { action() }
    }

    /// Requests an end. Bytes that were written are still sent.
    package func cancel() {
        if isLive { return finish() }
        let task = state.locked { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    /// Ends both sides at once: the reader aborts the response, and the writer is cancelled.
    package func close() {
        let task = state.locked { state in
            state.isClosed = true
            state.chunks = []
            wakeReader(&state)
            return state.task
        }
        task?.cancel()
        takeWriter()?.resume(throwing: CancellationError())
        takeCloseAction()?()
    }

    private func takeCloseAction() -> (@Sendable () -> Void)? {
        state.locked { state in
            defer { state.closeAction = nil }
            return state.closeAction
        }
    }

    private func takeWriter() -> CheckedContinuation<Void, any Error>? {
        state.locked { state in
            defer { state.writer = nil }
            return state.writer
        }
    }

    private func wakeReader(_ state: inout State) {
        switch state.reader.take() {
        case .connection: connection?.resume()
        case .task(let continuation): continuation.resume()
        case nil: break
        }
    }

    /// Returns the available bytes to a task, and waits for some if there are none. Only one task may read.
    ///
    /// - Returns: The bytes; nil at the end of the body.
    /// - Throws: The error of the source, or `CancellationError` if the channel was closed. A cancelled task closes it.
    func next() async throws -> [UInt8]? {
        begin()
        return try await withTaskCancellationHandler {
            while true {
                let (bytes, end, writer) = state.locked { state in
                    let end = state.isClosed ? End.broken(CancellationError()) : state.end
                    let bytes = takeAll(&state)
                    return (bytes, end, state.writer.take())
                }
                writer?.resume()
                guard bytes.isEmpty else { return bytes }
                switch end {
                case .ended: return nil
                case .broken(let error): throw error
                case .open: await untilChanged()
                }
            }
        } onCancel: {
            close()
        }
    }

    /// Waits until there are bytes or the body ends.
    private func untilChanged() async {
        await withCheckedContinuation { continuation in
            let isWaiting = state.locked { state in
                guard state.chunks.isEmpty, state.isOpen else { return false }
                state.reader = .task(continuation)
                return true
            }
            if !isWaiting { continuation.resume() }
        }
    }

    private func takeAll(_ state: inout State) -> [UInt8] {
        defer { (state.chunks, state.held) = ([], 0) }
        return state.chunks.count == 1 ? state.chunks[0] : Array(state.chunks.joined())
    }

    /// Fills the buffer with the available bytes. Without any, it suspends the connection until there are some.
    package func read(_ buffer: UnsafeMutableRawBufferPointer) -> Part {
        begin()
        let (part, writer) = state.locked { state -> (Part, CheckedContinuation<Void, any Error>?) in
            if state.isClosed { return (.broken, nil) }
            let count = take(&state, into: buffer)
            guard count == 0 else {
                guard state.held <= limit / 2 else { return (.bytes(count), nil) }
                defer { state.writer = nil }
                return (.bytes(count), state.writer)
            }
            switch state.end {
            case .ended: return (.ended, nil)
            case .broken: return (.broken, nil)
            case .open:
                guard let connection else { return (.broken, nil) }
                state.reader = .connection
                connection.suspend()
                return (.bytes(0), nil)
            }
        }
        writer?.resume()
        return part
    }

    /// Starts the source at the first read, because a response to HEAD is never read.
    private func begin() {
        let isFirst = state.locked { state in
            defer { state.hasBegun = true }
            return !state.hasBegun
        }
        guard isFirst else { return }
        switch source {
        case .live(let start): start(BodyWriter(channel: self))
        case .task(let produce):
            let unwanted = state.locked { state in
                state.task = Task { await self.run(produce) }
                return state.isCancelled || state.isClosed ? state.task : nil
            }
            // The task locks the state when it is cancelled.
            unwanted?.cancel()
        }
    }

    private func take(_ state: inout State, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var count = 0
        while count < buffer.count, state.next < state.chunks.count {
            let chunk = state.chunks[state.next]
            let part = min(buffer.count - count, chunk.count - state.taken)
            UnsafeMutableRawBufferPointer(rebasing: buffer[count...]).copyBytes(
                from: chunk[state.taken...].prefix(part))
            count += part
            state.taken += part
            if state.taken == chunk.count { (state.next, state.taken) = (state.next + 1, 0) }
        }
        state.held -= count
        // Sent chunks are removed in groups. Removing each one alone would move all others every time.
        if state.next == state.chunks.count || state.next >= 32 {
            state.chunks.removeFirst(state.next)
            state.next = 0
        }
        return count
    }

    private func run(_ produce: @Sendable (BodyWriter) async throws -> Void) async {
        var end = End.ended
        do {
            try await produce(BodyWriter(channel: self))
        } catch {
            end = .broken(error)
            if !isClosed { onFailure(error) }
        }
        state.locked { state in
            state.end = end
            wakeReader(&state)
        }
    }
}
