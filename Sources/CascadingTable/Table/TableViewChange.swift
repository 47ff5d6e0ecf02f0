public import FoundationEssentials

/// A change that was announced to a table.
///
/// In a batch, deleted, reloaded and moved elements have their positions before the batch. Inserted elements have their
/// positions after it.
public enum TableViewChange: Sendable, Hashable {
    /// Everything may have changed.
    case reloadData
    /// Sections were inserted, at these positions after the update.
    case insertSections([Int], animation: TableView.RowAnimation = .automatic)
    /// Sections were deleted, at these positions before the update.
    case deleteSections([Int], animation: TableView.RowAnimation = .automatic)
    /// The rows, headers and footers of sections have changed.
    case reloadSections([Int], animation: TableView.RowAnimation = .automatic)
    /// A section was moved.
    case moveSection(from: Int, to: Int)
    /// Rows were inserted, at these index paths after the update.
    case insertRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    /// Rows were deleted, at these index paths before the update.
    case deleteRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    /// Rows have changed in place.
    case reloadRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    /// A row was moved.
    case moveRow(from: IndexPath, to: IndexPath)
}

extension TableView {
    /// The animation of a change, as in UIKit. Browsers treat it as a hint.
    public enum RowAnimation: String, Sendable, Hashable {
        /// The browser chooses for `automatic`. The other cases are those of `UITableView.RowAnimation`.
        case automatic, none, fade, left, right, top, bottom, middle
    }
}
