/// A text or blob that is too long for a cell and is read in parts.
///
/// ``TableHosting/longValueHandler`` returns it.
public struct LongValue: Sendable {
    /// The length of the value, in bytes.
    public var byteCount: Int
    /// A Boolean value that indicates whether the bytes are a text in UTF-8.
    public var isText: Bool
    /// Reads a range of the bytes. It throws if the value has changed since the first read.
    public var read: @Sendable (Range<Int>) async throws -> [UInt8]

    /// Creates a long value.
    ///
    /// - Parameters:
    ///   - byteCount: The length of the value, in bytes.
    ///   - isText: Whether the bytes are a text in UTF-8.
    ///   - read: Reads a range of the bytes. It throws if the value has changed since the first read.
    public init(byteCount: Int, isText: Bool, read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]) {
        self.byteCount = byteCount
        self.isText = isText
        self.read = read
    }
}
