import Synchronization

/// The shells that were rendered last, for a template takes a hundred times as long as what stands in its gaps.
final class RenderedShells: Sendable {
    private let shells = Mutex<[RenderedShell]>([])
    /// So many tables, languages and queries, of some six KB each.
    private static let capacity = 64
    /// The most bytes of one that is kept, for texts of visitors are in it.
    private let maxByteCount: Int

    /// - Parameter maxBytes: The most bytes of all.
    init(maxBytes: Int = 4 * 1024 * 1024) {
        maxByteCount = maxBytes / Self.capacity
    }

    /// The shell of that page, which has marks; nil where it is not among the last.
    func find(_ shell: borrowing PageShell) -> RenderedShell? {
        shells.withLock { shells in
            for index in shells.indices where shells[index].isShell(of: shell) {
                if index > 0 { shells.insert(shells.remove(at: index), at: 0) }
                return shells[0]
            }
            return nil
        }
    }

    func keep(_ shell: RenderedShell) {
        guard shell.byteCount <= maxByteCount else { return }
        shells.withLock { shells in
            shells.insert(shell, at: 0)
            if shells.count > Self.capacity { shells.removeLast() }
        }
    }
}
