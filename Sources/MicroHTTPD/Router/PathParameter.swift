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
