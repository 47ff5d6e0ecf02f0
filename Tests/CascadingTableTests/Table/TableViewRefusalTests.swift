import CascadingTable
import TableStorage
import StaticTables
import FoundationEssentials
import Testing

/// Tests refusals by `refuse`, for methods that cannot throw.
@TableActor
@Suite struct TableViewRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let gesture: @TableActor @Sendable (TableView) async throws -> Void
    }

    /// A delegate that refuses every change and changes nothing.
    final class Refuser: CascadingBareTableDelegate {
        var isRefusing = true
        private(set) var told = 0

        private func refuse(_ tableView: TableView) {
            told += 1
            guard isRefusing else { return }
            tableView.refuse(StorageError(.duplicateItem, "There is one already."))
            tableView.refuse("The second reason is not told.")
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
        override func numberOfSections(in tableView: TableView) -> Int { 2 }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "\(indexPath)", accessory: .detail)
        }
        override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { true }
        override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
        override func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { true }
        override func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath)
            -> TableViewCell.EditingStyle
        { .delete }
        override func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool { true }
        override func tableView(
            _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
            withSender sender: TableSession?
        ) -> Bool { true }
        override func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
            true
        }
        override func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool { true }
        override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath)
            -> TableViewRowExpansion?
        { TableViewRowExpansion() }
        override func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
            -> TableViewSwipeActionsConfiguration?
        {
            TableViewSwipeActionsConfiguration(actions: [
                TableViewRowAction(id: "go", title: "Go") { [self] tableView, _ in
                    refuse(tableView)
                    return .keep
                }
            ])
        }

        override func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) { refuse(tableView) }
        override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
            refuse(tableView)
        }
        override func tableView(_ tableView: TableView, moveSection section: Int, to destination: Int) {
            refuse(tableView)
        }
        override func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) { refuse(tableView) }
        override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) { refuse(tableView) }
        override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) { refuse(tableView) }
        override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
            refuse(tableView)
        }
        override func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
            refuse(tableView)
        }
        override func tableView(
            _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
            withSender sender: TableSession?
        ) { refuse(tableView) }
        override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) { refuse(tableView) }
        override func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) {
            refuse(tableView)
        }
        override func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {
            refuse(tableView)
        }
    }

    nonisolated static let cases = [
        Case(testDescription: "select") { try await $0.gestures.touchRow(at: [0, 1]) },
        Case(testDescription: "deselect") { try await $0.gestures.releaseRow(at: [1, 0]) },
        Case(testDescription: "commit") { try await $0.gestures.commit(.delete, forRowAt: [0, 1]) },
        Case(testDescription: "move") { try await $0.gestures.dragRow(at: [0, 1], to: [0, 0]) },
        Case(testDescription: "move section") { try await $0.gestures.dragSection(0, to: 1) },
        Case(testDescription: "drop") { try await $0.gestures.drop(TableViewDrop(items: [], destination: [0, 0])) },
        Case(testDescription: "accessory") { try await $0.gestures.tapAccessory(forRowAt: [0, 1]) },
        Case(testDescription: "primary") { try await $0.gestures.performPrimaryAction(forRowAt: [0, 1]) },
        Case(testDescription: "menu") { try await $0.gestures.performMenuAction(.copy, forRowAt: [0, 1]) },
        Case(testDescription: "action") { try await $0.gestures.performAction("go", forRowAt: [0, 1]) },
        Case(testDescription: "expand") { try await $0.gestures.setExpanded(true, forRowAt: [0, 1]) },
        Case(testDescription: "begin editing") { try await $0.gestures.beginEditing(rowAt: [0, 1]) },
        Case(testDescription: "end editing") { try await $0.gestures.endEditing(rowAt: [0, 1]) },
        Case(testDescription: "end editing of no row") { try await $0.gestures.endEditing(rowAt: nil) },
    ]

    @Test(arguments: cases)
    func `What is refused is thrown, announces nothing and changes nothing`(given: Case) async throws {
        // given a table where a row is selected
        let refuser = Refuser()
        let tableView = TableView(root: refuser)
        tableView.selectRow(at: [1, 0])
        let revision = tableView.revision
        // when
        await #expect(throws: StorageError(.duplicateItem, "There is one already.")) {
            try await given.gesture(tableView)
        }
        // then
        #expect(refuser.told == 1)
        #expect(tableView.history.changes(since: revision) == [])
        #expect(tableView.indexPathsForSelectedRows == [[1, 0]])
        #expect(!tableView.isExpanded(identifier: tableView.identifier(forRowAt: [0, 1])))
        // and the next gesture is not refused, except a move, because this table makes no moves
        refuser.isRefusing = false
        do { try await given.gesture(tableView) } catch let error as TableViewError { #expect(error.code == .vetoed) }
        #expect(refuser.told > 1)
    }

    /// A delegate that gives its reason and then answers no.
    final class Denier: CascadingBareTableDelegate {
        let question: String
        init(_ question: String) { self.question = question }

        private func denies(_ asked: String, _ tableView: TableView) -> Bool {
            if asked == question { tableView.refuse("Not on Sundays.") }
            return asked == question
        }

        override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 3 }
        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(title: "\(indexPath)")
        }
        override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { true }
        override func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool { true }
        override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
            !denies("highlight", tableView)
        }
        override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
            denies("select", tableView) ? nil : indexPath
        }
        override func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
            denies("deselect", tableView) ? nil : indexPath
        }
        override func tableView(
            _ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext
        ) -> Bool { !denies("focus", tableView) }
        override func tableView(
            _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
            toProposedIndexPath proposed: IndexPath
        ) -> IndexPath { denies("move", tableView) ? source : proposed }
        override func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool {
            !denies("drop", tableView)
        }
        override func tableView(
            _ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath
        ) -> Bool { !denies("several", tableView) }
    }

    nonisolated static let questions:
        [(question: String, gesture: @TableActor @Sendable (TableView) async throws -> Void)] = [
            ("highlight", { try await $0.gestures.touchRow(at: [0, 1]) }),
            ("select", { try await $0.gestures.touchRow(at: [0, 1]) }),
            ("deselect", { try await $0.gestures.releaseRow(at: [0, 0]) }),
            ("deselect", { try await $0.gestures.touchRow(at: [0, 1]) }),
            ("focus", { try await $0.gestures.focusRow(at: [0, 1]) }),
            ("move", { try await $0.gestures.dragRow(at: [0, 1], to: [0, 0]) }),
            ("drop", { try await $0.gestures.drop(TableViewDrop(items: [], destination: [0, 0])) }),
            ("several", { try await $0.gestures.touchRows(at: [[0, 1]]) }),
        ]

    @Test(arguments: questions.indices)
    func `The reason of a delegate that answers no is thrown`(index: Int) async throws {
        // given a table whose first row is selected
        let (question, gesture) = Self.questions[index]
        let tableView = TableView(root: Denier(question))
        let session = TableSession()
        _ = tableView.answering(TableRequest(session: session)) { tableView.selectRow(at: [0, 0]) }
        // then
        await #expect(throws: TableViewError(.vetoed, "Not on Sundays."), "\(question)") {
            try await tableView.performing(TableRequest(session: session)) { try await gesture(tableView) }
        }
        let selected = tableView.answering(TableRequest(session: session)) { tableView.indexPathsForSelectedRows }
        #expect(selected.result == [[0, 0]])
    }

    @Test func `Each row of several has the reason of its delegate`() async throws {
        for question in ["select", "deselect"] {
            let tableView = TableView(root: Denier(question))
            tableView.allowsMultipleSelection = true
            tableView.selectRow(at: [0, 0])
            let result =
                question == "select"
                ? try await tableView.gestures.touchRows(at: [[0, 1], [0, 2]])
                : try await tableView.gestures.releaseRows(at: [[0, 0]])
            #expect(!result.refused.isEmpty)
            for refusal in result.refused {
                #expect(refusal.error as? TableViewError == TableViewError(.vetoed, "Not on Sundays."))
            }
        }
    }

    @Test func `A refusal outside of a gesture is forgotten`() async throws {
        let refuser = Refuser()
        refuser.isRefusing = false
        let tableView = TableView(root: refuser)
        tableView.refuse("Nobody asked.")
        try await tableView.gestures.commit(.delete, forRowAt: [0, 0])
        #expect(refuser.told == 1)
    }

    @Test func `A gesture within a gesture keeps its refusal to itself`() async throws {
        let refuser = Refuser()
        let tableView = TableView(root: refuser)
        let row = Row("Outer") { _, _ in
            await #expect(throws: StorageError.self) {
                try await TableView(root: Refuser()).gestures.commit(.delete, forRowAt: [0, 0])
            }
        }
        let outer = TableView(root: StaticTable { Section("S") { row } })
        try await outer.gestures.touchRow(at: [0, 0])
        await #expect(throws: StorageError.self) { try await tableView.gestures.commit(.delete, forRowAt: [0, 0]) }
    }
}
