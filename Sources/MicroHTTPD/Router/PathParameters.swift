import HTTPTypes

/// The values of a route's parameters in the path of a request.
public struct PathParameters: Sendable, Hashable {
    private let names: [String]
    /// The values, in the order of the names.
    private let values: [String]
    /// The index of the first parameter that is visible.
    private var start = 0

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// Creates parameters, for calling a handler without a router.
    ///
    /// - Parameter values: The names and decoded values.
    public init(_ values: KeyValuePairs<String, String> = [:]) {
        self.init(names: values.map(\.key), values: values.map(\.value))
    }

    /// Returns the last parameters, such as those of a path that was appended to another path.
    ///
    /// - Parameter count: The number of parameters to keep.
    public func suffix(_ count: Int) -> PathParameters {
        var parameters = self
        parameters.start = max(start, names.count - max(count, 0))
        return parameters
    }

    /// The decoded value of a parameter; nil if the route has no parameter of that name.
    public subscript(name: String) -> String? {
        for index in start..<names.count where names[index] == name { return values[index] }
        return nil
    }

    /// Returns the value of an index parameter: decimal digits without a sign or leading zeros, at most 2³¹ - 1.
    ///
    /// - Parameter name: The name of the parameter.
    /// - Throws: ``HTTPError`` 400 for any other value.
    public func index(_ name: String) throws -> Int {
        guard let text = self[name], let index = Int(pathSegment: text) else {
            throw HTTPError(.badRequest, "\"\(name)\" in the path must be a whole number such as 0 or 12.")
        }
        return index
    }

    /// Returns the value of a parameter as another type.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - type: The type to read.
    /// - Throws: ``HTTPError`` 400 if the value cannot be read.
    public func value<Value: PathParameter>(_ name: String, as type: Value.Type = Value.self) throws -> Value {
        guard let text = self[name], let value = Value(pathSegment: text) else {
            throw HTTPError(.badRequest, "\"\(name)\" in the path is invalid.")
        }
        return value
    }

    /// Returns whether names and values of the visible parameters are equal.
    public static func == (left: PathParameters, right: PathParameters) -> Bool {
        left.names[left.start...] == right.names[right.start...]
            && left.values[left.start...] == right.values[right.start...]
    }

    /// Hashes names and values of the visible parameters.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(names[start...])
        hasher.combine(values[start...])
    }
}
