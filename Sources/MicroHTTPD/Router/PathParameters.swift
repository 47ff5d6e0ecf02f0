import HTTPTypes

/// What the parameters of a route stood for in a request's path.
public struct PathParameters: Sendable, Hashable {
    private let names: [String]
    /// What each of them stood for, in the same order.
    private let values: [String]
    /// The first that counts.
    private var start = 0

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// The parameters given, for handlers called without a router.
    public init(_ values: KeyValuePairs<String, String> = [:]) {
        self.init(names: values.map(\.key), values: values.map(\.value))
    }

    /// The last of them, in order: those of a path that was appended to another.
    public func suffix(_ count: Int) -> PathParameters {
        var parameters = self
        parameters.start = max(start, names.count - max(count, 0))
        return parameters
    }

    /// The decoded text of that parameter; nil when the route has none of that name.
    public subscript(name: String) -> String? {
        for index in start..<names.count where names[index] == name { return values[index] }
        return nil
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
            throw HTTPError(.badRequest, "\"\(name)\" in the path is invalid.")
        }
        return value
    }

    public static func == (left: PathParameters, right: PathParameters) -> Bool {
        left.names[left.start...] == right.names[right.start...]
            && left.values[left.start...] == right.values[right.start...]
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(names[start...])
        hasher.combine(values[start...])
    }
}
