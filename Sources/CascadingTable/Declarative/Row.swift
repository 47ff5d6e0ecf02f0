public import FoundationEssentials

/// A row as a value: what it shows, and what pressing it does.
///
/// ```swift
/// Row("Apple", detail: "red", accessory: .disclosure) { tableView, indexPath in tableView.navigate(to: "apple/") }
/// Row("Manual", image: Image(source: "book.svg"), link: "https://example.org/manual")
/// ```
public struct Row: StaticRow {
    /// Refuses by throwing.
    public typealias Handler = @TableActor (_ tableView: TableView, _ indexPath: IndexPath) throws -> Void

    public var id: String?
    public var title: String
    public var detail: String?
    /// How title and detail are laid out.
    public var style: TableViewCell.Style
    /// The icon.
    public var image: Image?
    public var accessory: Accessory
    /// Where the row leads, as a relative, `http` or `https` address.
    public var link: String?
    /// A row that is not enabled is dimmed and cannot be pressed.
    public var isEnabled: Bool
    public var isHidden: Bool
    public var actions: [TableViewRowAction]
    /// What pressing it does; without one, and without a link, it cannot be pressed.
    public var selection: Handler?

    public init(
        _ title: String, detail: String? = nil, id: String? = nil, style: TableViewCell.Style = .value1,
        image: Image? = nil, accessory: Accessory = .none, link: String? = nil, isEnabled: Bool = true,
        isHidden: Bool = false, actions: [TableViewRowAction] = [], selection: Handler? = nil
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.style = style
        self.image = image
        self.accessory = accessory
        self.link = link
        self.isEnabled = isEnabled
        self.isHidden = isHidden
        self.actions = actions
        self.selection = selection
    }

    /// What stands at the end of the row.
    public enum Accessory {
        case none
        case disclosure
        case checkmark
        /// A button of its own, and what it does.
        case detail(Handler)
    }

    public var isSelectable: Bool { selection != nil }

    public func makeCell() -> TableViewCell {
        TableViewCell(
            style: style, title: title, subtitle: detail, image: image, accessory: accessory.mark, isEnabled: isEnabled,
            link: isEnabled ? link : nil)
    }

    public func didSelect(in tableView: TableView, at indexPath: IndexPath) throws {
        try selection?(tableView, indexPath)
    }

    public func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) throws {
        if case .detail(let handler) = accessory { try handler(tableView, indexPath) }
    }
}

extension Row.Accessory {
    var mark: TableViewCell.Accessory {
        switch self {
        case .none: .none
        case .disclosure: .disclosure
        case .checkmark: .checkmark
        case .detail: .detail
        }
    }
}
