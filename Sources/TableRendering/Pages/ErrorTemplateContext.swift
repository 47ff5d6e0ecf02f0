import CascadingTable
public import LocalizedMessages

/// What the template of an error may show.
public struct ErrorTemplateContext: Sendable {
    /// The language of the page, as a BCP 47 tag, and the direction it is written in.
    public var language: String
    public var direction: String
    /// Whether `detail` is in a language of its own, as a delegate's sentence may be.
    public var hasOwnLanguage: Bool
    public var status: Int
    public var title: String
    public var detail: String
    public var errors: [String]
    /// Where to go from here, and what that is called.
    public var way: String
    public var wayTitle: String

    /// - Parameters:
    ///   - title: in English. Title and detail are translated if there is a translation.
    public init(
        words: Words, status: Int, title: String, detail: LocalizedMessage, errors: [String], way: String,
        wayTitle: String
    ) {
        language = words.language.tag
        direction = words.language.direction.rawValue
        self.status = status
        self.title = words.title(ofStatus: status) ?? title
        let translation = words.translation(of: detail)
        self.detail = translation ?? detail.description
        hasOwnLanguage = translation == nil
        self.errors = errors
        self.way = way
        self.wayTitle = wayTitle
    }
}
