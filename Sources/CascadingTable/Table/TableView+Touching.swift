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
        try touch(rowAt: indexPath)?.indexPath
    }

    /// The same, answering with the row's name as well.
    package func touch(rowAt indexPath: IndexPath) throws -> RowReference? {
        try touch(rowAt: indexPath, besideOthers: allowsMultipleSelection)
    }

    /// The same, leaving the other rows selected or not whatever the table allows.
    func touch(rowAt indexPath: IndexPath, besideOthers: Bool) throws -> RowReference? {
        try requireUsableRow(at: indexPath)
        let proposed = try carryOut { try rowToSelect(touchedAt: indexPath) }
        try reporting(at: indexPath) { () throws(TableViewError) in try requireRow(at: proposed) }
        let row = ResolvedRow(at: proposed, named: identifier(forRowAt: proposed), in: self)
        if selection[row.identifier] == nil {
            try makeRoom(forRows: 1, besideOthers: besideOthers)
        }
        if !besideOthers { try releaseRows(exceptThatNamed: row.identifier) }
        // A delegate that was told of the deselection may have moved the row.
        guard let target = row.location(in: self)?.indexPath else {
            throw TableViewError(.noSuchRow, "The row no longer exists.")
        }
        let selected = ResolvedRow(at: target, named: row.identifier, in: self)
        try changingSelection {
            context.session.select(row.identifier, at: target, besideOthers: besideOthers)
            delegate?.tableView(self, didSelectRowAt: target)
        }
        return selected.location(in: self)
    }

    /// Deselects a row, asking and telling the delegate as UIKit does; nothing when it is not selected.
    ///
    /// - Returns: where the row that was deselected is then, which `willDeselectRowAt` may have made another; nil when the
    ///   delegate has deleted it.
    @discardableResult
    public func releaseRow(at indexPath: IndexPath) throws -> IndexPath? {
        try release(rowAt: indexPath)?.indexPath
    }

    /// The same, answering with the row's name as well.
    package func release(rowAt indexPath: IndexPath) throws -> RowReference? {
        try requireRow(at: indexPath)
        let identifier = identifier(forRowAt: indexPath)
        guard selection[identifier] != nil else { return RowReference(indexPath: indexPath, identifier: identifier) }
        return try release(ResolvedRow(at: indexPath, named: identifier, in: self)).location(in: self)
    }

    /// Deselects a row that is selected, or the one that the delegate names for it.
    ///
    /// - Returns: the row that was deselected, where it was then.
    private func release(_ row: ResolvedRow) throws -> ResolvedRow {
        let indexPath = row.indexPath
        let proposed: IndexPath? =
            if let delegate { delegate.tableView(self, willDeselectRowAt: indexPath) } else { indexPath }
        guard let target = proposed else {
            throw TableViewError(.vetoed, "The table refused to deselect the row.")
        }
        var released = row
        if target != indexPath || !row.isThere(in: self) {
            try reporting(at: indexPath) { () throws(TableViewError) in try requireRow(at: target) }
            released = ResolvedRow(at: target, named: identifier(forRowAt: target), in: self)
        }
        try changingSelection {
            context.session.deselect(released.identifier)
            delegate?.tableView(self, didDeselectRowAt: target)
        }
        return released
    }

    /// Runs the body; where it fails, or the delegate refuses, what is selected is what was before.
    private func changingSelection<Result>(_ body: () throws -> Result) throws -> Result {
        try context.session.undoingSelection { try carryOut(body) }
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
        // A selection that is gone through is copied when it changes; most are of one row.
        if selection.count == 1, let (other, lastSeen) = selection.all.elements.first {
            if other != identifier { try releaseRow(named: other, lastSeenAt: lastSeen) }
            return
        }
        for (other, lastSeen) in selection.all where other != identifier {
            // The one before may have taken this one with it.
            if selection[other] != nil { try releaseRow(named: other, lastSeenAt: lastSeen) }
        }
    }

    private func releaseRow(named identifier: String, lastSeenAt indexPath: IndexPath) throws {
        guard let place = currentIndexPath(ofRow: identifier, lastSeenAt: indexPath) else { return }
        _ = try release(ResolvedRow(at: place, named: identifier, in: self))
    }
}
