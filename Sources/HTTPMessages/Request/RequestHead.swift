import Bytes
import HTTPTypes
import Synchronization

/// The head of a request, copied once and parsed when it is read.
package final class RequestHead: Sendable {
    let method: HTTPRequest.Method
    let target: RequestTarget
    let headers: HeaderFields
    let query: Query
    let remoteAddress: String
    let isSecure: Bool
    let maxQueryItems: Int
    private let parsedFields = Mutex<HTTPFields?>(nil)

    /// - Throws: ``HTTPError`` 400 for a malformed target or query, or for an authority that differs from `Host`.
    package init(
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
        parsedFields.locked { parsed in
            if let parsed { return parsed }
            let fields = headers.fields
            parsed = fields
            return fields
        }
    }
}

/// The methods that handlers can receive.
package enum SupportedMethod {
    static let all: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options]

    private static let names = all.map { Array($0.rawValue.utf8) }

    /// Finds a method by its exact name.
    ///
    /// - Throws: ``HTTPError`` 501 for an unknown method.
    package static func find(_ name: UnsafeRawBufferPointer) throws -> HTTPRequest.Method {
        guard let index = names.firstIndex(where: { $0.count == name.count && $0.elementsEqual(name) }) else {
            throw unknown
        }
        return all[index]
    }

    /// The error for an unknown method.
    static var unknown: HTTPError { HTTPError(.notImplemented, "The request method is not supported.") }
}
