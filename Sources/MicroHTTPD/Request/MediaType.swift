/// The media type of a body, without its parameters: `application/json`.
struct MediaType: Sendable, Equatable {
    let text: String

    /// Reads the value of a `Content-Type` field; nil without a value.
    init?(_ value: String?) {
        guard let value, let first = value.split(separator: ";", omittingEmptySubsequences: false).first else {
            return nil
        }
        text = first.filter { $0 != " " && $0 != "\t" }.lowercased()
    }

    /// A Boolean value that indicates whether the type is JSON, or based on JSON such as `application/problem+json`.
    var isJSON: Bool { text == "application/json" || (text.hasPrefix("application/") && text.hasSuffix("+json")) }

    /// A Boolean value that indicates whether the type is a browser form's.
    var isForm: Bool { text == "application/x-www-form-urlencoded" }
}
