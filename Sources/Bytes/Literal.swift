/// Text of the program in HTML or JSON, with values that are escaped where they stand.
///
/// ```swift
/// writer.json(#"{"id":\#(action.id),"rows":\#(count)}"#)
/// writer.markup(#"<a href="\#(link.url)">\#(link.title)</a>"#)
/// ```
public struct Literal<Context: LiteralContext>: ExpressibleByStringInterpolation, Sendable {
    fileprivate var parts: [Part]

    fileprivate enum Part: Sendable {
        case raw(String)
        case text(String)
        case url(String)
        case integer(Int)
        case bytes([UInt8])
    }

    /// Creates a literal from what a closure writes.
    public init(_ write: (inout ByteWriter) -> Void) {
        var writer = ByteWriter()
        write(&writer)
        parts = [.bytes(writer.bytes)]
    }

    /// Creates a literal without values.
    public init(stringLiteral text: String) { parts = [.raw(text)] }

    /// Creates a literal with values.
    public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var parts: [Part] = []

        /// Begins a literal.
        public init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Appends text of the program.
        public mutating func appendLiteral(_ text: String) { if !text.isEmpty { parts.append(.raw(text)) } }

        /// Appends a text, escaped. In JSON, it is a string with its quotes.
        public mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }

        /// Appends an integer in decimal digits.
        public mutating func appendInterpolation(_ number: some FixedWidthInteger) {
            parts.append(.integer(Int(clamping: number)))
        }

        /// Appends another literal; nothing for nil.
        public mutating func appendInterpolation(_ literal: Literal?) {
            if let literal { parts.append(contentsOf: literal.parts) }
        }

        /// Appends a text as a component of a URL, which needs no escaping in HTML and JSON.
        public mutating func appendInterpolation(url text: String) { parts.append(.url(text)) }

        /// Appends a text without escaping.
        public mutating func appendInterpolation(raw text: String) { parts.append(.raw(text)) }

        /// Appends a text of the program without escaping.
        public mutating func appendInterpolation(raw text: StaticString) { parts.append(.raw(text.description)) }

        /// Appends bytes without escaping.
        public mutating func appendInterpolation(raw bytes: [UInt8]) { parts.append(.bytes(bytes)) }
    }
}

/// A literal of HTML. Its values are escaped for texts and quoted attributes.
public typealias Markup = Literal<HTMLContext>
/// A literal of JSON. Its texts are written as strings.
public typealias JSON = Literal<JSONContext>

extension Literal<JSONContext>.StringInterpolation {
    /// Appends a string, or `null`.
    public mutating func appendInterpolation(orNull text: String?) {
        parts.append(text.map { .text($0) } ?? .raw("null"))
    }

    /// Appends `true` or `false`.
    public mutating func appendInterpolation(_ value: Bool) { parts.append(.raw(value ? "true" : "false")) }

    /// Appends a number, or `null` for NaN and infinities.
    public mutating func appendInterpolation(_ number: Double) {
        parts.append(.raw(ByteWriter.text { if !$0.decimal(number) { $0.raw("null") } }))
    }

    /// Appends an array.
    public mutating func appendInterpolation(_ elements: [JSON]) {
        appendLiteral("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { appendLiteral(",") }
            appendInterpolation(element)
        }
        appendLiteral("]")
    }

    /// Appends an object.
    public mutating func appendInterpolation(_ members: [(name: String, value: JSON)]) {
        appendLiteral("{")
        for (index, member) in members.enumerated() {
            appendInterpolation("\(raw: index > 0 ? "," : "")\(member.name):\(member.value)" as JSON)
        }
        appendLiteral("}")
    }
}

extension Literal<HTMLContext>.StringInterpolation {
    /// Appends elements, one after another.
    public mutating func appendInterpolation(_ elements: [Markup]) {
        for element in elements { parts.append(contentsOf: element.parts) }
    }
}

/// The rules for writing texts into a ``Literal``.
public protocol LiteralContext {
    /// Writes a text, escaped.
    static func write(_ text: String, to writer: inout ByteWriter)
}

extension HTMLContext: LiteralContext {
    /// Writes a text, escaped for HTML.
    public static func write(_ text: String, to writer: inout ByteWriter) { writer.html(text) }
}

extension JSONContext: LiteralContext {
    /// Writes a text as a JSON string.
    public static func write(_ text: String, to writer: inout ByteWriter) { writer.jsonString(text) }
}

extension Literal {
    /// The UTF-8 bytes of the literal.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension ByteWriter {
    /// Appends JSON.
    public mutating func json(_ literal: JSON) { write(literal) }

    /// Appends HTML.
    public mutating func markup(_ literal: Markup) { write(literal) }

    fileprivate mutating func write<Context>(_ literal: Literal<Context>) {
        for part in literal.parts {
            switch part {
            case .raw(let text): raw(text.utf8)
            case .text(let text): Context.write(text, to: &self)
            case .url(let text): urlComponent(text)
            case .integer(let number): integer(number)
            case .bytes(let bytes): raw(bytes)
            }
        }
    }
}
