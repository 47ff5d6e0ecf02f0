#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A type that can be read from a segment of a path.
///
/// `String`, `Int`, `Int64`, `UInt`, `Bool` and `UUID` conform to it.
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

extension Int64: PathParameter {
    /// Reads decimal ASCII digits without leading zeros, after `-` for a negative number.
    public init?(pathSegment: String) {
        guard let number = Int64(pathSegment), String(number) == pathSegment else { return nil }
        self = number
    }
}

extension UInt: PathParameter {
    /// Reads decimal ASCII digits without a sign or leading zeros, at most 2⁶⁴ - 1.
    public init?(pathSegment: String) {
        guard let number = UInt(pathSegment), String(number) == pathSegment else { return nil }
        self = number
    }
}

extension Bool: PathParameter {
    /// Reads `true` or `false`.
    public init?(pathSegment: String) { self.init(pathSegment) }
}

extension UUID: PathParameter {
    /// Reads 32 hexadecimal digits in five groups, such as `E621E1F8-C36C-495A-93FC-0C247A3E6E5F`, in either case.
    public init?(pathSegment: String) { self.init(uuidString: pathSegment) }
}
