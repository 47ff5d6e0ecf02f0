import FoundationEssentials
import Testing

@testable import CascadingTable

@Suite struct QueryResultTests {
    private let arrangement = QueryResult(
        TableQuery(search: "x"), sections: [(0, [4, 0]), (1, []), (3, [7]), (4, [2, 9, 1])])

    @Test func `Rows are counted over sections and found again`() {
        let rows = (-1...6).map(arrangement.indexPath(forRowAtOffset:))
        #expect(rows == [nil, [0, 4], [0, 0], [3, 7], [4, 2], [4, 9], [4, 1], nil])
        for offset in 0..<6 {
            for expected in [nil, 0, offset, 99] {
                #expect(arrangement.offset(ofRowAt: rows[offset + 1] ?? [], expected: expected) == offset)
            }
        }
        for none in [[], [0], [0, 1], [1, 0], [9, 9], [0, -1], [0, .max], [0, 4, 0]] as [IndexPath] {
            #expect(arrangement.offset(ofRowAt: none) == nil)
        }
        #expect((0...5).map(arrangement.offset(ofSection:)) == [0, 2, 2, 2, 3, 6])
    }

    @Test(arguments: 1...7)
    func `Pages show each row once, and sections with theirs`(size: Int) {
        var (offset, rows) = (0, [IndexPath]())
        while true {
            let window = arrangement.window(fromOffset: offset, size: size)
            #expect(window.offset == offset)
            #expect(window.indexPaths.count == min(size, 6 - offset))
            #expect(
                window.sections.allSatisfy {
                    !$0.rows.isEmpty && $0.count == arrangement.section($0.section)?.rows.count
                })
            #expect(window.previous == arrangement.indexPath(forRowAtOffset: max(offset - size, 0)) || offset == 0)
            rows += window.indexPaths
            offset += window.indexPaths.count
            guard let next = window.next else { break }
            #expect(next == arrangement.indexPath(forRowAtOffset: offset))
        }
        #expect(rows == (0..<6).compactMap(arrangement.indexPath(forRowAtOffset:)))
    }

    @Test func `No place, however wrong, traps`() {
        for (offset, size) in [(-5, 2), (99, 2), (0, 0), (0, -1), (6, 1), (.max, 1)] {
            _ = arrangement.window(fromOffset: offset, size: size)
        }
        let empty = QueryResult(TableQuery(), sections: [])
        #expect(empty.window(fromOffset: 0, size: 10).sections.isEmpty)
    }
}
