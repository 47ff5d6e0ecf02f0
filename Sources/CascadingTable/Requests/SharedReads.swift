/// The client whose request a task works for. Its slow reads take turns with those of other clients.
package enum RequestClient {
    @TaskLocal package static var address: String?
}

/// Reads that run once for all callers that wait for the same key. A read is cancelled when its last caller leaves.
@TableActor
final class SharedReads<Key: Hashable & Sendable> {
    private struct Read {
        let number: Int
        let task: Task<Void, Never>
        var callers: [Int: CheckedContinuation<Void, any Error>] = [:]
    }

    private var reads: [Key: Read] = [:]
    /// The number of reads that are running.
    var count: Int { reads.count }
    /// The number of tasks that have not ended. Some may ignore that they were cancelled.
    private var taskCount = 0
    private var lastNumber = 0
    /// The duration of the read that ended last.
    private(set) var latestDuration = Duration.zero

    /// The limit of reads that callers wait for at a time.
    private let limit: Int
    /// The limit of tasks, including those that ignore that they were cancelled.
    private static var maxTasks: Int { 1024 }

    nonisolated init(limit: Int = 64) { self.limit = limit }

    /// Waits for the read of a key, and starts it if it is not running.
    ///
    /// - Throws: The error of the read; `CancellationError` if the caller is cancelled; ``TableViewError`` with `busy`
    ///   if too many reads are running.
    func run(_ key: Key, _ body: @escaping @TableActor @Sendable () async throws -> Void) async throws {
        try Task.checkCancellation()
        if reads[key] == nil { try start(key, body) }
        lastNumber += 1
        let caller = lastNumber
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                guard reads[key] != nil else { return continuation.resume(throwing: CancellationError()) }
                reads[key]?.callers[caller] = continuation
                // The cancellation may have come before there was a continuation.
                if Task.isCancelled { leave(key, caller) }
            }
        } onCancel: {
            Task { @TableActor in leave(key, caller) }
        }
    }

    private func start(_ key: Key, _ body: @escaping @TableActor @Sendable () async throws -> Void) throws {
        guard reads.count < limit, taskCount < Self.maxTasks else {
            throw TableViewError(.busy, "Too many visitors are reading this table. Try again.")
        }
        lastNumber += 1
        taskCount += 1
        let number = lastNumber
        // Detached, because the read is no part of the action that needs it first.
        let task = Task.detached { [address = RequestClient.address] in
            await RequestClient.$address.withValue(address) { await self.perform(body, number, of: key) }
        }
        reads[key] = Read(number: number, task: task)
    }

    private func perform(
        _ body: @TableActor @Sendable () async throws -> Void, _ number: Int, of key: Key
    ) async {
        let result: Result<Void, any Error>
        let start = ContinuousClock.now
        do { result = .success(try await body()) } catch { result = .failure(error) }
        taskCount -= 1
        latestDuration = .now - start
        guard reads[key]?.number == number, let read = reads.removeValue(forKey: key) else { return }
        for caller in read.callers.values { caller.resume(with: result) }
    }

    private func leave(_ key: Key, _ caller: Int) {
        guard let continuation = reads[key]?.callers.removeValue(forKey: caller) else { return }
        if reads[key]?.callers.isEmpty == true { reads.removeValue(forKey: key)?.task.cancel() }
        continuation.resume(throwing: CancellationError())
    }
}
