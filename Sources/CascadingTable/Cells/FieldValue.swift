public import FoundationEssentials

/// What a field of a cell holds, as data; each representation writes it in its own way.
public enum FieldValue: Sendable, Hashable {
    case text(String)
    case integer(Int64)
    /// A binary floating-point number, written with the fewest digits that read back as itself. NaN and the
    /// infinities are null in the `fields` of JSON, and texts in its `strings`.
    case decimal(Double)
    /// A point in time in UTC; with `.day`, a calendar day.
    case date(Date, precision: DatePrecision = .second)
    case boolean(Bool)
    /// An address and the words to show for it; without words, the address itself is shown.
    /// A representation makes a link of it only for `http`, `https`, `mailto`, `tel` and relative addresses.
    // Indirect, so that the others, of which there are more, take half of the memory.
    indirect case url(String, title: String? = nil)
    /// Raw bytes: base64 in JSON and CSV, their size in a page.
    case bytes([UInt8])
    /// How much of something is done, from 0 to 1: a bar in a page, a number in JSON, a percentage in text.
    case progress(Double)
    /// Numbers in their order, drawn as a small line; an array in JSON. Those that are not finite leave a gap.
    case sparkline([Double])
    case null
    /// The beginning of a text or of bytes that are too long to be read as a whole, or a text with replaced bytes. Each
    /// representation says so.
    indirect case excerpt(Excerpt)

    /// The beginning of a long value, or a text some of whose bytes were replaced.
    public struct Excerpt: Sendable, Hashable {
        public var beginning: Beginning
        /// The length of the whole value in bytes.
        public var byteCount: Int
        /// Whether the text has U+FFFD in place of bytes that are not UTF-8.
        public var hasReplacements: Bool
        /// Whether there is more of the value. False for a whole text with replaced bytes.
        public var isTruncated: Bool

        public enum Beginning: Sendable, Hashable {
            case text(String)
            case bytes([UInt8])
        }

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

    /// How much of a date is meant.
    public enum DatePrecision: Sendable, Hashable {
        case day
        case second
    }
}

extension FieldValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .decimal(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(nilLiteral: ()) { self = .null }
}

/// One named value of a cell.
///
/// The name is the key in JSON and the heading in CSV, so it is unique in its cell.
public struct Field: Sendable, Hashable {
    public var name: String
    public var value: FieldValue

    public init(_ name: String, _ value: FieldValue) {
        self.name = name
        self.value = value
    }
}
