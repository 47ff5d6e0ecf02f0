import HTTPTypes
import MicroHTTPD

/// Refuses what another site makes a browser send, without tokens in forms.
///
/// Unsafe methods pass when `Sec-Fetch-Site` says same origin or none; without it, `Origin` must be this server's;
/// without either the client is no browser. The order is that of Go's `CrossOriginProtection`.
enum CrossOriginProtection {
    static func check(_ request: Request) throws {
        guard request.method != .get, request.method != .head, request.method != .options else { return }
        if let site = HTTPField.Name.secFetchSite.flatMap(request.header) {
            guard site == "same-origin" || site == "none" else { throw refusal }
            return
        }
        guard let origin = request.header(.origin) else { return }
        let own = (request.isSecure ? "https://" : "http://") + (request.authority ?? "")
        guard normalized(origin) == normalized(own) else { throw refusal }
    }

    private static func normalized(_ origin: String) -> String {
        let origin = origin.lowercased()
        if origin.hasPrefix("http://"), origin.hasSuffix(":80") { return String(origin.dropLast(3)) }
        if origin.hasPrefix("https://"), origin.hasSuffix(":443") { return String(origin.dropLast(4)) }
        return origin
    }

    private static var refusal: ProblemDetails {
        ProblemDetails(
            .forbidden,
            "Refused, because the request was sent from another website. Open the table itself and try again.")
    }
}
