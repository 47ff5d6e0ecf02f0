#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
import HTTPTypes

extension Request {
    /// Returns the items of a browser form (`application/x-www-form-urlencoded`).
    ///
    /// - Parameter maxItems: The limit of items. Default: ``HTTPServer/Configuration/maxQueryItems``.
    /// - Throws: ``HTTPError`` 415 for another media type, 400 for a malformed body or too many items.
    public func form(maxItems: Int? = nil) throws -> Query {
        guard MediaType(header(.contentType))?.isForm == true else {
            throw HTTPError(.unsupportedMediaType, "The request body must be application/x-www-form-urlencoded.")
        }
        return try Query(bytes: body, limit: maxItems ?? head.maxQueryItems)
    }

    /// Decodes the body from JSON. Dates are ISO 8601 text.
    ///
    /// - Parameter type: The type to decode.
    /// - Returns: The decoded value.
    /// - Throws: ``HTTPError`` 415 for another media type, 400 with the place of the error for an invalid body.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        guard MediaType(header(.contentType))?.isJSON == true else {
            throw HTTPError(.unsupportedMediaType, "The request body must be application/json.")
        }
        do {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode(type, from: Data(body))
        } catch let error as DecodingError {
            throw HTTPError(.badRequest, error.sentence)
        } catch {
            throw HTTPError(.badRequest, "The request body is not valid JSON.")
        }
    }
}

extension DecodingError {
    /// The sentence that tells the error and its place, without names of Swift types.
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
