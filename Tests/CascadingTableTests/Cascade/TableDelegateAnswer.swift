import CascadingTable
import FoundationEssentials

/// Whatever a delegate may answer, so that all questions can stand in one table.
enum TableDelegateAnswer: Sendable, Hashable {
    case nothing
    case bool(Bool)
    case integer(Int)
    case height(Height?)
    case text(String?)
    case cell(TableViewCell)
    case view(TableViewHeaderFooterView?)
    case indexPath(IndexPath?)
    case editingStyle(TableViewCell.EditingStyle)
    /// The names of the actions, which themselves cannot be compared.
    case actions([String]?)
    case expansion(TableViewRowExpansion?)
    case fields([TableViewEditableField])
    case dragItems([TableViewDragItem])
    /// Whether there is something to wait for.
    case work(Bool)
    /// The rows that match a query; nil where the table is to look for them.
    case order([Int32]?)
}
