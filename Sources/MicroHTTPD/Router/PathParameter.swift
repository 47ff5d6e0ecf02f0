/// A type that one segment of a path can be read as.
///
///     let id: ItemID = try parameters.value("id")
public protocol PathParameter {
    /// Reads a decoded segment; nil when it is not one of these.
    init?(pathSegment: String)
}

extension String: PathParameter {
    public init?(pathSegment: String) { self = pathSegment }
}

extension Int: PathParameter {
    /// Reads decimal ASCII digits, no sign, no needless zero in front, at most 2³¹ - 1.
    public init?(pathSegment: String) {
        let digits = pathSegment.utf8
        guard
            (1...10).contains(digits.count),
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0"),
            let value = Int(pathSegment), value <= Int32.max
        else { return nil }
        self = value
    }
}
