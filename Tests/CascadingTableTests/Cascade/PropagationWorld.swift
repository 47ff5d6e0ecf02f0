import CascadingTable
import FoundationEssentials
import TableTesting
import TestSupport
import Testing

/// A node with four children: one implements nothing, one answers everything, and the first and the last must not be
/// called.
@TableActor
struct PropagationWorld {
    enum Owner: String, CaseIterable, Sendable {
        case root, section
    }

    let owner: Owner
    let node: PropagatingTableDelegate
    let answering = RecordingTableDelegate(answers: .distinctive)
    let first = RecordingTableDelegate(answers: .distinctive)
    let last = RecordingTableDelegate(answers: .distinctive)
    let tableView = TableView()

    static let silentPlace = 1
    static let answeringPlace = 2
    static let placesAboveRange = [4, 999, Int.max]
    static let placesBelowRange = [-1, Int.min]

    init(_ owner: Owner) {
        self.owner = owner
        let children: [any CascadingTableDelegate] = [first, SilentTableDelegate(), answering, last]
        switch owner {
        case .root: node = CascadingRootTableDelegate(childDelegates: children)
        case .section:
            // These values differ from every default, so that the section's own answers are recognizable.
            let section = CascadingSectionTableDelegate(index: 8, childDelegates: children)
            section.headerTitle = "own header"
            section.footerTitle = "own footer"
            section.headerView = TableViewHeaderFooterView(title: "own header view")
            section.footerView = TableViewHeaderFooterView(title: "own footer view")
            section.headerHeight = 31
            section.footerHeight = 32
            section.indexTitle = "O"
            node = section
        }
    }

    /// Returns the index path of the child at that place. Its other component leads to no child.
    func indexPath(toChildAt place: Int) -> IndexPath {
        switch owner {
        case .root: IndexPath(row: 77, section: place)
        case .section: IndexPath(row: place, section: 77)
        }
    }

    func ask(_ question: TableDelegateQuestion, at indexPath: IndexPath) async throws -> TableDelegateAnswer {
        try await question.ask(node, tableView, indexPath)
    }

    /// Returns the answer of the node itself, without a child.
    func answerOfNode(to question: TableDelegateQuestion, at indexPath: IndexPath) -> TableDelegateAnswer {
        guard question.key == .section, let section = node as? CascadingSectionTableDelegate else {
            return question.fallback(indexPath)
        }
        return question.own(section)
    }

    /// Returns true if the node passes the question on to its children.
    func passesOn(_ question: TableDelegateQuestion) -> Bool {
        owner == .root || question.key == .row
    }

    func expectNoCalls(sourceLocation: SourceLocation = #_sourceLocation) {
        for child in [first, answering, last] { #expect(child.calls == [], sourceLocation: sourceLocation) }
    }

    func expectOnlyCall(_ call: TableDelegateCall, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(answering.calls == [call], sourceLocation: sourceLocation)
        for child in [first, last] { #expect(child.calls == [], sourceLocation: sourceLocation) }
    }
}
