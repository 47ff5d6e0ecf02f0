public import Bytes
public import Essentials

/// The value of a field of a cell, as typed data.
///
/// Each format writes it in its own way: HTML, JSON, CSV and the text formats.
public enum FieldValue: Sendable, Hashable {
    /// A text.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A binary floating-point number, written with the fewest digits that read back as the number.
    ///
    /// NaN and the infinities are null in the `fields` of JSON, and texts in its `strings`.
    case decimal(Double)
    /// A number in decimal digits that a ``decimal(_:)`` would change, such as `12.50` or one of 30 digits.
    ///
    /// Each format writes these digits. What is not a number is written as a text.
    case number(String)
    /// A value in JSON, such as `{"size": "L"}`: embedded in JSON, and a text elsewhere.
    ///
    /// Texts that are not valid JSON, or have more than 100 nested values, are texts in JSON too.
    case json(String)
    /// A point in time in UTC, or a calendar day if the precision is `day`.
    case date(Date, precision: DatePrecision = .second)
    /// A Boolean value.
    case boolean(Bool)
    /// A URL and the text to show for it. The URL itself is shown if `title` is nil.
    ///
    /// It becomes a link only if it is relative, `http`, `https`, `mailto` or `tel`.
    // Indirect, so that the more common cases take half the memory.
    indirect case url(String, title: String? = nil)
    /// Raw bytes: base64 in JSON and CSV, and the number of bytes on a page.
    case bytes([UInt8])
    /// The completed fraction of a task, from 0 to 1: a bar on a page, a number in JSON, a percentage in text.
    case progress(Double)
    /// Numbers in order, drawn as a small line chart, and an array in JSON. Numbers that are not finite leave a gap.
    case sparkline([Double])
    /// The absence of a value.
    case null
    /// The beginning of a text or blob that is too long for a cell, or a text with replaced bytes.
    ///
    /// Each format says that the value is incomplete. ``TableHosting/longValueHandler`` returns the whole value.
    indirect case excerpt(Excerpt)

    /// The beginning of a long value, or a whole text in which invalid bytes were replaced.
    public struct Excerpt: Sendable, Hashable {
        /// The part of the value that was read.
        public var beginning: Beginning
        /// The length of the whole value, in bytes.
        public var byteCount: Int
        /// A Boolean value that indicates whether the text has U+FFFD in place of bytes that are not UTF-8.
        public var hasReplacements: Bool
        /// A Boolean value that indicates whether the value is longer than its beginning.
        ///
        /// It is false for a whole text with replaced bytes.
        public var isTruncated: Bool
        /// The bytes of a whole text that is not UTF-8, so that it can be written again; nil if they were not read.
        package var wholeText: [UInt8]?

        /// The beginning of a value, as text or bytes.
        public enum Beginning: Sendable, Hashable {
            /// The first characters of a text.
            case text(String)
            /// The first bytes of a blob.
            case bytes([UInt8])
        }

        /// Creates an excerpt of a value.
        ///
        /// - Parameters:
        ///   - beginning: The part of the value that was read.
        ///   - byteCount: The length of the whole value, in bytes.
        ///   - hasReplacements: Whether the text has U+FFFD in place of bytes that are not UTF-8.
        ///   - isTruncated: Whether the value is longer than `beginning`.
        public init(
            _ beginning: Beginning, byteCount: Int, hasReplacements: Bool = false, isTruncated: Bool = true
        ) {
            self.beginning = beginning
            self.byteCount = byteCount
            self.hasReplacements = hasReplacements
            self.isTruncated = isTruncated
        }

        /// The beginning of a text; nil for bytes.
        public var text: String? {
            if case .text(let text) = beginning { text } else { nil }
        }
    }

    /// The smallest unit of a date that is shown.
    public enum DatePrecision: Sendable, Hashable {
        /// A calendar day, such as 2026-05-31.
        case day
        /// A date and time in UTC, to the second.
        case second
    }
}

extension FieldValue {
    /// The digits of a ``number(_:)``, as JSON writes numbers; nil for what is not a number, and for other values.
    package var digits: String? {
        if case .number(let text) = self, JSONReader.isNumber(text) { text } else { nil }
    }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    /// Creates a text.
    public init(stringLiteral value: String) { self = .text(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a floating-point number.
    public init(floatLiteral value: Double) { self = .decimal(value) }
    /// Creates a Boolean value.
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    /// Creates a null.
    public init(nilLiteral: ()) { self = .null }
}

/// A named value of a cell.
public struct Field: Sendable, Hashable {
    /// The name of the value: its key in JSON and its heading in CSV. It must be unique in the cell.
    @ExactString public var name: String
    /// The value, with its type.
    public var value: FieldValue

    /// Creates a named value.
    ///
    /// - Parameters:
    ///   - name: The key in JSON and the heading in CSV, unique in the cell.
    ///   - value: The value, with its type.
    public init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }

    /// Creates a named text.
    @_disfavoredOverload
    public init(_ name: String, _ value: some StringProtocol) { self.init(name, .text(String(value))) }

    /// Creates a named whole number. A number that needs more than 64 bits with sign becomes a floating-point number.
    @_disfavoredOverload
    public init(_ name: String, _ value: some BinaryInteger) {
        self.init(name, Int64(exactly: value).map(FieldValue.integer) ?? .decimal(Double(value)))
    }

    /// Creates a named floating-point number.
    @_disfavoredOverload
    public init(_ name: String, _ value: Double) { self.init(name, .decimal(value)) }

    /// Creates a named Boolean value.
    @_disfavoredOverload
    public init(_ name: String, _ value: Bool) { self.init(name, .boolean(value)) }
}

extension [Field] {
    /// Returns fields from their names and values, in the order in which they are written.
    ///
    /// ```swift
    /// cell.fields = .named(["priority": "high", "done": true])
    /// ```
    public static func named(_ values: KeyValuePairs<String, FieldValue>) -> [Field] {
        values.map { Field($0.key, $0.value) }
    }
}

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
