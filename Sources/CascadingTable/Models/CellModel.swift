/// The model of a row: what it begins with, and what can be done to it.
///
/// ```swift
/// final class FruitModel: CellModel {
///     var name: String { didSet { reload() } }
///     init(name: String) {
///         self.name = name
///         super.init()
///     }
/// }
/// ```
@TableActor
open class CellModel: ReusableViewModel {
    /// What the row shows before its event handler has filled it in, and what it shows without one. Its style names the
    /// writer of the row.
    public final var cell: TableViewCell { didSet { reload() } }

    public final var indentationLevel = 0 { didSet { reload() } }
    /// Whether the row has a button in edit mode.
    public final var isEditable = false { didSet { reload() } }
    public final var isMovable = false { didSet { reload() } }
    /// What the button does: `insert` needs the section's ``SectionModel/makeCellModelForInsertion``.
    public final var editingStyle = TableViewCell.EditingStyle.delete { didSet { reload() } }
    public final var titleForDeleteConfirmationButton: String? { didSet { reload() } }
    public final var shouldIndentWhileEditing = false { didSet { reload() } }
    /// Whether the row has a menu; its event handler says with which entries.
    public final var shouldShowMenu = false { didSet { reload() } }

    /// Whether the handler of its row answers later events too, as long as it can, instead of a new one for each.
    open var keepsEventHandler: Bool { false }

    private final let serialNumber = SerialNumber.next()

    /// How often it is in sections, and how often it has been.
    final var places = 0
    final var placesGiven = 0

    public init(_ cell: TableViewCell = TableViewCell()) {
        self.cell = cell
        super.init()
    }

    /// The name its row keeps when it moves: unique while the process runs. Override it with one that lasts.
    open var identifier: String { "m\(serialNumber)" }

    override final func announceReload() {
        sectionModel?.tableModel?.announceReload(of: self)
    }
}
