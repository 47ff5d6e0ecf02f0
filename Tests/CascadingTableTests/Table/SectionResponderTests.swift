import CascadingTable
import FoundationEssentials
import TableTesting
import Testing

/// Tests that rows asked through their section are answered by the delegate that the table would ask.
@TableActor
@Suite struct SectionResponderTests {
    @Test func rowsOfAPlainSectionAnswerForThemselves() {
        let tableView = TableView(root: root(CascadingSectionTableDelegate(childDelegates: rows("A", "B"))))

        expectSameTitles(tableView, ["A", "B"])
    }

    @Test func aSubclassOfASectionAnswersForItsRows() {
        let tableView = TableView(root: root(LoudSection(childDelegates: rows("A", "B"))))

        expectSameTitles(tableView, ["A!", "B!"])
    }

    @Test func aSubclassOfARootAnswersForItsRows() {
        let section = CascadingSectionTableDelegate(childDelegates: rows("A", "B"))
        let tableView = TableView(root: LoudRoot(childDelegates: [CascadingSectionTableDelegate(), section]))

        expectSameTitles(tableView, ["A!", "B!"])
    }

    @Test func aSubclassOfARootAnswersForItsSections() {
        final class TitledRoot: CascadingRootTableDelegate {
            override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
                (super.tableView(tableView, titleForHeaderInSection: section) ?? "") + "!"
            }
        }
        let section = CascadingSectionTableDelegate(childDelegates: rows("A"))
        section.headerTitle = "Header"
        let plain = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))
        #expect(plain.headerView(forSection: 0)?.title == "Header")
        let titled = TableView(root: TitledRoot(childDelegates: [section]))
        #expect(titled.headerView(forSection: 0)?.title == "Header!")
        #expect(titled.responder(inSection: 0).headerView?.title == "Header!")
    }

    @Test func aSectionThatKnowsTheHeightAnswersForIt() {
        let section = CascadingSectionTableDelegate(childDelegates: rows("A", "B"))
        section.rowHeight = 50
        let tableView = TableView(root: root(section))

        #expect(tableView.responder(inSection: 1).row(1).height == 50)
    }

    @Test func aTableWithoutANodeAsksItsDataSourceAndDelegate() {
        let source = ModelTableSource(), delegate = FlatDelegate()
        let tableView = TableView(dataSource: source, delegate: delegate)

        let questions = tableView.responder(inSection: 0).row(3)

        #expect(questions.cell.title == "[0, 3]")
        #expect(questions.height == 20)
        #expect(questions.identifier == "0-3")
    }

    @Test func aTableWithoutAnybodyToAskAnswersWithDefaults() {
        let questions = TableView().responder(inSection: 0).row(0)

        #expect(questions.cell == TableViewCell())
        #expect(questions.identifier == "0-0")
        #expect(questions.height == .automatic)
        #expect(questions.isHighlightable)
        #expect(questions.editingStyle == .none)
    }

    @Test(arguments: [-1, 2, Int.max])
    func aRowThatIsNotThereIsAnsweredForByTheSection(row: Int) {
        let tableView = TableView(root: root(CascadingSectionTableDelegate(childDelegates: rows("A", "B"))))

        #expect(tableView.responder(inSection: 1).row(row).cell == TableViewCell())
        #expect(tableView.responder(inSection: row).row(0).cell == TableViewCell())
    }

    @Test func rowsThatAreAddedMeanwhileAreFound() {
        let section = CascadingSectionTableDelegate(childDelegates: rows("A"))
        let tableView = TableView(root: root(section))
        let questions = tableView.responder(inSection: 1)

        section.childDelegates += rows("B")

        #expect(questions.row(1).cell.title == "B")
    }

    /// The section is the second, so that the number of the section is not the number of its first row.
    private func root(_ section: CascadingSectionTableDelegate) -> CascadingRootTableDelegate {
        CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(), section])
    }

    private func rows(_ titles: String...) -> [any CascadingTableDelegate] { titles.map { TitleRow($0) } }

    private func expectSameTitles(_ tableView: TableView, _ titles: [String]) {
        let questions = tableView.responder(inSection: 1)
        #expect(titles.indices.map { questions.row($0).cell.title } == titles)
        #expect(titles.indices.map { tableView.responder(forRowAt: [1, $0]).cell.title } == titles)
    }
}

private final class TitleRow: CascadingBareTableDelegate {
    private let title: String

    init(_ title: String) {
        self.title = title
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: title)
    }
}

private final class LoudSection: CascadingSectionTableDelegate {
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        super.tableView(tableView, cellForRowAt: indexPath).loud
    }
}

private final class LoudRoot: CascadingRootTableDelegate {
    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        super.tableView(tableView, cellForRowAt: indexPath).loud
    }
}

private final class ModelTableSource: TableViewDataSource {
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 4 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "\(indexPath)")
    }
}

private final class FlatDelegate: TableViewDelegate {
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { 20 }
}

extension TableViewCell {
    fileprivate var loud: TableViewCell {
        var cell = self
        cell.title = title.map { "\($0)!" }
        return cell
    }
}
