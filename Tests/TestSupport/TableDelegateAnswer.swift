public import CascadingTable
public import FoundationEssentials

/// Any answer of a delegate, so that one list can hold all questions.
public enum TableDelegateAnswer: Sendable, Hashable {
    case nothing
    case bool(Bool)
    case integer(Int)
    case height(Height?)
    case text(String?)
    case cell(TableViewCell)
    case view(TableViewHeaderFooterView?)
    case indexPath(IndexPath?)
    case editingStyle(TableViewCell.EditingStyle)
    /// The identifiers of the actions. The actions themselves cannot be compared.
    case actions([String]?)
    case expansion(TableViewRowExpansion?)
    case fields([TableViewEditableField])
    case dragItems([TableViewDragItem])
    /// True if there is work to await.
    case work(Bool)
    /// The rows that match a query, or nil if the table searches for them.
    case order([Int32]?)
}
