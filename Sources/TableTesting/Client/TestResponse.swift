import FoundationEssentials
public import HTTPTypes

/// A response of a server under test.
public struct TestResponse: Sendable {
    /// The HTTP status code, such as 200.
    public var status: Int
    /// The header fields of the response.
    public var headers: HTTPFields
    /// The bytes of the body as received. They may be compressed; see ``content``.
    public var body: [UInt8]

    /// Creates a response from its parts.
    ///
    /// - Parameters:
    ///   - status: The HTTP status code.
    ///   - headers: The header fields.
    ///   - body: The bytes of the body.
    public init(status: Int, headers: HTTPFields, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body as UTF-8 text. Invalid bytes are replaced with U+FFFD.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// Returns a value decoded from the body as JSON.
    ///
    /// - Parameter type: The type to decode. By default it is inferred.
    /// - Throws: The error of `JSONDecoder`.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }
}
