import TableManagers
import CascadingTable
import TableStorage
import TableModels
import StaticTables
import FoundationEssentials
import TestSupport
import Testing

@TableActor
@Suite struct ModelTableDelegateTests {
    private func world(_ sections: String...) -> FruitTable {
        switch sections.count {
        case 1: FruitTable(sections[0]) { $0.register(FruitHandler.self) }
        default: FruitTable(sections[0], sections[1]) { $0.register(FruitHandler.self) }
        }
    }

    private func code(_ body: () async throws -> Void) async -> TableViewError.Code? {
        do { try await body() } catch { return (error as? TableViewError)?.code }
        return nil
    }

    // MARK: Displayed rows

    @Test func `Rows are filled in by their handler, and are their model's cell without one`() {
        #expect(world("ab", "c").shown == ["ab", "c"])
        let bare = FruitTable("a")
        bare.model.addCellModel(CellModel(TableViewCell(title: "plain")))
        #expect(bare.tableView.cellForRow(at: [0, 0]) == TableViewCell(style: .subtitle))
        #expect(bare.tableView.cellForRow(at: [0, 1]) == TableViewCell(title: "plain"))
    }

    @Test func `Headers and footers are titles`() {
        let world = world("a", "b")
        world.model.sectionModels[0].header = SectionAccessoryModel(title: "Fruit")
        world.model.sectionModels[1].footer = SectionAccessoryModel(title: "End")
        #expect((0..<2).map { world.tableView.headerView(forSection: $0)?.title } == ["Fruit", nil])
        #expect((0..<2).map { world.tableView.footerView(forSection: $0)?.title } == [nil, "End"])
    }

    @Test func `A height below one pixel, or none at all, is automatic`() {
        let cases: [(Height, Height)] = [
            (0, .automatic), (0.99, .automatic), (-5, .automatic), (.pixels(.nan), .automatic),
            (.pixels(.infinity), .automatic), (.automatic, .automatic), (1, 1), (44.5, 44.5),
        ]
        let world = world("a")
        let section = world.model.sectionModels[0]
        section.header = SectionAccessoryModel(title: "A")
        section.footer = SectionAccessoryModel(title: "B")
        for (height, expected) in cases {
            world.fruit(0, 0)?.height = height
            section.header?.height = height
            section.footer?.height = height
            let table = world.tableView
            #expect(table.height(forRowAt: [0, 0]) == expected)
            #expect(table.height(forHeaderInSection: 0) == expected)
            #expect(table.height(forFooterInSection: 0) == expected)
        }
        #expect(world.anomalies == [])
    }

    @Test func `Rows are indented, but not outwards`() {
        let world = world("ab")
        world.fruit(0, 0)?.indentationLevel = 2
        world.fruit(0, 1)?.indentationLevel = -2
        let levels = (0..<2).map { world.delegate.tableView(world.tableView, indentationLevelForRowAt: [0, $0]) }
        #expect(levels == [2, 0])
    }

    // MARK: Index

    @Test func `The index follows the sections and is never stale`() {
        let world = FruitTable("a", "b", "c")
        #expect(world.tableView.sectionIndex.isEmpty)
        world.model.sectionModels[1].indexTitle = "B"
        #expect(world.tableView.sectionIndex.map(\.title) == ["B"])
        let new = world.model.addNewSectionModel()
        new.indexTitle = "B"
        #expect(world.tableView.sectionIndex.map(\.section) == [1, 3])
        #expect(world.tableView.sectionIndex.map(\.title) == ["B", "B"])
    }

    @Test func `An explicit index leads to the first section of a title, else to the first of all`() {
        let world = FruitTable("a", "b", "c")
        world.model.sectionModels[1].indexTitle = "B"
        world.model.sectionModels[2].indexTitle = "B"
        world.model.sectionIndexTitles = ["A", "B", "C"]
        #expect(world.tableView.sectionIndex.map(\.section) == [0, 1, 0])
        world.model.sectionIndexTitles = nil
        #expect(world.tableView.sectionIndex.map(\.section) == [1, 2])
    }

    // MARK: Editing

    @Test func `A row is deleted from its section`() async throws {
        let world = world("abc")
        world.fruit(0, 1)?.isEditable = true
        world.fruit(0, 1)?.titleForDeleteConfirmationButton = "Eat"
        let revision = world.tableView.revision
        #expect(world.tableView.gestures.editingStyle(forRowAt: [0, 1]) == .delete)
        #expect(
            world.delegate.tableView(world.tableView, titleForDeleteConfirmationButtonForRowAt: [0, 1]) == "Eat")

        try await world.tableView.gestures.commit(.delete, forRowAt: [0, 1])

