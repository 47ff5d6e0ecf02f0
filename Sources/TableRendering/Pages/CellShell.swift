import CascadingTable

/// What the template of a cell may show, beside the button or link that the row is touched by.
struct CellShell {
    /// The title inside of the link or button that the row is touched by, as HTML: `{{{label}}}`.
    var label: String
    var title: String?
    var subtitle: String?
    var image: Image?
    /// What the fields say, by name: `{{fields.price}}`.
    var fields: [String: String]

    init(_ cell: TableViewCell, label: String, links: PageLinks) {
        self.label = label
        title = cell.title
        subtitle = cell.subtitle
        image = cell.image.flatMap { image in
            SafeURL.isAllowedForImage(image.source)
                ? Image(source: links.resolve(image.source), description: image.description) : nil
        }
        fields = Dictionary(cell.fields.map { ($0.name, $0.value.text) }) { first, _ in first }
    }
}
