import CascadingTable
public import LocalizedMessages

/// The values that the template of an error page, `error.mustache`, can show.
public struct ErrorTemplateContext: Sendable {
    /// The language of the page, as a BCP 47 tag.
    public var language: String
    /// The direction of the page: `ltr` or `rtl`.
    public var direction: String
    /// A Boolean value that indicates whether the language of `detail` is unknown, because it has no translation.
    public var hasOwnLanguage: Bool
    /// The HTTP status of the response, such as 404.
    public var status: Int
    /// The title of the status, translated if possible.
    public var title: String
    /// The sentence that explains the error, translated if possible.
    public var detail: String
    /// The invalid parts of the request, such as `_size=0`.
    public var errors: [String]
    /// The address of the link to continue with.
    public var returnURL: String
    /// The title of that link.
    public var returnTitle: String

    /// Creates the values of an error page.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - status: The HTTP status.
    ///   - title: The title of the status in English. It is translated if possible.
    ///   - detail: The sentence in English. It is translated if possible.
    ///   - errors: The invalid parts of the request.
    ///   - returnURL: The address of the link to continue with.
    ///   - returnTitle: The title of that link.
    public init(
        words: Words, status: Int, title: String, detail: LocalizedMessage, errors: [String], returnURL: String,
        returnTitle: String
    ) {
        language = words.language.tag
        direction = words.language.direction.rawValue
        self.status = status
        self.title = words.title(ofStatus: status) ?? title
        let translation = words.translation(of: detail)
        self.detail = translation ?? detail.description
        hasOwnLanguage = translation == nil
        self.errors = errors
        self.returnURL = returnURL
        self.returnTitle = returnTitle
    }
}
