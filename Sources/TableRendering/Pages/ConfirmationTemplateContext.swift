import CascadingTable

/// What the template of a question before something is lost may show.
public struct ConfirmationTemplateContext: Sendable {
    /// The language of the page, as a BCP 47 tag, and the direction it is written in.
    public var language: String
    public var direction: String
    /// What the page says by itself.
    public var words: [String: String]
    public var title: String
    public var question: String
    /// Where the answer is posted.
    public var action: String
    /// The name of the row that is meant.
    public var id: String
    public var button: String
    /// The query of the page to return to.
    public var query: String
    /// That page.
    public var way: String

    public init(
        words: Words, title: String, question: String, action: String, id: String, button: String, query: String,
        way: String
    ) {
        language = words.language.tag
        direction = words.language.direction.rawValue
        self.words = words.forTemplates
        self.title = title
        self.question = question
        self.action = action
        self.id = id
        self.button = button
        self.query = query
        self.way = way
    }
}
