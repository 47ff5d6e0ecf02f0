public import CascadingTable
public import TableStorage

/// The base class of models of rows, headers and footers.
///
/// Subclass ``CellModel`` or ``SectionAccessoryModel`` and add the data that your views show.
@TableActor
open class ReusableViewModel {
    /// The section that contains the model, or nil. If several sections contain it, the one that added it last.
    public final internal(set) weak var sectionModel: SectionModel?

    /// The height of the view. A height below one CSS pixel counts as automatic: the view is as high as its contents.
    public final var height: Height = .automatic { didSet { if height != oldValue { reload() } } }

    /// Creates a model with an automatic height.
    public init() {}

    /// Reloads the view in all tables that show it. Call it when properties that a subclass adds have changed.
    public func reload() {}
}

extension ReusableViewModel {
    final var shownHeight: Height { height.oneOrAutomatic }
}

extension Height {
    /// The height itself, or automatic if it is below one CSS pixel, infinite or not a number.
    fileprivate var oneOrAutomatic: Height {
        guard case .pixels(let pixels) = self, pixels >= 1, pixels.isFinite else { return .automatic }
        return self
    }
}

/// The model of a header or footer of a section.
@TableActor
open class SectionAccessoryModel: ReusableViewModel, SupplementaryModel {
    /// The title that the header or footer shows, or nil for none. A change reloads the section.
    public final var title: String? { didSet { if title != oldValue { reload() } } }

    /// Creates a model with a title.
    ///
    /// - Parameter title: The title that the header or footer shows, or nil for none.
    public init(title: String? = nil) {
        self.title = title
        super.init()
    }

    /// The view before an event handler fills it in. It is shown unchanged if no event handler is registered.
    ///
    /// The default is a view with the ``title``.
    open var view: TableViewHeaderFooterView { TableViewHeaderFooterView(title: title) }

    public override final func reload() {
        sectionModel?.reload()
    }
}

/// The model of a row: its initial cell, and the ways in which visitors can edit and move it.
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
///
/// A change of any property reloads the row in all tables that show it.
@TableActor
open class CellModel: ReusableViewModel {
    /// The cell before an event handler fills it in. It is shown unchanged if no event handler is registered.
    ///
    /// The style of the cell selects the writer that lays out the row.
    public final var cell: TableViewCell { didSet { if cell != oldValue { reload() } } }

    /// The number of levels by which the row is indented. The default is 0; a negative value counts as 0.
    public final var indentationLevel = 0 { didSet { if indentationLevel != oldValue { reload() } } }
    /// A Boolean value that indicates whether the row has a delete or insert button in edit mode. The default is false.
    public final var isEditable = false { didSet { if isEditable != oldValue { reload() } } }
    /// A Boolean value that indicates whether visitors can move the row in edit mode. The default is false.
    public final var isMovable = false { didSet { if isMovable != oldValue { reload() } } }
    /// The effect of the row's button in edit mode. The default is `.delete`.
    ///
    /// The value `.insert` counts as `.none` unless the section has a ``SectionModel/makeCellModelForInsertion``
    /// closure.
    public final var editingStyle = TableViewCell.EditingStyle.delete {
        didSet { if editingStyle != oldValue { reload() } }
    }
    /// The title of the button that deletes the row, or nil for "Delete".
    public final var titleForDeleteConfirmationButton: String? {
        didSet { if titleForDeleteConfirmationButton != oldValue { reload() } }
    }
    /// A Boolean value that indicates whether the row is indented in edit mode. The default is false; in UIKit it is
    /// true.
    public final var shouldIndentWhileEditing = false {
        didSet { if shouldIndentWhileEditing != oldValue { reload() } }
    }
    /// A Boolean value that indicates whether the row has a menu. The default is false.
    ///
    /// The row's event handler selects the menu's entries in ``CellEventHandler/canPerformAction(_:withSender:)``.
    public final var shouldShowMenu = false { didSet { if shouldShowMenu != oldValue { reload() } } }

    private final let serialNumber = SerialNumber.next()

    /// The number of sections' rows that use the model now.
    final var places = 0
    /// The number of rows that have used the model since it was last in no section. It makes row names unique.
    final var placesGiven = 0

    /// Creates a model of a row.
    ///
    /// - Parameter cell: The cell before an event handler fills it in.
    public init(_ cell: TableViewCell = TableViewCell()) {
        self.cell = cell
        super.init()
    }

    /// The identifier of the row, which it keeps when it moves.
    ///
    /// The default is unique while the process runs. Override it to return an identifier that is still valid after a
    /// restart.
    open var identifier: String { "m\(serialNumber)" }

    public override final func reload() {
        sectionModel?.tableModel?.announceReload(of: self)
    }
}
