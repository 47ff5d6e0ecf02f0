import HTTPTypes
import MicroHTTPD

/// A page and the answer that there is nothing newer, each made once for as often as they are asked for.
struct PreparedPage: Sendable {
    let entityTag: String
    let response: PreparedResponse
    let notModified: PreparedResponse

    init(_ bytes: [UInt8], contentType: String, entityTag: String, isPrivate: Bool, links: String?) throws {
        self.entityTag = entityTag
        var headers: HTTPFields = [
            .eTag: entityTag,
            .cacheControl: isPrivate ? "private, no-cache" : "no-cache",
            .vary: "Cookie",
        ]
        SecurityHeaders.add(to: &headers)
        notModified = try PreparedResponse(Response(status: .notModified, headers: headers))
        headers[.contentType] = contentType
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
        if list == entityTag || list == "*" { return true }
        func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        return list.utf8.split(separator: UInt8(ascii: ",")).contains { tag in
            var tag = tag.drop(while: isBlank)
            if tag.starts(with: "W/".utf8) { tag = tag.dropFirst(2) }
            return tag.starts(with: entityTag.utf8) && tag.dropFirst(entityTag.utf8.count).allSatisfy(isBlank)
        }
    }
}
