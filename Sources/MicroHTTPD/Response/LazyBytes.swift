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
public struct LazyBytes: ~Copyable, Sendable {
    /// How many they are.
    public let count: Int
    /// What they are put together from; nil for bytes that are there.
    private let source: (any ByteSource)?
    /// Nil until they are needed.
    private let made: Mutex<[UInt8]?>

    /// Bytes that are there.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        source = nil
        made = Mutex(bytes)
    }

    /// Bytes that are put together when they are needed, on any thread.
    public init(_ source: any ByteSource) {
        count = source.count
        self.source = source
        made = Mutex(nil)
    }

    /// All of them.
    public var bytes: [UInt8] {
        made.withLock { made in
            if let made { return made }
            let bytes = [UInt8](unsafeUninitializedCapacity: count) { memory, written in
                source?.write(
                    to: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: memory[..<count])))
                written = count
            }
            made = bytes
            return bytes
        }
    }

    /// Puts them into memory of their length, and keeps none.
    borrowing func copy(to memory: UnsafeMutableRawBufferPointer) {
        if let source { source.write(to: memory) } else { memory.copyBytes(from: bytes) }
    }

    /// The same in memory that has others, as many, of which most may be the same.
    borrowing func copy(to memory: UnsafeMutableRawBufferPointer, over other: borrowing LazyBytes) {
        guard let source, let before = other.source else { return copy(to: memory) }
        source.write(to: memory, over: before)
    }
}
