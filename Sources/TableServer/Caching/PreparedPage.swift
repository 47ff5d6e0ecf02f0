import HTTPTypes
import MicroHTTPD

/// A page and the answer that there is nothing newer, each made once for as often as they are asked for.
struct PreparedPage: Sendable {
    let entityTag: String
    let response: PreparedResponse
    let notModified: PreparedResponse

    /// - Parameters:
    ///   - isNegotiated: whether it is in the language that the client likes best.
    ///   - disposition: how it is to be saved, where it is.
    init(
        _ bytes: [UInt8], contentType: String, entityTag: String, isPrivate: Bool,
        isNegotiated: Bool = false, links: String?, disposition: String? = nil
    ) throws {
        self.entityTag = entityTag
        var headers = HTTPFields.page(entityTag: entityTag, isPrivate: isPrivate, isNegotiated: isNegotiated)
        notModified = try PreparedResponse(Response(status: .notModified, headers: headers))
        SecurityHeaders.add(to: &headers)
        headers[.contentType] = contentType
        headers[.contentDisposition] = disposition
        if let links, let link = HTTPField.Name("Link") { headers[link] = links }
        response = try PreparedResponse(Response(headers: headers, body: .bytes(bytes)))
    }

    /// The page, or that the client has it already.
    func reply(to request: Request) -> Reply {
        if let tags = request.header(.ifNoneMatch), Self.matches(tags, entityTag) { return .prepared(notModified) }
        return .prepared(response)
    }

    /// Whether a list of entity tags names this one, compared weakly, or says `*` (RFC 9110, 13.1.2).
    static func matches(_ list: String, _ entityTag: String) -> Bool {
        list == entityTag || list == "*" || EntityTagList(list).containsWeakly(entityTag)
    }
}

extension HTTPFields {
    /// What is said of every page, also of one that the client has already.
    static func page(entityTag: String, isPrivate: Bool, isNegotiated: Bool = false) -> HTTPFields {
        [
            .eTag: entityTag, .cacheControl: isPrivate ? "private, no-cache" : "no-cache",
            .vary: isNegotiated ? "Cookie, Accept-Language, User-Agent" : "Cookie",
        ]
    }
}
