import HTTPTypes
import TableTesting

extension String {
    /// The part `name=value` of a `Set-Cookie` field.
    var cookiePair: String { String(prefix { $0 != ";" }) }
}

extension TestResponse {
    /// The cookie to send back, or an empty text if the response has none.
    var newCookie: String { headers[.setCookie]?.cookiePair ?? "" }
}
