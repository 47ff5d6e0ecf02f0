public import FoundationEssentials

/// A row that leads to another page, with the value that is set there beside its title.
///
/// ```swift
/// NavigationRow("Ring tone", detail: "Chime", to: "tones/")
/// ```
public final class NavigationRow: SettingsRow {
    /// Where it leads, as a relative, `http` or `https` address.
    public var destination: String { didSet { didChange() } }

    private let accessoryAction: Row.Handler?

    /// - Parameter title: The title of the row.
    /// - Parameter detail: The value beside the title.
    /// - Parameter destination: The address that the row leads to.
    /// - Parameter id: The name of the row, unique in its table.
    /// - Parameter style: The layout of title and detail.
    /// - Parameter image: The icon.
    /// - Parameter isEnabled: Whether the row can be pressed.
    /// - Parameter isHidden: Whether the row is left out of the table.
    /// - Parameter accessoryAction: what a detail button at the row's end does; without one there is no button.
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

    public override func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) throws {
        try accessoryAction?(tableView, indexPath)
    }
}
