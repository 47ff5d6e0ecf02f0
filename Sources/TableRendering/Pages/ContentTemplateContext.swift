public import CascadingTable

/// The values that the template of a route's own page, `content.mustache`, can show.
public struct ContentTemplateContext: Sendable {
    /// The language of the page, as a BCP 47 tag.
    public var language: String
    /// The direction of the page: `ltr` or `rtl`.
    public var direction: String
    /// The words of the page: `{{words.breadcrumb}}`.
    public var words: [String: String]
    /// The title of the page.
    public var title: String
    /// A Boolean value that indicates whether there are pages above this one.
    public var hasBreadcrumbs: Bool
    /// The titles and addresses of the pages above this one.
    public var breadcrumbs: [PageTemplateContext.Link]
    /// The HTML of the page's content: `{{{content}}}`.
    public var content: String

    /// Creates the values of a page.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - language: The language of the content, as a BCP 47 tag; nil for the one of `words`.
    ///   - title: The title of the page.
    ///   - breadcrumbs: The pages above this one. Unsafe addresses are left out.
    ///   - content: The HTML of the page's content.
    public init(words: Words, language: String?, title: String, breadcrumbs: [TableLink], content: String) {
        self.language = language ?? words.language.tag
        direction = language.map(Self.direction) ?? words.language.direction.rawValue
        self.words = words.forTemplates
        self.title = title
        self.breadcrumbs = breadcrumbs.filter { SafeURL.isAllowed($0.url) }.map {
            PageTemplateContext.Link(title: $0.title, url: $0.url)
        }
        hasBreadcrumbs = !self.breadcrumbs.isEmpty
        self.content = content
    }

    private static func direction(of language: String) -> String {
        let first = language.prefix { $0 != "-" }.lowercased()
        return ["ar", "dv", "fa", "he", "iw", "ps", "ur", "yi"].contains(first) ? "rtl" : "ltr"
    }
}
