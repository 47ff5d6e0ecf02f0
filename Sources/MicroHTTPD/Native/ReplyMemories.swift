import Glibc
import Synchronization

/// The memory of each of libmicrohttpd's threads.
final class ReplyMemories: Sendable {
    private let lifetime: UInt64
    /// Bytes of a generation of one thread.
    private let capacity: Int
    private let memories = Mutex<[UInt: ReplyMemory]>([:])

    /// - Parameters:
    ///   - lifetime: how long a reply is repeated, in nanoseconds.
    ///   - maxBytes: bytes of both generations of all threads.
    init(lifetime: UInt64, maxBytes: Int, threads: Int) {
        self.lifetime = lifetime
        capacity = maxBytes / threads / 2
    }

    /// That of the thread which asks, to be kept by a connection, since a connection stays with its thread.
    func ofThisThread() -> ReplyMemory {
        let thread = UInt(pthread_self())
        return memories.withLock { memories in
            if let memory = memories[thread] { return memory }
            let memory = ReplyMemory(lifetime: lifetime, capacity: capacity)
            memories[thread] = memory
            return memory
        }
    }
}
