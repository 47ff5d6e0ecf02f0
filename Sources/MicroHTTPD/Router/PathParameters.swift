import HTTPTypes

/// What the parameters of a route stood for in a request's path.
public struct PathParameters: Sendable, Hashable {
    private var values: [(name: String, value: String)]

    init(names: [String], values: [String]) {
        self.values = Array(zip(names, values).map { (name: $0, value: $1) })
    }

    /// The parameters given, for handlers called without a router.
    public init(_ values: KeyValuePairs<String, String> = [:]) {
        self.values = values.map { (name: $0.key, value: $0.value) }
    }

    /// The last of them, in order: those of a path that was appended to another.
    public func suffix(_ count: Int) -> PathParameters {
        var parameters = self
        parameters.values = values.suffix(max(count, 0))
        return parameters
    }

    /// The decoded text of that parameter; nil when the route has none of that name.
    public subscript(name: String) -> String? {
        values.first { $0.name == name }?.value
    }

    /// A place in a list: decimal digits, no sign, no leading zero, at most 2³¹ - 1.
    ///
    /// - Throws: ``HTTPError`` 400 for anything else.
    public func index(_ name: String) throws -> Int {
        guard let text = self[name], let index = Int(pathSegment: text) else {
            throw HTTPError(.badRequest, "\"\(name)\" in the path must be a whole number such as 0 or 12.")
        }
        return index
    }

    /// The parameter as any type that can be read from a segment.
    ///
    /// - Throws: ``HTTPError`` 400 when it cannot.
    public func value<Value: PathParameter>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        guard let text = self[name], let value = Value(pathSegment: text) else {
            throw HTTPError(.badRequest, "\"\(name)\" in the path cannot be read.")
        }
        return value
    }

    public static func == (left: PathParameters, right: PathParameters) -> Bool {
        left.values.elementsEqual(right.values) { $0 == $1 }
    }

    public func hash(into hasher: inout Hasher) {
        for (name, value) in values {
            hasher.combine(name)
            hasher.combine(value)
        }
    }
}
