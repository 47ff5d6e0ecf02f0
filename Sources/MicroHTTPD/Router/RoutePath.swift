/// The shape of a path: literals, and parameters that stand for one segment each.
///
/// Written as a string, a segment that starts with `:` is a parameter, whose name runs as far as letters, digits
/// and `_` do; what follows must end the segment as it is. A trailing slash counts. Segments are compared decoded.
///
///     "/rows/:section/:row"            "/rows/:section/:row.json"            "/"
///
/// Of two routes that match, the more particular wins: literal before suffixed parameter before bare parameter.
/// A parameter never stands for an empty segment.
public struct RoutePath: Sendable, Hashable {
    /// One segment.
    public enum Component: Sendable, Hashable {
        /// Exactly this text, decoded.
        case literal(String)
        /// Any text that ends with `suffix` and has something before it.
        case parameter(String, suffix: String = "")
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
        guard part.hasPrefix(":") else {
            self = .literal(String(part))
            return
        }
        let name = part.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        self = .parameter(String(name), suffix: String(part.dropFirst(1 + name.count)))
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
            }
        }
        return "/" + segments.joined(separator: "/") + (hasTrailingSlash && !segments.isEmpty ? "/" : "")
    }
}
