/// What is known of a reader besides who he is.
///
/// A table whose texts are in several languages chooses by it:
///
/// ```swift
/// tableView.language = nil
/// cell.title = tableView.traits.language == "de" ? "Löschen" : "Delete"
/// ```
public struct TableViewTraits: Sendable, Hashable {
    /// The language that the page around the table is in, as a BCP 47 tag.
    public var language: String

    public init(language: String = "en") {
        self.language = language
    }

    /// The direction that this language is written in.
    public var direction: TextDirection { TextDirection(language: language) }
}
