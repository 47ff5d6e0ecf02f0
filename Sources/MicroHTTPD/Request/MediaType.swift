/// The type of a body, without its parameters: `application/json`.
struct MediaType: Sendable, Equatable {
    let text: String

    /// Reads the value of a `Content-Type`; nil when there is none.
    init?(_ value: String?) {
        guard let value, let first = value.split(separator: ";", omittingEmptySubsequences: false).first else {
            return nil
        }
        text = first.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// Whether it is JSON, or a type built on JSON such as `application/problem+json`.
    var isJSON: Bool { text == "application/json" || (text.hasPrefix("application/") && text.hasSuffix("+json")) }

    /// Whether it is what a browser's form sends.
    var isForm: Bool { text == "application/x-www-form-urlencoded" }
}
