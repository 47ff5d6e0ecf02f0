import HTTPTypes
import MicroHTTPD
import Synchronization

/// The answer that there is nothing newer, prepared when it is first given: of many pages nobody asks for it.
final class NotModified: Sendable {
    let headers: HTTPFields
    private let prepared = Mutex<PreparedResponse?>(nil)

    init(_ headers: HTTPFields) {
        self.headers = headers
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
