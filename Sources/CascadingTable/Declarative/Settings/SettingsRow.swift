public import FoundationEssentials

/// A row that keeps a state of its own and shows each change of it at once: the base of the settings rows.
///
/// It is everybody's: keep one a process and setting, not one a visitor. Subclass it for a setting of another kind, and
/// call ``didChange()`` when the state that you add has changed.
@TableActor
open class SettingsRow: StaticRow {
    public final let id: String?
    public final var title: String { didSet { didChange() } }
    public final var detail: String? { didSet { didChange() } }
    /// How title and detail are laid out.
    public final var style: TableViewCell.Style { didSet { didChange() } }
    /// The icon.
    public final var image: Image? { didSet { didChange() } }
    /// A row that is not enabled is dimmed and refuses to be pressed.
    public final var isEnabled: Bool { didSet { didChange() } }
    /// A hidden row is not in the table, but keeps its state.
    public final var isHidden: Bool { didSet { didChange() } }
    public final var actions: [TableViewRowAction] = [] { didSet { didChange() } }

    /// The table it is in.
    public final private(set) weak var table: StaticTable?

    private final var isTelling = false

    public init(
        _ title: String, detail: String? = nil, id: String? = nil, style: TableViewCell.Style = .value1,
        image: Image? = nil, isEnabled: Bool = true, isHidden: Bool = false
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.style = style
        self.image = image
        self.isEnabled = isEnabled
        self.isHidden = isHidden
    }

    /// What stands at the end of the row.
    open var accessory: TableViewCell.Accessory { .none }
    /// Where the row leads, as a relative, `http` or `https` address.
    open var link: String? { nil }
    open var isSelectable: Bool { false }
    open func didSelect(in tableView: TableView, at indexPath: IndexPath) throws {}
    open func accessoryButtonTapped(in tableView: TableView, at indexPath: IndexPath) throws {}

    open func makeCell() -> TableViewCell {
        TableViewCell(
            style: style, title: title, subtitle: detail, image: image, accessory: accessory, isEnabled: isEnabled,
            link: isEnabled ? link : nil)
    }

    public final func prepare(table: StaticTable) {
        self.table = table
    }

    /// Has the table show what has changed.
    public final func didChange() {
        table?.update()
    }

    /// Tells of a change and shows it, as one update; what the body changes back is not told again.
    public final func didChange(telling body: () -> Void) {
        guard !isTelling else { return didChange() }
        isTelling = true
        defer { isTelling = false }
        guard let table else { return body() }
        table.performUpdates(body)
    }
}
