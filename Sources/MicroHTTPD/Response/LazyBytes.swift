import Synchronization

/// What bytes are put together from, wherever they are needed.
public protocol ByteSource: AnyObject, Sendable {
    /// How many they are.
    var count: Int { get }

    /// Puts them together in memory of their length.
    func write(to memory: UnsafeMutableRawBufferPointer)

    /// The same in memory that has the bytes of another source, as many, of which most may be the same.
    func write(to memory: UnsafeMutableRawBufferPointer, over other: any ByteSource)
}

/// Bytes that are put together by the first who needs them, and once for all who do not want them elsewhere.
public final class LazyBytes: Sendable {
    /// How many they are.
    public let count: Int
    private let state: Mutex<State>

    private enum State {
        case unmade(any ByteSource)
        case made([UInt8])
    }

    /// Bytes that are there.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        state = Mutex(.made(bytes))
    }

    /// Bytes that are put together when they are needed, on any thread.
    public init(_ source: any ByteSource) {
        count = source.count
        state = Mutex(.unmade(source))
    }

    /// All of them.
    public var bytes: [UInt8] {
        state.withLock { state in
            switch state {
            case .made(let bytes): return bytes
            case .unmade(let source):
                let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, written in
                    source.write(
                        to: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: memory[..<count])))
                    written = count
                }
                state = .made(bytes)
                return bytes
            }
        }
    }

    /// Puts them into memory of their length, and keeps none.
    ///
    /// - Parameter other: what is there now; nil where that is nothing.
    func copy(to memory: UnsafeMutableRawBufferPointer, over other: LazyBytes?) {
        let before = other?.source
        state.withLock { state in
            switch state {
            case .made(let bytes): memory.copyBytes(from: bytes)
            case .unmade(let source):
                if let before { source.write(to: memory, over: before) } else { source.write(to: memory) }
            }
        }
    }

    private var source: (any ByteSource)? {
        state.withLock { if case .unmade(let source) = $0 { source } else { nil } }
    }
}
