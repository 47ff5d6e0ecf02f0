import FoundationEssentials
public import HTTPTypes

/// An answer as a client sees it.
public struct TestResponse: Sendable {
    public var status: Int
    public var headers: HTTPFields
    public var body: [UInt8]

    public init(status: Int, headers: HTTPFields, body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The body as UTF-8.
    public var text: String { String(decoding: body, as: UTF8.self) }

    /// The body decoded from JSON.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(body))
    }
}
