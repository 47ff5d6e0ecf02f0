public import CascadingTable
public import FoundationEssentials

/// A row that runs a closure when it is selected.
///
/// ```swift
/// TapActionRow("Forget this network") { tableView, indexPath in network.forget() }
/// ```
public final class TapActionRow: SettingsRow {
    private let action: Row.Handler

    /// Creates a row that runs a closure.
    ///
    /// - Parameters:
    ///   - title: The title, shown first in the row.
    ///   - detail: The secondary text, or nil for none.
    ///   - id: The identifier, unique in the table, or nil to derive one from the section and the title.
    ///   - style: The layout of title and detail.
    ///   - image: The icon, or nil for none.
    ///   - isEnabled: Whether the row can be selected.
    ///   - isHidden: Whether the row is left out of the table.
    ///   - action: The closure that runs when the row is selected. Throw an error to refuse the selection.
    public init(
        _ title: String, detail: String? = nil, id: String? = nil, style: TableViewCell.Style = .value1,
        image: Image? = nil, isEnabled: Bool = true, isHidden: Bool = false, action: @escaping Row.Handler
    ) {
        self.action = action
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var isSelectable: Bool { true }

    public override func didSelect(in tableView: TableView, at indexPath: IndexPath) async throws {
        try await action(tableView, indexPath)
    }
}
