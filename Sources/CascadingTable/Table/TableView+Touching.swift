public import FoundationEssentials
import OrderedCollections

extension TableView {
    /// A touch on a row: highlights and selects it, asking and telling the delegate as UIKit does.
    ///
    /// Where only one row can be selected, the one that is must let itself be deselected first.
    ///
    /// - Returns: where the row that was selected is then, which `willSelectRowAt` may have made another; nil when the
    ///   delegate has deleted it.
    @discardableResult
    public func touchRow(at indexPath: IndexPath) throws -> IndexPath? {
        try touchRow(at: indexPath, besideOthers: allowsMultipleSelection)
    }

    /// The same, leaving the other rows selected or not whatever the table allows.
    func touchRow(at indexPath: IndexPath, besideOthers: Bool) throws -> IndexPath? {
        try requireUsableRow(at: indexPath)
        let proposed = try carryOut { try rowToSelect(touchedAt: indexPath) }
        try reporting(at: indexPath) { () throws(TableViewError) in try requireRow(at: proposed) }
        let identifier = identifier(forRowAt: proposed)
        if selection[identifier] == nil { try makeRoom(forRows: 1, besideOthers: besideOthers) }
        if !besideOthers { try releaseRows(exceptThatNamed: identifier) }
        // A delegate that was told of the deselection may have moved the row.
        guard let target = currentIndexPath(ofRow: identifier, lastSeenAt: proposed) else {
            throw TableViewError(.noSuchRow, "The row is gone.")
        }
        return try changingSelection {
            context.request.session.select(identifier, at: target, besideOthers: besideOthers)
            delegate?.tableView(self, didSelectRowAt: target)
            return currentIndexPath(ofRow: identifier, lastSeenAt: target)
        }
    }

    /// Deselects a row, asking and telling the delegate as UIKit does; nothing when it is not selected.
    ///
    /// - Returns: where the row that was deselected is then, which `willDeselectRowAt` may have made another; nil when the
    ///   delegate has deleted it.
    @discardableResult
    public func releaseRow(at indexPath: IndexPath) throws -> IndexPath? {
        try requireRow(at: indexPath)
        guard selection[identifier(forRowAt: indexPath)] != nil else { return indexPath }
        guard let target = delegate.map({ $0.tableView(self, willDeselectRowAt: indexPath) }) ?? indexPath else {
            throw TableViewError(.vetoed, "The table refused to deselect the row.")
        }
        try reporting(at: indexPath) { () throws(TableViewError) in try requireRow(at: target) }
        let targetIdentifier = identifier(forRowAt: target)
        return try changingSelection {
            deselectRow(at: target)
            delegate?.tableView(self, didDeselectRowAt: target)
            return currentIndexPath(ofRow: targetIdentifier, lastSeenAt: target)
        }
    }

    /// Runs the body; where it fails, or the delegate refuses, what is selected is what was before.
    private func changingSelection<Result>(_ body: () throws -> Result) throws -> Result {
        try context.request.session.undoingSelection { try carryOut(body) }
    }

    /// The visitor presses a row, and has not let go yet: tells the delegate.
    public func highlightRow(at indexPath: IndexPath) throws {
        try requireUsableRow(at: indexPath)
        guard let delegate else { return }
        try carryOut { try highlight(indexPath, delegate) }
    }

    /// The visitor lets go of a row, wherever that is: tells the delegate.
    public func unhighlightRow(at indexPath: IndexPath) throws {
        try requireRow(at: indexPath)
        try carryOut { delegate?.tableView(self, didUnhighlightRowAt: indexPath) }
    }

    private func highlight(_ indexPath: IndexPath, _ delegate: any TableViewDelegate) throws {
        guard delegate.tableView(self, shouldHighlightRowAt: indexPath) else {
            throw TableViewError(.notHighlightable, "The row cannot be selected.")
        }
        delegate.tableView(self, didHighlightRowAt: indexPath)
    }

    /// Highlights the row, and asks which is to be selected for it.
    private func rowToSelect(touchedAt indexPath: IndexPath) throws -> IndexPath {
        guard let delegate else { return indexPath }
        try highlight(indexPath, delegate)
        delegate.tableView(self, didUnhighlightRowAt: indexPath)
        guard let target = delegate.tableView(self, willSelectRowAt: indexPath) else {
            throw TableViewError(.vetoed, "The table refused to select the row.")
        }
        return target
    }

    private func releaseRows(exceptThatNamed identifier: String) throws {
        for (other, lastSeen) in selection where other != identifier {
            guard let indexPath = currentIndexPath(ofRow: other, lastSeenAt: lastSeen) else { continue }
            try releaseRow(at: indexPath)
        }
    }
}
