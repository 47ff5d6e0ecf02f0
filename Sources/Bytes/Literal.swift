/// A part of a ``Literal``. It is no nested type, because parts of a generic type are slow.
@usableFromInline enum LiteralPart: Sendable {
    case raw(String)
    case text(String)
    case url(String)
    case integer(Int)
    case bytes([UInt8])
}

/// Text of the program in HTML or JSON, with values that are escaped where they stand.
///
/// ```swift
/// writer.json(#"{"id":\#(action.id),"rows":\#(count)}"#)
/// writer.markup(#"<a href="\#(link.url)">\#(link.title)</a>"#)
/// ```
public struct Literal<Context>: ExpressibleByStringInterpolation, Sendable {
    @usableFromInline var parts: [LiteralPart]

    /// Creates a literal from what a closure writes.
    @inlinable public init(_ write: (inout ByteWriter) -> Void) {
        var writer = ByteWriter()
        write(&writer)
        parts = [.bytes(writer.bytes)]
    }

    /// Creates a literal without values.
    @inlinable public init(stringLiteral text: String) { parts = [.raw(text)] }

    /// Creates a literal with values.
    @inlinable public init(stringInterpolation: StringInterpolation) { parts = stringInterpolation.parts }

    /// The parts of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var parts: [LiteralPart] = []

        /// Begins a literal.
        @inlinable public init(literalCapacity: Int, interpolationCount: Int) {
            parts.reserveCapacity(2 * interpolationCount + 1)
        }

        /// Appends text of the program.
        @inlinable public mutating func appendLiteral(_ text: String) { if !text.isEmpty { parts.append(.raw(text)) } }

        /// Appends a text, escaped. In JSON, it is a string with its quotes.
        @inlinable public mutating func appendInterpolation(_ text: String) { parts.append(.text(text)) }

        /// Appends an integer in decimal digits.
        @inlinable public mutating func appendInterpolation(_ number: some FixedWidthInteger) {
            parts.append(.integer(Int(clamping: number)))
        }

        /// Appends another literal; nothing for nil.
        @inlinable public mutating func appendInterpolation(_ literal: Literal?) {
            if let literal { parts.append(contentsOf: literal.parts) }
        }

        /// Appends a text as a component of a URL, which needs no escaping in HTML and JSON.
        @inlinable public mutating func appendInterpolation(url text: String) { parts.append(.url(text)) }

        /// Appends a text without escaping.
        @inlinable public mutating func appendInterpolation(raw text: String) { parts.append(.raw(text)) }

        /// Appends a text of the program without escaping.
        @inlinable public mutating func appendInterpolation(raw text: StaticString) {
            parts.append(.raw(text.description))
        }

        /// Appends bytes without escaping.
        @inlinable public mutating func appendInterpolation(raw bytes: [UInt8]) { parts.append(.bytes(bytes)) }
    }
}

/// A literal of HTML. Its values are escaped for texts and quoted attributes.
public typealias Markup = Literal<HTMLContext>
/// A literal of JSON. Its texts are written as strings.
public typealias JSON = Literal<JSONContext>

extension Literal<JSONContext>.StringInterpolation {
    /// Appends a string, or `null`.
    @inlinable public mutating func appendInterpolation(orNull text: String?) {
        parts.append(text.map { .text($0) } ?? .raw("null"))
    }

    /// Appends `true` or `false`.
    @inlinable public mutating func appendInterpolation(_ value: Bool) { parts.append(.raw(value ? "true" : "false")) }

    /// Appends a number, or `null` for NaN and infinities.
    @inlinable public mutating func appendInterpolation(_ number: Double) {
        parts.append(.raw(ByteWriter.text { if !$0.decimal(number) { $0.raw("null") } }))
    }

    /// Appends an array.
    @inlinable public mutating func appendInterpolation(_ elements: [JSON]) {
        appendLiteral("[")
        for (index, element) in elements.enumerated() {
            if index > 0 { appendLiteral(",") }
            appendInterpolation(element)
        }
        appendLiteral("]")
    }

    /// Appends an object.
    @inlinable public mutating func appendInterpolation(_ members: [(name: String, value: JSON)]) {
        appendLiteral("{")
        for (index, member) in members.enumerated() {
            appendInterpolation("\(raw: index > 0 ? "," : "")\(member.name):\(member.value)" as JSON)
        }
        appendLiteral("}")
    }
}

extension Literal<HTMLContext>.StringInterpolation {
    /// Appends elements, one after another.
    @inlinable public mutating func appendInterpolation(_ elements: [Markup]) {
        for element in elements { parts.append(contentsOf: element.parts) }
    }
}

extension Markup {
    /// The UTF-8 bytes of the literal.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.markup(self)
        return writer.bytes
    }
}

extension JSON {
    /// The UTF-8 bytes of the literal.
    public var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.json(self)
        return writer.bytes
    }
}

extension ByteWriter {
    /// Appends JSON.
    public mutating func json(_ literal: JSON) { write(literal.parts) { $0.jsonString($1) } }

    /// Appends HTML.
    public mutating func markup(_ literal: Markup) { write(literal.parts) { $0.html($1) } }

    @inline(__always)
    private mutating func write(_ parts: [LiteralPart], text: (inout ByteWriter, String) -> Void) {
        for part in parts {
            switch part {
            case .raw(let literal): raw(literal.utf8)
            case .text(let value): text(&self, value)
            case .url(let value): urlComponent(value)
            case .integer(let number): integer(number)
            case .bytes(let bytes): raw(bytes)
            }
        }
    }
}
