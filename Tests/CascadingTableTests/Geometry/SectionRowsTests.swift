import Testing

@testable import CascadingTable

@Suite struct SectionRowsTests {
    @Test func `The paths are those of the rows in their order`() {
        #expect(SectionRows(section: 3, rows: [2, 0, 0, -1]).indexPaths == [[3, 2], [3, 0], [3, 0], [3, -1]])
        #expect(SectionRows(section: 3, rows: []).indexPaths == [])
    }

    @Test(arguments: [
        [], [SectionRows(section: 1, rows: [4, 5])], [.init(section: 0, rows: [7]), .init(section: 1, rows: [4])],
    ])
    func `A row that is put first comes before all others`(sections: [SectionRows]) {
        var changed = sections
        changed.insertFirst([1, 9])
        #expect(changed.flatMap(\.indexPaths) == [[1, 9]] + sections.flatMap(\.indexPaths))
    }

    @Test func `A row that is put first is given together with those of its section`() {
        var sections = [SectionRows(section: 1, rows: [4, 5])]
        sections.insertFirst([1, 9])
        #expect(sections == [SectionRows(section: 1, rows: [9, 4, 5])])
    }
}
