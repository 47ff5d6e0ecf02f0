/// A page, and where in it the number of its table's revision is written.
public struct StampedBytes: Sendable {
    public internal(set) var bytes: [UInt8]
    /// Each a run of digits, in order.
    var stamps: [Range<Int>]
}
