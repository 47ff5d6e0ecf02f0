/// A text or blob that is too long for a cell. It is read in parts.
public struct LongValue: Sendable {
    /// The length in bytes.
    public var byteCount: Int
    /// Whether the bytes are a text in UTF-8.
    public var isText: Bool
    /// Reads a range of the bytes. Throws if the value has changed since.
    public var read: @Sendable (Range<Int>) async throws -> [UInt8]

    public init(byteCount: Int, isText: Bool, read: @escaping @Sendable (Range<Int>) async throws -> [UInt8]) {
        self.byteCount = byteCount
        self.isText = isText
        self.read = read
    }
}
