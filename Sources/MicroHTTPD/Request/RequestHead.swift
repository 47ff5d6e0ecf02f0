import HTTPTypes
import Synchronization

/// The head of a request, copied once and parsed when it is read.
final class RequestHead: Sendable {
    let method: HTTPRequest.Method
    let target: RequestTarget
    let headers: HeaderFields
    let query: Query
    let remoteAddress: String
    let isSecure: Bool
    let maxQueryItems: Int
    private let parsedFields = Mutex<HTTPFields?>(nil)

    /// - Throws: ``HTTPError`` 400 for a malformed target or query, or for an authority that differs from `Host`.
    init(
        method: HTTPRequest.Method, target: String, headers: HeaderFields, remoteAddress: String, isSecure: Bool,
        maxQueryItems: Int
    ) throws {
        self.method = method
        self.target = try RequestTarget(target)
        self.headers = headers
        self.remoteAddress = remoteAddress
        self.isSecure = isSecure
        self.maxQueryItems = maxQueryItems
        query = try self.target.query.map { try Query($0, limit: maxQueryItems) } ?? Query()
        guard self.target.path != "*" || method == .options else {
            throw HTTPError(.badRequest, "The target \"*\" is allowed only for OPTIONS.")
        }
        if let authority = self.target.authority, let host = headers.first("host"), authority != host {
            throw HTTPError(.badRequest, "The request target and the header Host name different hosts.")
        }
    }

    /// The header fields, parsed at the first use.
    var fields: HTTPFields {
        parsedFields.withLock { parsed in
            if let parsed { return parsed }
            let fields = headers.fields
            parsed = fields
            return fields
        }
    }
}
