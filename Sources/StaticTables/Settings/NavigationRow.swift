public import CascadingTable
public import FoundationEssentials

/// A row that opens another page, and can show that page's current value as its detail.
///
/// ```swift
/// NavigationRow("Ring tone", detail: "Chime", to: "tones/")
/// ```
public final class NavigationRow: SettingsRow {
    /// The address that selecting the row opens: a relative, `http` or `https` URL.
    public var destination: String { didSet { if destination != oldValue { didChange() } } }

    private let accessoryAction: Row.Handler?

    /// Creates a row that opens another page.
    ///
    /// - Parameters:
    ///   - title: The title, shown first in the row.
    ///   - detail: The secondary text, or nil for none.
    ///   - destination: The relative, `http` or `https` URL that selecting the row opens.
    ///   - id: The identifier, unique in the table, or nil to derive one from the section and the title.
    ///   - style: The layout of title and detail.
    ///   - image: The icon, or nil for none.
    ///   - isEnabled: Whether the row can be used.
    ///   - isHidden: Whether the row is left out of the table.
    ///   - accessoryAction: The closure that a detail button at the end of the row runs. If it is nil, there is no
    ///     button.
    public init(
        _ title: String, detail: String? = nil, to destination: String, id: String? = nil,
        style: TableViewCell.Style = .value1, image: Image? = nil, isEnabled: Bool = true, isHidden: Bool = false,
        accessoryAction: Row.Handler? = nil
    ) {
        self.destination = destination
        self.accessoryAction = accessoryAction
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var link: String? { destination }
    public override var accessory: TableViewCell.Accessory { accessoryAction == nil ? .disclosure : .detail }

    public override func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) async throws {
        try await accessoryAction?(tableView, indexPath)
    }
}
