import HTTPTypes
import MicroHTTPD
import Synchronization

/// The answer that there is nothing newer, prepared when it is first given: of many pages nobody asks for it.
final class NotModified: Sendable {
    let entityTag: String
    /// The headers, the entity tag of whichever page among them.
    private let fields: HTTPFields
    private let prepared = Mutex<PreparedResponse?>(nil)

    init(_ fields: HTTPFields, entityTag: String) {
        self.fields = fields
        self.entityTag = entityTag
    }

    /// The same of a page with another entity tag.
    func with(entityTag: String) -> NotModified { NotModified(fields, entityTag: entityTag) }

    var headers: HTTPFields {
        var headers = fields
        headers[.eTag] = entityTag
        return headers
    }

    func response() throws -> PreparedResponse {
        try prepared.withLock { prepared in
            if let prepared { return prepared }
            let made = try PreparedResponse(Response(status: .notModified, headers: headers))
            prepared = made
            return made
        }
    }
}
