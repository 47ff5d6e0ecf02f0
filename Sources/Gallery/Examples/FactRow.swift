import CascadingTable

/// A row with a name, a value and an optional link.
final class FactRow: CascadingBareTableDelegate {
    private let name: String
    private let value: String
    private let link: String?

    init(_ name: String, _ value: String, to link: String? = nil) {
        self.name = name
        self.value = value
        self.link = link
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(style: .value1, title: name, subtitle: value, to: link)
    }

    /// Returns false: the row only has a link.
    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}
