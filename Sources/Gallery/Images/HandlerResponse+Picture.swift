import HTTPTypes
import MicroHTTPD

extension HandlerResponse {
    /// Returns a drawing that browsers cache for one day. It never changes while the process runs.
    static func picture(_ svg: String, for request: Request) -> HandlerResponse {
        var headers: HTTPFields = [
            .cacheControl: "public, max-age=86400", .eTag: "\"\(version)\"",
        ]
        guard request.header(.ifNoneMatch) != headers[.eTag] else {
            return .response(.status(.notModified, headers: headers))
        }
        headers[.contentType] = "image/svg+xml"
        return .response(Response(headers: headers, body: .bytes(Array(svg.utf8))))
    }

    /// A random entity tag for each process, because the next process may be a later release.
    private static let version = String(UInt64.random(in: .min ... .max), radix: 36)
}
