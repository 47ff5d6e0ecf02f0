/// The error for a configuration property with an invalid value.
///
/// A server checks its configuration when it starts.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the property, such as `maxConnections`.
    public let property: String
    /// The allowed values, such as `between 1 and 1,000,000`.
    public let requirement: String
    /// The value that the property has.
    public let value: String

    /// The sentence that explains the error, such as `port must be between 0 and 65,535; it was 70,000.`
    public var description: String { "\(property) must be \(requirement); it was \(value)." }

    /// Creates an error for a property of your own configuration.
    ///
    /// - Parameters:
    ///   - property: The name of the property.
    ///   - requirement: The allowed values, to follow "must be".
    ///   - value: The value that the property has.
    public init(property: String, requirement: String, value: String) {
        self.property = property
        self.requirement = requirement
        self.value = value
    }

    /// Checks that a number is in a range.
    ///
    /// - Parameters:
    ///   - unit: The unit of the number, such as `bytes`.
    ///   - exception: The meaning of a value at the lower bound, such as `0 for no limit`.
    /// - Throws: ``ConfigurationError`` if the number is outside of the range.
    package static func check(
        _ value: Int, of property: String, in range: ClosedRange<Int>, unit: String = "", exception: String = ""
    ) throws {
        guard !range.contains(value) else { return }
        let requirement =
            "between \(grouped(range.lowerBound)) and \(grouped(range.upperBound))" + (unit.isEmpty ? "" : " \(unit)")
            + (exception.isEmpty ? "" : " (\(exception))")
        throw ConfigurationError(property: property, requirement: requirement, value: grouped(value))
    }

    /// Checks that a duration is positive and at most a day.
    ///
    /// - Throws: ``ConfigurationError`` if the duration is not positive, or longer than a day.
    package static func check(_ value: Duration, of property: String, mayBeZero: Bool = false) throws {
        let isPositive = value > .zero || mayBeZero && value == .zero
        guard !isPositive || value > .seconds(86_400) else { return }
        let requirement = mayBeZero ? "between 0 and 86,400 seconds" : "more than 0 and at most 86,400 seconds"
        throw ConfigurationError(property: property, requirement: requirement, value: "\(value)")
    }

    private static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var end = digits.count - 3
        while end > 0 {
            digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
            end -= 3
        }
        return number < 0 ? "-\(digits)" : digits
    }
}
