import CascadingTable

/// The values that the template of a confirmation page, `confirm.mustache`, can show.
public struct ConfirmationTemplateContext: Sendable {
    /// The language of the page, as a BCP 47 tag.
    public var language: String
    /// The direction of the page: `ltr` or `rtl`.
    public var direction: String
    /// The words of the page: `{{words.cancel}}`.
    public var words: [String: String]
    /// The title of the table.
    public var title: String
    /// The question, such as `Delete “Pear”?`.
    public var question: String
    /// The address that the button posts to.
    public var action: String
    /// The identifier of the row.
    public var id: String
    /// The title of the button that confirms.
    public var button: String
    /// The query of the page to return to.
    public var query: String
    /// The address of the page to return to.
    public var returnURL: String
    /// The form items that name the rows of the action; empty for an action on one row.
    public var rows: [Item] = []

    /// A form item.
    public struct Item: Sendable {
        /// The name of the item.
        public var name: String
        /// The value of the item.
        public var value: String

        /// Creates a form item.
        ///
        /// - Parameters:
        ///   - name: The name of the item.
        ///   - value: The value of the item.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Creates the values of a confirmation page.
    public init(
        words: Words, title: String, question: String, action: String, id: String, button: String, query: String,
        returnURL: String
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
        self.returnURL = returnURL
    }
}
