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
    /// The section, where neither it nor the root answers any of them, so that each row is found at once.
    private let node: CascadingSectionTableDelegate?

    fileprivate init(_ tableView: TableView, _ section: Int) {
        self.tableView = tableView
        self.section = section
        let root = tableView.root as? CascadingRootTableDelegate
        node = root?.passesRowsOn == true ? root?.childDelegate(at: section) as? CascadingSectionTableDelegate : nil
    }

    package func row(_ row: Int) -> RowQuestions {
        let indexPath = IndexPath(row: row, section: section)
        guard let node, node.passesRowsOn, let child = node.childDelegate(at: row) else {
            return tableView.questions(forRowAt: indexPath)
        }
        return RowQuestions(tableView, indexPath, child.responder(forRowAt: indexPath))
    }
}

extension TableView {
    package func questions(inSection section: Int) -> SectionQuestions { SectionQuestions(self, section) }
}
