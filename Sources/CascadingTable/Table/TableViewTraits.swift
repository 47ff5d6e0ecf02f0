/// The language and the writing direction of the page around a table.
///
/// A table whose texts are in several languages chooses them by these traits:
///
/// ```swift
/// tableView.language = nil
/// cell.title = tableView.traits.language == "de" ? "Löschen" : "Delete"
/// ```
public struct TableViewTraits: Sendable, Hashable {
    /// The language of the page around the table, as a BCP 47 tag.
    public var language: String

    /// Creates traits with a language, as a BCP 47 tag.
    public init(language: String = "en") {
        self.language = language
    }

    /// The direction in which the language is written.
    public var direction: TextDirection { TextDirection(language: language) }
}