        #expect(world.shown == ["ac"])
        #expect(world.tableView.history.changes(since: revision) == [.deleteRows([[0, 1]])])
        #expect(await code { try await world.tableView.gestures.commit(.delete, forRowAt: [0, 0]) } == .notEditable)
        #expect(world.anomalies == [])
    }

    @Test func `A row is inserted by its section, where that can`() async throws {
        let world = world("ab")
        world.fruit(0, 1)?.isEditable = true
        world.fruit(0, 1)?.editingStyle = .insert
        #expect(await code { try await world.tableView.gestures.commit(.insert, forRowAt: [0, 1]) } == .notEditable)

        world.model.sectionModels[0].makeCellModelForInsertion = { FruitModel("x") }
        let revision = world.tableView.revision
        try await world.tableView.gestures.commit(.insert, forRowAt: [0, 1])

        #expect(world.shown == ["axb"])
        #expect(world.tableView.history.changes(since: revision) == [.insertRows([[0, 1]])])
    }

    @Test func `A row is dragged within its section and to another`() async throws {
        let world = world("abc", "d")
        for row in 0..<3 { world.fruit(0, row)?.isMovable = true }
        let name = world.tableView.identifier(forRowAt: [0, 0])
        let revision = world.tableView.revision

        #expect(try await world.tableView.gestures.dragRow(at: [0, 0], to: [0, 2]) == [0, 2])
        #expect(world.shown == ["bca", "d"])
        #expect(try await world.tableView.gestures.dragRow(at: [0, 2], to: [1, 1]) == [1, 1])
        #expect(world.shown == ["bc", "da"])

        #expect(world.tableView.identifier(forRowAt: [1, 1]) == name)
        #expect(
            world.tableView.history.changes(since: revision) == [
                .moveRow(from: [0, 0], to: [0, 2]), .moveRow(from: [0, 2], to: [1, 1]),
            ])
        #expect(await code { try await world.tableView.gestures.dragRow(at: [1, 0], to: [0, 0]) } == .notMovable)
        #expect(await code { try await world.tableView.gestures.dragRow(at: [0, 0], to: [1, 9]) } == .noSuchRow)
        #expect(world.anomalies == [])
    }

    @Test func `Who edits past the table's checks changes nothing`() {
        let world = world("a")
        #expect(throws: StorageError.self) {
            try world.delegate.tableView(world.tableView, commit: .delete, forRowAt: [0, 7])
        }
        #expect(throws: StorageError.self) {
            try world.delegate.tableView(world.tableView, moveRowAt: [0, 0], to: [0, 7])
        }
        #expect(world.shown == ["a"])
    }

    // MARK: Changes of the model

    @Test func `Each change of the model is announced`() async throws {
        let world = world("ab", "c")
        let section = world.model.sectionModels[0]
        let cases: [(TableViewChange, () throws -> Void)] = [
            (.insertRows([[0, 2]]), { section.addCellModel(FruitModel("x")) }),
            (.insertRows([[0, 0]]), { try section.insertCellModel(FruitModel("y"), at: 0) }),
            (.deleteRows([[0, 3]]), { try section.removeCellModel(at: 3) }),
            (.reloadRows([[0, 1]]), { world.fruit(0, 1)?.name = "A" }),
            (.reloadRows([[0, 1]]), { world.fruit(0, 1)?.cell = TableViewCell() }),
            (.reloadSections([1]), { world.model.sectionModels[1].header = SectionAccessoryModel(title: "C") }),
            (.reloadSections([1]), { world.model.sectionModels[1].header?.title = "D" }),
            (.moveRow(from: [0, 0], to: [1, 1]), { try world.model.moveCellModel(from: [0, 0], to: [1, 1]) }),
            (.insertSections([2], animation: .none), { world.model.addNewSectionModel() }),
            (.deleteSections([2]), { try world.model.removeSectionModel(at: 2) }),
            (.deleteRows([[0, 0], [0, 1]]), { section.removeAllCellModels() }),
            (.reloadData, { world.model.sectionIndexTitles = ["A"] }),
        ]
        for (number, (change, body)) in cases.enumerated() {
            let revision = world.tableView.revision
            try body()
            #expect(world.tableView.history.changes(since: revision) == [change], "case \(number)")
        }
        #expect(world.shown == ["", "cy"])
        #expect(world.anomalies == [])
    }

    @Test func `Changes made together are one update`() throws {
        let world = world("abc", "d")
        let revision = world.tableView.revision

        try world.model.performUpdates {
            try world.model.sectionModels[0].removeCellModel(at: 0)
            try world.model.sectionModels[0].removeCellModel(at: 0)
            world.fruit(1, 0)?.name = "D"
            world.model.addNewSectionModel().addCellModel(FruitModel("e"))
        }

        #expect(world.tableView.revision == revision + 1)
        #expect(
            world.tableView.history.changes(since: revision) == [
                .insertSections([2], animation: .none), .deleteRows([[0, 0], [0, 1]]), .reloadRows([[1, 0]]),
            ])
        #expect(world.shown == ["c", "D", "e"])
        #expect(world.anomalies == [])
    }

    @Test func `An error in the middle of an update leaves what was done, announced`() {
        let world = world("abc")
        #expect(throws: StorageError.self) {
            try world.model.performUpdates {
                try world.model.sectionModels[0].removeCellModel(at: 0)
                try world.model.sectionModels[0].removeCellModel(at: 7)
            }
        }
        #expect(world.shown == ["bc"])
        world.model.sectionModels[0].addCellModel(FruitModel("x"))
        #expect(world.shown == ["bcx"])
        #expect(world.anomalies == [])
    }

    @Test func `Several changes in a batch of the table are no anomaly`() {
        let world = world("abc")
        world.tableView.performBatchUpdates {
            world.model.addCellModel(FruitModel("d"))
            world.model.sectionModels[0].removeAllCellModels()
            world.model.addCellModel(FruitModel("c"))
        }
        #expect(world.shown == ["c"])
        #expect(world.anomalies == [])
    }

    @Test func `Two tables may show one model, and are held by neither it nor each other`() {
        let world = world("a")
        weak var gone: ModelTableDelegate?
        do {
            let other = ModelTableDelegate(world.model, eventHandlerProvider: world.provider)
            gone = other
            let tableView = TableView(root: other)
            world.model.addCellModel(FruitModel("b"))
            #expect(world.shown(in: tableView) == ["ab"])
        }
        #expect(gone == nil)
        world.model.addCellModel(FruitModel("c"))
        #expect(world.shown == ["abc"])
    }

    @Test func `Rows of one model have names of their own, which last`() throws {
        let world = world("a")
        let twice = FruitModel("t")
        for _ in 0..<3 { world.model.addCellModel(twice) }
        let names = (0..<4).map { world.tableView.identifier(forRowAt: [0, $0]) }
        #expect(Set(names).count == 4)
        try world.model.sectionModels[0].removeCellModel(at: 1)
        world.model.addCellModel(twice)
        let now = (0..<4).map { world.tableView.identifier(forRowAt: [0, $0]) }
        #expect(Array(now.prefix(3)) == [names[0], names[2], names[3]])
        #expect(Set(now).count == 4)
        for (row, name) in now.enumerated() {
            #expect(world.tableView.indexPath(forRowWithIdentifier: name) == [0, row])
        }
        let revision = world.tableView.revision
        twice.name = "T"
        #expect(world.tableView.history.changes(since: revision) == [.reloadRows([[0, 1], [0, 2], [0, 3]])])
    }

    @Test func `A row that is taken out and put back keeps its name`() throws {
        let world = world("ab")
        let name = world.tableView.identifier(forRowAt: [0, 0])
        let fruit = try world.model.sectionModels[0].removeCellModel(at: 0)
        world.model.addCellModel(fruit)
        #expect(world.tableView.indexPath(forRowWithIdentifier: name) == [0, 1])
        world.model.sectionModels[0].removeAllCellModels()
        world.model.addCellModel(fruit)
        #expect(world.tableView.indexPath(forRowWithIdentifier: name) == [0, 0])
    }

    // MARK: Refreshing

    @Test func `A refresh brings the model up to date`() async throws {
        let model = TableModel()
        let tableView = TableView(
            root: ModelTableDelegate(model) { _ in model.addCellModel(CellModel(TableViewCell(title: "new"))) })
        try await tableView.gestures.refresh()
        #expect(tableView.numberOfRows == 1)
        #expect(world("a").tableView.refreshHandler == nil)
    }

    // MARK: In a tree

    @Test func `As a section of a tree it shows its first section at its place`() throws {
        let world = world("ab", "never shown")
        let first = world.model.sectionModels[0]
        first.indexTitle = "F"
        world.model.sectionModels[1].indexTitle = "N"
        let other = StaticTable { Section("Other", indexTitle: "O") { Row("x") } }
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [other, world.delegate]))
        tableView.anomalies.action = { world.anomalies.append($0) }
        #expect(world.shown(in: tableView) == ["x", "ab"])
        #expect(tableView.sectionIndex.map(\.section) == [0, 1])
        #expect(tableView.indexPath(forRowWithIdentifier: tableView.identifier(forRowAt: [1, 1])) == [1, 1])
        let revision = tableView.revision

        first.addCellModel(FruitModel("c"))
        world.fruit(0, 0)?.name = "A"
        try world.model.moveCellModel(from: [0, 2], to: [0, 0])
        try world.model.moveCellModel(from: [0, 0], to: [1, 0])
        try world.model.performUpdates { try first.removeCellModel(at: 0) }
        world.model.sectionModels[1].addCellModel(FruitModel("not shown"))

        #expect(
            tableView.history.changes(since: revision) == [
                .insertRows([[1, 2]]), .reloadRows([[1, 0]]), .moveRow(from: [1, 2], to: [1, 0]),
                .deleteRows([[1, 0]]),
                .deleteRows([[1, 0]]),
            ])
        #expect(world.shown(in: tableView) == ["x", "b"])
        // The table's root was the root of another table before.
        #expect(world.anomalies.map(\.code) == [.nodeInSeveralTables])
    }

    @Test func `In a tree a row does not leave its section`() async throws {
        let world = world("ab")
        for row in 0..<2 { world.fruit(0, row)?.isMovable = true }
        let other = StaticTable { Section("Other") { Row("x") } }
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [other, world.delegate]))
        tableView.anomalies.action = { world.anomalies.append($0) }
        #expect(try await tableView.gestures.dragRow(at: [1, 0], to: [0, 0]) == [1, 0])
        #expect(try await tableView.gestures.dragRow(at: [1, 0], to: [1, 1]) == [1, 1])
        #expect(world.shown(in: tableView) == ["x", "ba"])
        #expect(world.anomalies.map(\.code) == [.nodeInSeveralTables])
    }

    @Test(arguments: [[0, 9], [9, 0], [-1, 0], [0, -1], [], [0]] as [IndexPath])
    func `No index path, however wrong, traps`(indexPath: IndexPath) {
        let world = world("a")
        let (tableView, delegate) = (world.tableView, world.delegate)
        #expect(!delegate.tableView(tableView, cellForRowAt: indexPath).isEnabled)
        _ = delegate.tableView(tableView, shouldHighlightRowAt: indexPath)
        #expect(delegate.tableView(tableView, willSelectRowAt: indexPath) == indexPath)
        #expect(delegate.tableView(tableView, identifierForRowAt: indexPath) == nil)
        #expect(delegate.tableView(tableView, editingStyleForRowAt: indexPath) == .none)
        _ = delegate.tableView(tableView, canEditRowAt: indexPath)
        _ = delegate.tableView(tableView, canMoveRowAt: indexPath)
        try? delegate.tableView(tableView, didSelectRowAt: indexPath)
        delegate.tableView(tableView, didEndEditingRowAt: indexPath)
        delegate.tableView(tableView, didEndEditingRowAt: nil)
        for style in [TableViewCell.EditingStyle.none, .insert, .delete] {
            try? delegate.tableView(tableView, commit: style, forRowAt: indexPath)
        }
        try? delegate.tableView(tableView, moveRowAt: indexPath, to: indexPath)
        for section in [-1, 9] {
            #expect(delegate.tableView(tableView, numberOfRowsInSection: section) == 0)
            #expect(delegate.tableView(tableView, viewForHeaderInSection: section) == nil)
            #expect(delegate.tableView(tableView, identifierForSection: section) == nil)
        }
        #expect(world.shown == ["a"])
    }

    @Test func `Rows of models that are deleted or inserted come back and go again`() async throws {
        let visitor = TableSession(id: "visitor")
        let world = FruitTable("ab") { $0.register(FruitHandler.self) }
        for model in world.model.sectionModels[0].cellModels { model.isEditable = true }
        world.fruit(0, 1)?.editingStyle = .insert
        world.model.sectionModels[0].makeCellModelForInsertion = { FruitModel("n") }
        func answer(_ body: () async throws -> Void) async throws -> TableView.Undo? {
            try await world.tableView.performing(TableRequest(session: visitor), body).undo
        }
        let name = world.tableView.identifier(forRowAt: [0, 0])

        let deletion = try #require(
            try await answer { try await world.tableView.gestures.commit(.delete, forRowAt: [0, 0]) })
        #expect(world.shown == ["b"] && deletion.title == "Delete a")
        let redo = try #require(try await answer { try await world.tableView.gestures.undo(deletion.token) })
        #expect(world.shown == ["ab"] && world.tableView.identifier(forRowAt: [0, 0]) == name)
        _ = try await answer { try await world.tableView.gestures.undo(redo.token) }
        #expect(world.shown == ["b"])

        let insertion = try #require(
            try await answer { try await world.tableView.gestures.commit(.insert, forRowAt: [0, 0]) })
        #expect(world.shown == ["nb"])
        _ = try await answer { try await world.tableView.gestures.undo(insertion.token) }
        #expect(world.shown == ["b"])
        #expect(world.anomalies.isEmpty)
    }
}
