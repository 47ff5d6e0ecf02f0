/// Text of the program in HTML or JSON, with values that are escaped where they stand.
///
/// ```swift
/// writer.json(#"{"id":\#(action.id),"rows":\#(count)}"#)
/// writer.markup(#"<a href="\#(link.url)">\#(link.title)</a>"#)
/// ```
public struct Literal<Context>: ExpressibleByStringInterpolation, Sendable {
    /// The UTF-8 bytes of the literal.
    public let bytes: [UInt8]

    /// Creates a literal from what a closure writes.
    @inlinable public init(_ write: (inout ByteWriter) -> Void) {
        var writer = ByteWriter()
        write(&writer)
        bytes = writer.bytes
    }

    /// Creates a literal without values.
    @inlinable public init(stringLiteral text: String) { bytes = Array(text.utf8) }

    /// Creates a literal with values.
    @inlinable public init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

    /// The bytes of a literal, to which its text and values are appended.
    public struct StringInterpolation: StringInterpolationProtocol {
        @usableFromInline var bytes: [UInt8] = []

        /// Appends what a closure writes.
        @inlinable mutating func write(_ body: (inout ByteWriter) -> Void) {
            ByteWriter.short(body) { bytes.append(contentsOf: $0) }
        }

        /// Begins a literal.
        @inlinable public init(literalCapacity: Int, interpolationCount: Int) {
            bytes.reserveCapacity(literalCapacity + 16 * interpolationCount)
        }

        /// Appends text of the program.
        @inlinable public mutating func appendLiteral(_ text: String) { bytes += text.utf8 }

        /// Appends an integer in decimal digits.
        @inlinable public mutating func appendInterpolation(_ number: some FixedWidthInteger) {
            write { $0.integer(number) }
        }

        /// Appends another literal; nothing for nil.
        @inlinable public mutating func appendInterpolation(_ literal: Literal?) {
            if let literal { bytes += literal.bytes }
        }

        /// Appends a text as a component of a URL, which needs no escaping in HTML and JSON.
        @inlinable public mutating func appendInterpolation(url text: String) { write { $0.urlComponent(text) } }

        /// Appends a text without escaping.
        @inlinable public mutating func appendInterpolation(raw text: String) { bytes += text.utf8 }

        /// Appends a text of the program without escaping.
        @inlinable public mutating func appendInterpolation(raw text: StaticString) {
            write { $0.raw(text) }
        }

        /// Appends bytes without escaping.
        @inlinable public mutating func appendInterpolation(raw bytes: [UInt8]) { self.bytes += bytes }
    }
}

/// A literal of HTML. Its values are escaped for texts and quoted attributes.
public typealias Markup = Literal<HTMLContext>
/// A literal of JSON. Its texts are written as strings.
public typealias JSON = Literal<JSONContext>

extension Literal<JSONContext>.StringInterpolation {
    /// Appends a string.
    @inlinable public mutating func appendInterpolation(_ text: String) { write { $0.jsonString(text) } }

    /// Appends a string, or `null`.
    @inlinable public mutating func appendInterpolation(orNull text: String?) {
        write { $0.jsonString(orNull: text) }
    }

    /// Appends `true` or `false`.
    @inlinable public mutating func appendInterpolation(_ value: Bool) { write { $0.json(value) } }

    /// Appends a number, or `null` for NaN and infinities.
    @inlinable public mutating func appendInterpolation(_ number: Double) {
        write { if !$0.decimal(number) { $0.raw("null") } }
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
    /// Appends a text, escaped.
    @inlinable public mutating func appendInterpolation(_ text: String) { write { $0.html(text) } }

    /// Appends elements, one after another.
    @inlinable public mutating func appendInterpolation(_ elements: [Markup]) {
        for element in elements { bytes += element.bytes }
    }
}

extension ByteWriter {
    /// Appends JSON.
    public mutating func json(_ literal: JSON) { raw(literal.bytes) }

    /// Appends HTML.
    public mutating func markup(_ literal: Markup) { raw(literal.bytes) }
}
