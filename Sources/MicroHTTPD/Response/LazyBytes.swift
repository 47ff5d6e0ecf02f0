import Synchronization

/// Bytes that are put together by the first who needs them, and once for all who do.
public final class LazyBytes: Sendable {
    /// How many they are.
    public let count: Int
    private let state: Mutex<State>

    private enum State {
        case unmade(@Sendable () -> [UInt8])
        case made([UInt8])
    }

    /// Bytes that are there.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        state = Mutex(.made(bytes))
    }

    /// - Parameters:
    ///   - count: how many there will be.
    ///   - make: puts them together; called at most once, on any thread.
    public init(count: Int, _ make: @escaping @Sendable () -> [UInt8]) {
        self.count = count
        state = Mutex(.unmade(make))
    }

    /// All of them.
    public var bytes: [UInt8] {
        state.withLock { state in
            switch state {
            case .made(let bytes): return bytes
            case .unmade(let make):
                let bytes = make()
                state = .made(bytes)
                return bytes
            }
        }
    }
}
