/// The shape of a path: literals, and parameters that stand for one segment each.
///
/// Written as a string, a segment that starts with `:` is a parameter, whose name runs as far as letters, digits
/// and `_` do; what follows must end the segment as it is. A trailing slash counts. Segments are compared decoded.
///
/// One that starts with `#` is an index, a parameter that stands for a whole number only.
///
///     "/rows/#section/#row"            "/rows/#section/#row.json"            "/:table/"
///
/// Of two routes that match, the more particular wins: literal before suffixed parameter before bare parameter, an
/// index before any other of the same suffix. A segment that is no number matches an index only where nothing else
/// does, for its handler to refuse it.
/// A parameter never stands for an empty segment.
public struct RoutePath: Sendable, Hashable {
    /// One segment.
    public enum Component: Sendable, Hashable {
        /// Exactly this text, decoded.
        case literal(String)
        /// Any text that ends with `suffix` and has something before it.
        case parameter(String, suffix: String = "")
        /// A whole number as ``PathParameters/index(_:)`` reads it, and `suffix`.
        case index(String, suffix: String = "")

        /// What the parameter is called; nil for a literal.
        public var name: String? {
            switch self {
            case .literal: nil
            case .parameter(let name, _), .index(let name, _): name
            }
        }
    }

    /// The segments.
    public var components: [Component]
    /// Whether the path ends with a slash, as the root does.
    public var hasTrailingSlash: Bool

    /// Makes a path of segments, whose text may be anything.
    public init(_ components: [Component], trailingSlash: Bool = false) {
        self.components = components
        hasTrailingSlash = trailingSlash || components.isEmpty
    }

    /// Reads a path as written in code; a leading slash is optional.
    public init(_ text: String) {
        let text = text.hasPrefix("/") ? text.dropFirst() : text[...]
        var parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let hasTrailingSlash = parts.last?.isEmpty == true
        if hasTrailingSlash { parts.removeLast() }
        self.init(parts.map(Component.init), trailingSlash: hasTrailingSlash)
    }

    /// This path with another below it, which decides about the trailing slash.
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
    public init(stringLiteral text: String) { self.init(text) }
    public init(arrayLiteral components: Component...) { self.init(components) }
}

extension RoutePath: CustomStringConvertible {
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
