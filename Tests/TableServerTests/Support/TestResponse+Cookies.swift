import HTTPTypes
import TableTesting

extension String {
    /// `name=value` of a `Set-Cookie` field.
    var cookiePair: String { String(prefix { $0 != ";" }) }
}

extension TestResponse {
    /// The cookie to send back, empty when none was given.
    var newCookie: String { headers[.setCookie]?.cookiePair ?? "" }
}
