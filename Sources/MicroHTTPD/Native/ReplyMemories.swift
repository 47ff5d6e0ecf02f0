import Glibc
import Synchronization

/// The memory of each of libmicrohttpd's threads.
final class ReplyMemories: Sendable {
    private let lifetime: UInt64
    private let memories = Mutex<[UInt: ReplyMemory]>([:])

    /// - Parameter lifetime: how long a reply is repeated, in nanoseconds.
    init(lifetime: UInt64) {
        self.lifetime = lifetime
    }

    /// That of the thread which asks, to be kept by a connection, since a connection stays with its thread.
    func ofThisThread() -> ReplyMemory {
        let thread = UInt(pthread_self())
        return memories.withLock { memories in
            if let memory = memories[thread] { return memory }
            let memory = ReplyMemory(lifetime: lifetime)
            memories[thread] = memory
            return memory
        }
    }
}
