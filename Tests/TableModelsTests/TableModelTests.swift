import CascadingTable
import TableStorage
import TableModels
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableModelTests {
    private func cell(_ title: String) -> CellModel { CellModel(TableViewCell(title: title)) }

    private func titles(_ table: TableModel) -> [String] {
        table.sectionModels.map { $0.cellModels.map { $0.cell.title ?? "?" }.joined() }
    }

    private func table(_ sections: String...) -> TableModel {
        TableModel(sectionModels: sections.map { SectionModel(cellModels: $0.map { cell("\($0)") }) })
    }

    private func code(_ body: () throws -> Void) -> StorageError.Code? {
        do { try body() } catch { return (error as? StorageError)?.code }
        return nil
    }

    // MARK: Adding

    @Test func `A row goes into the last section, and makes the first`() {
        let table = TableModel()
        #expect(table.lastSectionModel == nil)
        table.addCellModel(cell("a"))
        #expect(titles(table) == ["a"])
        let second = table.addNewSectionModel()
        #expect(table.lastSectionModel === second)
        table.addCellModel(cell("b"))
        table.addCellModel(cell("c"))
        #expect(titles(table) == ["a", "bc"])
    }

    @Test func `A row for a section brings the section into the table, once`() {
        let table = table("a")
        let section = SectionModel(title: "New")
        table.addCellModel(cell("b"), toSectionModel: section)
        table.addCellModel(cell("c"), toSectionModel: section)
        table.addSectionModel(section)
        #expect(titles(table) == ["a", "bc"])
        #expect(section.header?.title == "New")
    }

    @Test func `Rows and sections are inserted at a place`() throws {
        let table = table("ac")
        try table.sectionModels[0].insertCellModel(cell("b"), at: 1)
        try table.sectionModels[0].insertCellModel(cell("d"), at: 3)
        try table.insertSectionModel(SectionModel(cellModels: [cell("x")]), at: 0)
        #expect(titles(table) == ["x", "abcd"])
    }

    // MARK: Removing

    @Test func `Of two rows of one model one is removed`() throws {
        let twice = cell("a")
        let section = SectionModel(cellModels: [twice, cell("b"), twice])
        try section.removeCellModel(twice)
        #expect(section.cellModels.map(\.cell.title) == ["b", "a"])
        #expect(twice.sectionModel === section)
        try section.removeCellModel(twice)
        #expect(section.cellModels.map(\.cell.title) == ["b"])
        #expect(twice.sectionModel == nil)
        #expect(code { try section.removeCellModel(twice) } == .itemNotFound)
    }

    @Test func `Equal models are two`() throws {
        let one = cell("a"), other = cell("a")
        let section = SectionModel(cellModels: [one, other])
        try section.removeCellModel(other)
        #expect(section.cellModels.first === one)
        #expect(section.cellModels.count == 1)
    }

    @Test func `All rows of a section are removed, and a section with its rows`() throws {
        let table = table("ab", "c")
        table.sectionModels[0].removeAllCellModels()
        table.sectionModels[0].removeAllCellModels()
        #expect(titles(table) == ["", "c"])
        let removed = try table.removeSectionModel(at: 1)
        #expect(removed.cellModels.count == 1)
        #expect(removed.tableModel == nil)
        #expect(removed.index == nil)
        try table.removeSectionModel(table.sectionModels[0])
        #expect(titles(table) == [])
    }

    // MARK: Moving

    @Test func `A row moves within a section and to another, to its place after the move`() throws {
        let cases: [(from: IndexPath, to: IndexPath, after: [String])] = [
            ([0, 0], [0, 2], ["bca", "de"]), ([0, 2], [0, 0], ["cab", "de"]), ([0, 1], [0, 1], ["abc", "de"]),
            ([0, 0], [1, 0], ["bc", "ade"]), ([0, 0], [1, 2], ["bc", "dea"]),
        ]
        for (from, to, after) in cases {
            let table = table("abc", "de")
            let model = try #require(table.cellModel(at: from))
            try table.moveCellModel(from: from, to: to)
            #expect(titles(table) == after)
            #expect(model.sectionModel === table.sectionModels[to.section])
            #expect(table.indexPath(for: model) == to)
        }
    }

    // MARK: Errors

    @Test func `What cannot be is thrown, and nothing changes`() {
        let table = table("ab", "c")
        let section = table.sectionModels[0]
        let cases: [(StorageError.Code, () throws -> Void)] = [
            (.indexPathOutOfRange, { try section.insertCellModel(cell("x"), at: 3) }),
            (.indexPathOutOfRange, { try section.insertCellModel(cell("x"), at: -1) }),
            (.indexPathOutOfRange, { try section.removeCellModel(at: 2) }),
            (.indexPathOutOfRange, { try section.removeCellModel(at: -1) }),
            (.itemNotFound, { try section.removeCellModel(cell("a")) }),
            (.sectionOutOfRange, { try table.insertSectionModel(SectionModel(), at: 3) }),
            (.sectionOutOfRange, { try table.insertSectionModel(SectionModel(), at: -1) }),
            (.duplicateItem, { try table.insertSectionModel(section, at: 0) }),
            (.sectionOutOfRange, { try table.removeSectionModel(at: 2) }),
            (.sectionOutOfRange, { try table.removeSectionModel(at: -1) }),
            (.itemNotFound, { try table.removeSectionModel(SectionModel()) }),
            (.indexPathOutOfRange, { try table.moveCellModel(from: [0, 2], to: [0, 0]) }),
            (.indexPathOutOfRange, { try table.moveCellModel(from: [], to: [0, 0]) }),
            (.indexPathOutOfRange, { try table.moveCellModel(from: [0, 0], to: [0, 2]) }),
            (.indexPathOutOfRange, { try table.moveCellModel(from: [0, 0], to: [1, 2]) }),
            (.indexPathOutOfRange, { try table.moveCellModel(from: [0, 0], to: [1]) }),
            (.sectionOutOfRange, { try table.moveCellModel(from: [0, 0], to: [2, 0]) }),
            (.sectionOutOfRange, { try table.moveCellModel(from: [0, 0], to: [-1, 0]) }),
        ]
        for (number, (expected, body)) in cases.enumerated() {
            #expect(code(body) == expected, "case \(number)")
            #expect(titles(table) == ["ab", "c"], "case \(number)")
        }
    }

    // MARK: Owners of models

    @Test func `Models know their section and their table, weakly`() {
        weak var gone: TableModel?
        let section = SectionModel(title: "A", cellModels: [cell("a")])
        do {
            let table = TableModel(sectionModels: [section])
            gone = table
            #expect(section.tableModel === table)
            #expect(section.index == 0)
            #expect(section.cellModels[0].sectionModel === section)
            #expect(section.header?.sectionModel === section)
        }
        #expect(gone == nil)
    }

    @Test func `A section that is added to another table leaves the first`() {
        let first = table("a", "b")
        let second = table("c")
        second.addSectionModel(first.sectionModels[0])
        #expect(titles(first) == ["b"])
        #expect(titles(second) == ["c", "a"])
    }

    @Test func `A header that is replaced forgets its section`() {
        let section = SectionModel(title: "A")
        let old = section.header
        section.header = SectionAccessoryModel(title: "B")
        section.footer = section.header
        section.header = nil
        #expect(old?.sectionModel == nil)
        #expect(section.footer?.sectionModel === section)
    }

    @Test func `Nothing is at a place that is not there`() {
        let table = table("a")
        for indexPath in [[0, 1], [1, 0], [-1, 0], [0, -1], [0], []] as [IndexPath] {
            #expect(table.cellModel(at: indexPath) == nil)
        }
        #expect(table.indexPath(for: cell("a")) == nil)
    }
}
