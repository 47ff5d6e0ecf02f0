/// The pattern of a path: literals, parameters and indices, each for one segment.
///
/// In a string, a segment that starts with `:` is a parameter. Its name consists of letters, digits and `_`. The text
/// after the name is a suffix, which the segment must end with. A segment that starts with `#` is an index: a parameter
/// for whole numbers. A trailing slash counts. Segments are compared after decoding.
///
///     "/rows/#section/#row"            "/rows/#section/#row.json"            "/:table/"
///
/// If several routes match, the most specific one wins:
///
/// - A literal wins over a parameter with a suffix, which wins over a parameter without one.
/// - A longer suffix wins over a shorter one.
/// - An index wins over a parameter with an equal suffix.
///
/// A segment that is no number matches an index only if no other route matches. The handler then refuses it. A
/// parameter never matches an empty segment.
public struct RoutePath: Sendable, Hashable {
    /// A segment of a pattern.
    public enum Component: Sendable, Hashable {
        /// A literal: exactly this decoded text.
        case literal(String)
        /// A parameter: any text that ends with `suffix` and is longer than it.
        case parameter(String, suffix: String = "")
        /// An index: a whole number as ``PathParameters/index(_:)`` reads it, followed by `suffix`.
        case index(String, suffix: String = "")

        /// The name of the parameter; nil for a literal.
        public var name: String? {
            switch self {
            case .literal: nil
            case .parameter(let name, _), .index(let name, _): name
            }
        }
    }

    /// The segments of the pattern.
    public var components: [Component]
    /// A Boolean value that indicates whether the path ends with a slash. True for the root.
    public var hasTrailingSlash: Bool

    /// Creates a pattern from segments. Literals may contain any text.
    ///
    /// - Parameters:
    ///   - components: The segments. None for the root.
    ///   - trailingSlash: Whether the path ends with a slash. Default: false.
    public init(_ components: [Component], trailingSlash: Bool = false) {
        self.components = components
        hasTrailingSlash = trailingSlash || components.isEmpty
    }

    /// Reads a pattern as written in code. The leading slash is optional.
    public init(_ text: String) {
        let text = text.hasPrefix("/") ? text.dropFirst() : text[...]
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let hasTrailingSlash = parts.last?.isEmpty == true
        if hasTrailingSlash { parts.removeLast() }
        self.init(parts.map(Component.init), trailingSlash: hasTrailingSlash)
    }

    /// Returns this pattern with another one appended. The other one decides about the trailing slash.
    public func appending(_ other: RoutePath) -> RoutePath {
        RoutePath(components + other.components, trailingSlash: other.hasTrailingSlash)
    }
}

extension RoutePath.Component {
    fileprivate init(_ part: Substring) {
        guard let first = part.first, first == ":" || first == "#" else {
            self = .literal(String(part))
            return
        }
        let name = part.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        let suffix = String(part.dropFirst(1 + name.count))
        self = first == ":" ? .parameter(String(name), suffix: suffix) : .index(String(name), suffix: suffix)
    }
}

extension RoutePath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Reads a pattern as written in code.
    public init(stringLiteral text: String) { self.init(text) }
    /// Creates a pattern from segments, without a trailing slash.
    public init(arrayLiteral components: Component...) { self.init(components) }
}

extension RoutePath: CustomStringConvertible {
    /// The pattern as written in code, with a leading slash.
    public var description: String {
        let segments = components.map { component in
            switch component {
            case .literal(let text): text
            case .parameter(let name, let suffix): ":" + name + suffix
            case .index(let name, let suffix): "#" + name + suffix
            }
        }
        return "/" + segments.joined(separator: "/") + (hasTrailingSlash && !segments.isEmpty ? "/" : "")
    }
}
