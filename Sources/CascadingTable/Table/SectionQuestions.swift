import FoundationEssentials

/// What is asked about rows of one section, one after the other.
///
/// ```swift
/// let questions = tableView.questions(inSection: 2)
/// for row in 0..<100 { show(questions.row(row).cell) }
/// ```
@TableActor
package struct SectionQuestions {
    private let tableView: TableView
    private let section: Int
    /// The rows' own delegates, where neither section nor root answers for them.
    private let delegates: [any CascadingTableDelegate]

    fileprivate init(_ tableView: TableView, _ section: Int) {
        self.tableView = tableView
        self.section = section
        guard let root = tableView.root as? CascadingRootTableDelegate, root.passesRowsOn,
            let node = root.childDelegate(at: section) as? CascadingSectionTableDelegate, node.passesRowsOn
        else {
            delegates = []
            return
        }
        delegates = node.childDelegates
    }

    package func row(_ row: Int) -> RowQuestions {
        let indexPath = IndexPath(row: row, section: section)
        guard delegates.indices.contains(row) else { return tableView.questions(forRowAt: indexPath) }
        return RowQuestions(tableView, indexPath, delegates[row].responder(forRowAt: indexPath))
    }
}

extension TableView {
    package func questions(inSection section: Int) -> SectionQuestions { SectionQuestions(self, section) }
}
