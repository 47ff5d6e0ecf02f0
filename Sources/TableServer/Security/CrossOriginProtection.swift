import HTTPTypes
import MicroHTTPD

/// Refuses unsafe requests that another site made a browser send. Forms need no tokens.
///
/// The rules are checked in the order of Go's `CrossOriginProtection`:
///
/// 1. With `Sec-Fetch-Site`, its value must be `same-origin` or `none`.
/// 2. Otherwise, with `Origin`, its value must be this server.
/// 3. Without both headers, the client is no browser, and the request passes.
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
