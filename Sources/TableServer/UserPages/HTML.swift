import Bytes

/// A piece of HTML. Values in its interpolations are escaped.
///
/// ```swift
/// let html: HTML = "<p>Hello, \(name).</p>"
/// ```
///
/// A literal is HTML as you write it. A value of the type `HTML` is inserted as it is; all other values are escaped for
/// texts and for quoted attributes. Escaping does not make a foreign address safe to link: check that it begins with
/// `https://`.
public struct HTML: Sendable, Hashable {
    /// The HTML text.
    public let markup: String

    /// Creates HTML from a text, whose special characters are escaped.
    ///
    /// - Parameter text: The text to show.
    public init(text: String) {
        var writer = ByteWriter()
        writer.html(text)
        markup = writer.text
    }

    /// Creates HTML from trusted markup.
    ///
    /// - Parameter markup: The markup. It must not contain texts of visitors that are not escaped.
    public init(markup: String) {
        self.markup = markup
    }
}

extension HTML: ExpressibleByStringInterpolation {
    /// Creates HTML from a literal.
    public init(stringLiteral markup: String) { self.init(markup: markup) }

    /// Creates HTML from a literal with values.
    public init(stringInterpolation: StringInterpolation) { self.init(markup: stringInterpolation.markup) }

    /// The parts of a literal with values.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var markup = ""

        /// Begins a literal.
        public init(literalCapacity: Int, interpolationCount: Int) { markup.reserveCapacity(literalCapacity) }

        /// Appends a part of the literal, which is HTML.
        public mutating func appendLiteral(_ literal: String) { markup += literal }

        /// Appends HTML.
        public mutating func appendInterpolation(_ html: HTML) { markup += html.markup }

        /// Appends the text of a value, escaped.
        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            markup += HTML(text: value.description).markup
        }
    }
}

/// Builds HTML from parts, conditions and loops.
@resultBuilder
public enum HTMLBuilder {
    /// Takes a part.
    public static func buildExpression(_ html: HTML) -> HTML { html }
    /// Joins parts, one per line.
    public static func buildBlock(_ parts: HTML...) -> HTML { join(parts) }
    /// Joins the parts of a loop, one per line.
    public static func buildArray(_ parts: [HTML]) -> HTML { join(parts) }
    /// Takes the part of a condition; none if it does not hold.
    public static func buildOptional(_ part: HTML?) -> HTML { part ?? "" }
    /// Takes the first part of a choice.
    public static func buildEither(first: HTML) -> HTML { first }
    /// Takes the second part of a choice.
    public static func buildEither(second: HTML) -> HTML { second }

    private static func join(_ parts: [HTML]) -> HTML {
        HTML(markup: parts.map(\.markup).filter { !$0.isEmpty }.joined(separator: "\n"))
    }
}
