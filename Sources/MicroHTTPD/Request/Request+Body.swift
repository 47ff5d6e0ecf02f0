#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import HTTPTypes

extension Request {
    /// The items of a browser's form, `application/x-www-form-urlencoded`.
    ///
    /// - Parameter maxItems: the most items, where they may be more than of a query.
    /// - Throws: ``HTTPError`` 415 for a body of another type, 400 for one that is malformed or has too many items.
    public func form(maxItems: Int? = nil) throws -> Query {
        guard MediaType(header(.contentType))?.isForm == true else {
            throw HTTPError(.unsupportedMediaType, "The request body must be application/x-www-form-urlencoded.")
        }
        return try Query(bytes: body, limit: maxItems ?? head.maxQueryItems)
    }

    /// The body decoded from JSON.
    ///
    /// - Throws: ``HTTPError`` 415 for a body of another type, 400 with a sentence that says where it is wrong.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        guard MediaType(header(.contentType))?.isJSON == true else {
            throw HTTPError(.unsupportedMediaType, "The request body must be application/json.")
        }
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch let error as DecodingError {
            throw HTTPError(.badRequest, error.sentence)
        } catch {
            throw HTTPError(.badRequest, "The request body is not valid JSON.")
        }
    }
}

extension DecodingError {
    /// What is wrong and where, without the names of Swift types.
    fileprivate var sentence: LocalizedMessage {
        switch self {
        case .keyNotFound(let key, let context):
            "\"\(Self.path(context.codingPath + [key]))\" is missing in the request body."
        case .valueNotFound(_, let context):
            "\"\(Self.path(context.codingPath))\" in the request body must not be null."
        case .typeMismatch(_, let context):
            "\"\(Self.path(context.codingPath))\" in the request body has the wrong type."
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\"\(Self.path(context.codingPath))\" in the request body has a value that cannot be read."
        default: "The request body is not valid JSON."
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty
            ? "(the whole)" : keys.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
