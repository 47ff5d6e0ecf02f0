public import FoundationEssentials

extension TableView {
    /// Forgets every answer, so that all is asked again.
    public func reloadData() {
        answers.forget()
        noteReload()
    }

    public func reloadSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
        apply(.reloadSections(sections, animation: animation))
    }

    public func insertSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
        apply(.insertSections(sections, animation: animation))
    }

    public func deleteSections(_ sections: [Int], with animation: RowAnimation = .automatic) {
        apply(.deleteSections(sections, animation: animation))
    }

    public func moveSection(_ section: Int, toSection newSection: Int) {
        apply(.moveSection(from: section, to: newSection))
    }

    public func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
        apply(.reloadRows(indexPaths, animation: animation))
    }

    public func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
        apply(.insertRows(indexPaths, animation: animation))
    }

    public func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation = .automatic) {
        apply(.deleteRows(indexPaths, animation: animation))
    }

    public func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
        apply(.moveRow(from: indexPath, to: newIndexPath))
    }

    /// Announces several changes as one, which makes one revision.
    ///
    /// As in UIKit the data source has changed already when the body ends; what is deleted, reloaded or moved is named
    /// by its place before the updates, what is inserted by its place after them. Calls may be nested.
    public func performBatchUpdates(_ updates: () -> Void) {
        guard batch == nil else { return updates() }
        batch = TableViewBatch(countsBefore: answers.allRowCounts)
        updates()
        guard let batch else { return }
        self.batch = nil
        commit(batch)
    }

    /// Whether a batch is open that has changes already.
    var hasAnnounced: Bool { batch?.changes.isEmpty == false }

    private func apply(_ change: TableViewChange) {
        if !addToBatch(change) { commit(TableViewBatch(countsBefore: answers.allRowCounts, changes: [change])) }
    }

    /// - Returns: whether one is open.
    @discardableResult
    func addToBatch(_ change: TableViewChange) -> Bool {
        guard var batch else { return false }
        self.batch = nil
        batch.changes.append(change)
        self.batch = batch
        return true
    }

    /// Checks the counts as UIKit does, then forgets what the batch made stale.
    private func commit(_ batch: TableViewBatch) {
        guard !batch.changes.isEmpty else { return }
        guard !batch.isReload, let before = batch.countsBefore else {
            answers.forget()
            return note(batch.isReload ? [.reloadData] : batch.changes)
        }
        let reloadsRowsOnly = batch.reloadsRowsOnly
        let preferredFocusedRow = reloadsRowsOnly ? answers.preferredFocusedRow : nil
        answers.forget()
        // Many nodes are asked for it, and each is where it was.
        answers.preferredFocusedRow = preferredFocusedRow
        // Most changes are that a row is reloaded, and no count is another.
        if reloadsRowsOnly, batch.problemOfReloads(of: before) == nil, hasSections(ofCounts: before) {
            answers.keep(rowCounts: before)
            return note(batch.changes)
        }
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
