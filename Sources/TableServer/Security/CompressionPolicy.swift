import HTTPTypes
import MicroHTTPD

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
        return request.rawQuery != nil && isFromElsewhere(request) ? nil : coding
    }

    private static func isFromElsewhere(_ request: Request) -> Bool {
        guard let site = HTTPField.Name.secFetchSite.flatMap(request.header) else { return false }
        return site != "same-origin" && site != "none"
    }
}
