public import FoundationEssentials

/// One change of what a table shows, in the terms it was announced in.
public enum TableViewChange: Sendable, Hashable {
    case reloadData
    case insertSections([Int], animation: TableView.RowAnimation = .automatic)
    case deleteSections([Int], animation: TableView.RowAnimation = .automatic)
    case reloadSections([Int], animation: TableView.RowAnimation = .automatic)
    case moveSection(from: Int, to: Int)
    case insertRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    case deleteRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    case reloadRows([IndexPath], animation: TableView.RowAnimation = .automatic)
    case moveRow(from: IndexPath, to: IndexPath)
}

extension TableView {
    /// How a change comes into view; a page takes it as a hint.
    public enum RowAnimation: String, Sendable, Hashable {
        case automatic, none, fade, left, right, top, bottom, middle
    }

    /// The changes after that revision, in order, or nil when they are not known: it is too long ago, or it is not one
    /// of this table's, as after a restart.
    ///
    /// - Parameter revision: The revision that is known already.
    /// - Parameter end: the last revision whose changes are meant; the latest unless told.
    public func changes(since revision: UInt64, through end: UInt64? = nil) -> [TableViewChange]? {
        let end = end ?? self.revision
        return revision == end ? [] : history.changes(since: revision, through: end)
    }
}
