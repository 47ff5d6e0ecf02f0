import CascadingTable
import FoundationEssentials
import Testing

@TableActor
@Suite struct TableWindowTests {
    /// Numbers of rows with empty sections at the start, at the end, between others, in runs and alone.
    nonisolated static let shapes: [[Int]] = [
        [], [0], [0, 0, 0], [1], [5], [0, 5], [5, 0], [0, 5, 0], [3, 0, 4], [3, 0, 0, 4, 0, 0], [0, 0, 1, 0, 1, 0, 0],
        [1, 1, 1, 1, 1], [10, 0, 10], [0, 7, 0, 0, 2, 9, 0],
    ]
    nonisolated static let sizes = [1, 2, 3, 5, 7, 100, Int.max]

    private func rows(_ counts: [Int]) -> [IndexPath] {
        counts.enumerated().flatMap { section, count in (0..<count).map { IndexPath(row: $0, section: section) } }
    }

    private func walk(_ tableView: TableView, size: Int) -> [TableWindow] {
        var pages = [tableView.window(size: size)]
        while let next = pages.last?.next, pages.count < 1000 { pages.append(tableView.window(from: next, size: size)) }
        return pages
    }

    @Test(arguments: shapes, sizes) func `Walking on visits each row once and in order`(counts: [Int], size: Int) {
        let tableView = ModelTable(counts: counts).shown()

        let pages = walk(tableView, size: size)

        #expect(pages.flatMap(\.indexPaths) == rows(counts))
        #expect(pages.dropLast().allSatisfy { $0.indexPaths.count == size })
        #expect(pages.allSatisfy { $0.indexPaths.count <= size })
    }

    @Test(arguments: shapes, sizes) func `Walking on shows each section, also those without rows`(
        counts: [Int], size: Int
    ) {
        let tableView = ModelTable(counts: counts).shown()

        let shown = walk(tableView, size: size).flatMap { page in page.sections.map(\.section) }

        #expect(Set(shown) == Set(counts.indices))
        #expect(shown == shown.sorted())
        for section in counts.indices where counts[section] == 0 {
            #expect(shown.count { $0 == section } == 1)
        }
    }

    @Test(arguments: shapes, sizes) func `Going back shows the page one came from`(counts: [Int], size: Int) {
        let tableView = ModelTable(counts: counts).shown()
        let pages = walk(tableView, size: size)

        #expect(pages[0].previous == nil)
        for (page, next) in zip(pages, pages.dropFirst()) {
            #expect(next.previous != nil)
            #expect(tableView.window(from: next.previous, size: size) == page)
        }
    }

    @Test(arguments: shapes, sizes) func `The offset is the number of rows before the page`(counts: [Int], size: Int) {
        let tableView = ModelTable(counts: counts).shown()
        let all = rows(counts)

        for (offset, start) in all.enumerated() {
            let page = tableView.window(from: start, size: size)
            #expect(page.offset == offset)
            #expect(page.indexPaths == Array(all[offset...].prefix(size)))
            #expect((page.previous == nil) == (offset == 0))
            #expect(page.next == (offset < all.count - size ? all[offset + size] : nil))
        }
    }

    @Test(arguments: shapes) func `Going back from a page that began off the grid stops at the first row`(counts: [Int])
    {
        let tableView = ModelTable(counts: counts).shown()
        for start in rows(counts) {
            var page = tableView.window(from: start, size: 3)
            var steps = 0
            while let previous = page.previous, steps < 100 {
                let before = page.offset
                page = tableView.window(from: previous, size: 3)
                steps += 1
                #expect(page.offset == max(before - 3, 0))
            }
            #expect(page.offset == 0)
        }
    }

    @Test func `A start past the end gives no rows and a way back`() {
        let tableView = ModelTable(counts: [0, 2, 3]).shown()
        for start: IndexPath in [[2, 3], [2, .max], [3, 0], [.max, .max]] {
            let page = tableView.window(from: start, size: 2)
            #expect(page.indexPaths == [])
            #expect(page.next == nil)
            #expect(page.offset == 5)
            #expect(page.previous == [2, 1])
            #expect(page.sections.allSatisfy { $0.section == 2 })
        }
    }

    @Test func `A start past the end of a section begins at the next one`() {
        let page = ModelTable(counts: [2, 3]).shown().window(from: [0, 99], size: 2)
        #expect(page.indexPaths == [[1, 0], [1, 1]])
        #expect(page.offset == 2)
    }

    @Test func `A negative start is the first row`() {
        let tableView = ModelTable(counts: [2, 3]).shown()
        for start: IndexPath in [[-1, 0], [-1, 9], [0, -1], [.min, .min], []] {
            #expect(tableView.window(from: start, size: 4) == tableView.window(size: 4))
        }
    }

    @Test(arguments: [0, -1, Int.min]) func `A size below one is one`(size: Int) {
        let tableView = ModelTable(counts: [2, 3]).shown()
        #expect(tableView.window(size: size).indexPaths == [[0, 0]])
        #expect(tableView.window(from: [1, 1], size: size).previous == [1, 0])
    }

    @Test(arguments: shapes) func `Offset and index path are inverse`(counts: [Int]) {
        let tableView = ModelTable(counts: counts).shown()
        let all = rows(counts)

        #expect((0..<all.count).map { tableView.indexPath(forRowAtOffset: $0) } == all)
        #expect(all.map(tableView.offset(ofRowAt:)) == Array(0..<all.count))
        for offset in [-1, .min, all.count, .max] { #expect(tableView.indexPath(forRowAtOffset: offset) == nil) }
    }

    @Test(arguments: shapes, [1, 2, 3, 4]) func `The beginning of a page is the page of that size`(
        counts: [Int], size: Int
    ) {
        let tableView = ModelTable(counts: counts).shown()
        let whole = tableView.window(size: 100)

        let beginning = whole.prefix(size)

        let page = tableView.window(size: size)
        #expect(beginning.indexPaths == page.indexPaths)
        #expect(beginning.next == page.next)
        #expect(beginning.sections == page.sections)
    }
}
