/// A type that can be read from a segment of a path. `String` and `Int` conform to it.
///
///     let id: ItemID = try parameters.value("id")
public protocol PathParameter {
    /// Creates a value from a decoded segment; nil for an invalid segment.
    ///
    /// - Parameter pathSegment: The decoded text of the segment, without the parameter's suffix.
    init?(pathSegment: String)
}

extension String: PathParameter {
    /// Creates a string of the segment. It never returns nil.
    public init?(pathSegment: String) { self = pathSegment }
}

extension Int: PathParameter {
    /// Reads decimal ASCII digits without a sign or leading zeros, at most 2³¹ - 1.
    public init?(pathSegment: String) {
        var text = pathSegment
        let number = text.withUTF8 { digits -> Int? in
            guard (1...10).contains(digits.count), digits.count == 1 || digits[0] != UInt8(ascii: "0") else {
                return nil
            }
            var number = 0
            for digit in digits {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
                number = number * 10 + Int(digit - UInt8(ascii: "0"))
            }
            return number
        }
        guard let number, number <= Int32.max else { return nil }
        self = number
    }
}
