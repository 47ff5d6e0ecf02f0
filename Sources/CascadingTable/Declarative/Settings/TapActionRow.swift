public import FoundationEssentials

/// A row that does something when it is pressed.
///
/// ```swift
/// TapActionRow("Forget this network") { tableView, indexPath in network.forget() }
/// ```
public final class TapActionRow: SettingsRow {
    private let action: Row.Handler

    public init(
        _ title: String, detail: String? = nil, id: String? = nil, style: TableViewCell.Style = .value1,
        image: Image? = nil, isEnabled: Bool = true, isHidden: Bool = false, action: @escaping Row.Handler
    ) {
        self.action = action
        super.init(
            title, detail: detail, id: id, style: style, image: image, isEnabled: isEnabled, isHidden: isHidden)
    }

    public override var isSelectable: Bool { true }

    public override func didSelect(in tableView: TableView, at indexPath: IndexPath) throws {
        try action(tableView, indexPath)
    }
}
