import HTTPTypes
import MicroHTTPD

extension HandlerResponse {
    /// A drawing that never changes while the process runs: kept by browsers, and told unchanged when they ask again.
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

    /// Tells the drawings of one process from those of another, which may be of a later release.
    private static let version = String(UInt64.random(in: .min ... .max), radix: 36)
}
