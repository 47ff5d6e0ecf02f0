import HTTPMessages
import HTTPTypes

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

/// Decides which responses are compressed, so that compression reveals no secrets.
///
/// The length of a compressed response shows whether it repeats a text (BREACH). An attacker makes a visitor's browser
/// request a text that the response repeats, and watches the length of the encrypted response. Letter by letter, this
/// reveals other texts in the response. Two kinds of responses are therefore never compressed:
///
/// - Personal responses: pages, data and exports that depend on a visitor's session, forms and responses to actions.
/// - Responses to requests with a query that another site made a browser send.
///
/// The second rule covers pages that repeat a search, a filter or a token of the address. Browsers name the site behind
/// a request in `Sec-Fetch-Site` over TLS and on loopback.
enum CompressionPolicy {
    /// Returns the coding of a shared response; nil for an uncompressed response.
    static func coding(
        for request: Request, among codings: [ContentCoding] = ContentCoding.allCases
    ) -> ContentCoding? {
        guard let coding = request.contentCoding(among: codings) else { return nil }
        return request.rawQuery != nil && request.isFromElsewhere ? nil : coding
    }
}

extension Request {
    /// A Boolean value that indicates whether a page of another website made the browser send the request.
    package var isFromElsewhere: Bool {
        guard let site = HTTPField.Name.secFetchSite.flatMap(header) else { return false }
        return site != "same-origin" && site != "none"
    }
}
