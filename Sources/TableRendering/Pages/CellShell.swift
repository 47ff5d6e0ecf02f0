import CascadingTable

/// What the template of a cell may show, beside the button or link that the row is touched by.
struct CellShell {
    /// The title inside of the link or button that the row is touched by, as HTML: `{{{label}}}`.
    var label: String
    var title: String?
    var subtitle: String?
    var image: Image?
    /// What the fields say to the reader, by name: `{{fields.price}}`.
    var fields: [String: String]
    /// The same as they are in every language, for attributes: `{{values.price}}`.
    var values: [String: String]

    init(_ cell: TableViewCell, label: String, links: PageLinks, words: Words) {
        self.label = label
        title = cell.title
        subtitle = cell.subtitle
        image = cell.image.flatMap { image in
            SafeURL.isAllowedForImage(image.source)
                ? Image(source: links.resolve(image.source), description: image.description) : nil
        }
        fields = Dictionary(cell.fields.map { ($0.name, words.text(of: $0.value)) }) { first, _ in first }
        values = Dictionary(cell.fields.map { ($0.name, $0.value.text) }) { first, _ in first }
    }
}
