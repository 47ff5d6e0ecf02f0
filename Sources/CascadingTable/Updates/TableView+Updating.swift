public import Essentials

extension TableView {
    /// Reloads all sections and rows: clears the cache and announces a new revision.
    ///
    /// Browsers that show the table load it again.
    public func reloadData() {
        answers.forget()
        noteReload()
    }

    /// Announces that the rows, headers and footers of sections have changed.
    ///
    /// - Parameters:
    ///   - sections: The positions of the sections before the update.
    ///   - animation: The animation that browsers should use.
    public func reloadSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
        apply(.reloadSections(sections, animation: animation))
    }

    /// Announces sections that the data source has inserted.
    ///
    /// - Parameters:
    ///   - sections: The positions of the sections after the update.
    ///   - animation: The animation that browsers should use.
    public func insertSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
        apply(.insertSections(sections, animation: animation))
    }

    /// Announces sections that the data source has deleted.
    ///
    /// - Parameters:
    ///   - sections: The positions of the sections before the update.
    ///   - animation: The animation that browsers should use.
    public func deleteSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
        apply(.deleteSections(sections, animation: animation))
    }

    /// Announces a section that the data source has moved.
    ///
    /// - Parameters:
    ///   - section: The position of the section before the update.
    ///   - newSection: The position of the section after the update.
    public func moveSection(_ section: Int, toSection newSection: Int) {
        apply(.moveSection(from: section, to: newSection))
    }

    /// Announces that rows have changed in place.
    ///
    /// - Parameters:
    ///   - indexPaths: The index paths of the rows before the update.
    ///   - animation: The animation that browsers should use.
    public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
        apply(.reloadRows(indexPaths, animation: animation))
    }

    /// Announces that rows have changed in place, as ``reloadRows(at:with:)`` does.
    ///
    /// In UIKit, the cell is kept. Here, a cell is a value, so there is no difference.
    ///
    /// - Parameter indexPaths: The index paths of the rows before the update.
    public func reconfigureRows(at indexPaths: [IndexPath]) {
        reloadRows(at: indexPaths)
    }

    /// Announces rows that the data source has inserted.
    ///
    /// - Parameters:
    ///   - indexPaths: The index paths of the rows after the update.
    ///   - animation: The animation that browsers should use.
    public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
        apply(.insertRows(indexPaths, animation: animation))
    }

    /// Announces rows that the data source has deleted.
    ///
    /// - Parameters:
    ///   - indexPaths: The index paths of the rows before the update.
    ///   - animation: The animation that browsers should use.
    public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
        apply(.deleteRows(indexPaths, animation: animation))
    }

    /// Announces a row that the data source has moved.
    ///
    /// - Parameters:
    ///   - indexPath: The index path of the row before the update.
    ///   - newIndexPath: The index path of the row after the update.
    public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        apply(.moveRow(from: indexPath, to: newIndexPath))
    }

    /// Announces several changes as one revision.
    ///
    /// As in UIKit, the data source must have changed when the body ends. Name deleted, reloaded and moved rows by
    /// their index paths before the updates. Name inserted rows by their index paths after the updates. Calls can be
    /// nested.
    ///
    /// If the counts do not match the announced changes, an anomaly is reported and all data is reloaded. UIKit raises
    /// an exception.
    ///
    /// If the body throws, the changes that it has announced are made.
    ///
    /// - Parameter updates: A closure that changes the data and announces the changes.
    /// - Throws: Errors of the body.
    public func performBatchUpdates(_ updates: () throws -> Void) rethrows {
        guard batch == nil else { return try updates() }
        batch = TableViewBatch(countsBefore: answers.allRowCounts)
        defer {
            if let batch {
                self.batch = nil
                commit(batch)
            }
        }
        try updates()
    }

    /// Begins changes that are announced as one revision. Call ``endUpdates()`` afterwards, without `await` in between.
    ///
    /// Calls can be nested. ``performBatchUpdates(_:)`` cannot be left open by mistake.
    public func beginUpdates() {
        begunUpdates.append(batch == nil)
        if batch == nil { batch = TableViewBatch(countsBefore: answers.allRowCounts) }
    }

    /// Announces the changes since the matching ``beginUpdates()``. Without one, it does nothing.
    public func endUpdates() {
        guard begunUpdates.popLast() == true, let batch else { return }
        self.batch = nil
        commit(batch)
    }

    /// A Boolean value that indicates whether a batch is open that contains changes.
    package var hasAnnounced: Bool { batch?.changes.isEmpty == false }

    /// Makes a change the next revision, or a part of the open batch.
    func apply(_ change: TableViewChange) {
        if batch != nil {
            batch?.changes.append(change)
        } else {
            commit(TableViewBatch(countsBefore: answers.allRowCounts, changes: [change]))
        }
    }

    /// Checks the counts as UIKit does, clears the cache and makes the next revision.
    private func commit(_ batch: TableViewBatch) {
        guard !batch.changes.isEmpty else { return }
        guard !batch.isReload, let before = batch.countsBefore else {
            answers.forget()
            return note(batch.isReload ? [.reloadData] : batch.changes)
        }
        let preferredFocusedRow = batch.reloadsRowsOnly ? answers.preferredFocusedRow : nil
        answers.forget()
        // Kept, because finding the preferred row asks many delegates, and no row has moved.
        answers.preferredFocusedRow = preferredFocusedRow
        let expected = batch.counts(after: before)
        if let problem = expected.problem ?? mismatch(with: expected.counts) {
            report(.inconsistentUpdate, problem)
            return note([.reloadData])
        }
        note(batch.changes)
    }

    private func mismatch(with expected: [Int?]) -> String? {
        guard numberOfSections == expected.count else {
            return "After the update there are \(numberOfSections) sections where \(expected.count) were expected."
        }
        for (section, expected) in expected.enumerated() {
            let count = numberOfRows(inSection: section)
            if let expected, count != expected {
                return "After the update section \(section) has \(count) rows where \(expected) were expected."
            }
        }
        return nil
    }
}
