import HTTPTypes
import MicroHTTPD

/// Keeps secrets from being compressed together with what a stranger wrote.
///
/// The length of what is compressed tells what is in it twice (BREACH): who can have a visitor's browser ask for a text of
/// his own choice, which the answer repeats, and sees how long the answer is though not what it says, finds out letter by
/// letter what else is in it. So there is one rule: **compressed is nothing that is one visitor's own, and nothing that
/// another site had a browser ask for by a query.** What is left has no secret, or no stranger's text.
///
/// Pages, data and whole tables that were made from anything of a visitor's session are `private`, and never compressed;
/// so are responses to actions and forms. A search, a filter or a token in an address is repeated by the page, whose rows
/// may be for few eyes though for all of those the same; which site is behind a request, browsers say by
/// `Sec-Fetch-Site` wherever what is sent cannot be read on its way.
enum CompressionPolicy {
    /// The coding to answer in what is nobody's own; nil for as it is.
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
