import HTTPTypes

public import Essentials
/// The values of a route's parameters in the path of a request.
public struct PathParameters: Sendable, Hashable {
    private let names: [String]
    /// The values, in the order of the names.
    private let values: [String]
    /// The index of the first parameter that is visible.
    private var start = 0

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// Creates parameters, for calling a handler without a router.
    ///
    /// - Parameter values: The names and decoded values.
    public init(_ values: KeyValuePairs<String, String> = [:]) {
        self.init(names: values.map(\.key), values: values.map(\.value))
    }

    /// Returns the last parameters, such as those of a path that was appended to another path.
    ///
    /// - Parameter count: The number of parameters to keep.
    public func suffix(_ count: Int) -> PathParameters {
        var parameters = self
        parameters.start = max(start, names.count - max(count, 0))
        return parameters
    }

    /// The decoded value of a parameter; nil if the route has no parameter of that name.
    public subscript(name: String) -> String? {
        for index in start..<names.count where names[index] == name { return values[index] }
        return nil
    }

    /// Returns the value of an index parameter: decimal digits without a sign or leading zeros, at most 2³¹ - 1.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Throws: ``HTTPError`` 400 for any other value.
    public func index(_ name: String) throws -> Int {
        guard let text = self[name], let index = Int(pathSegment: text) else {
            throw HTTPError(.badRequest, "\"\(name)\" in the path must be a whole number such as 0 or 12.")
        }
        return index
    }

    /// Returns the value of a parameter as another type.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - type: The type to read.
    /// - Throws: ``HTTPError`` 400 if the value cannot be read.
    public func value<Value: PathParameter>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        guard let text = self[name], let value = Value(pathSegment: text) else {
            throw HTTPError(.badRequest, "\"\(name)\" in the path is invalid.")
        }
        return value
    }

    /// Returns whether names and values of the visible parameters are equal.
    public static func == (left: PathParameters, right: PathParameters) -> Bool {
        left.names[left.start...] == right.names[right.start...]
            && left.values[left.start...] == right.values[right.start...]
    }

    /// Hashes names and values of the visible parameters.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(names[start...])
        hasher.combine(values[start...])
    }
}

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
