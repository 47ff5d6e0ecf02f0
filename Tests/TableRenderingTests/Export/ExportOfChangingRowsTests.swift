import CascadingTable
import FoundationEssentials
import Synchronization
import TableRendering
import Testing
import TableFormats

/// Tests exports of rows that are loaded on demand, while rows are inserted at the top.
@Suite @TableActor struct ExportOfChangingRowsTests {
    @Test(arguments: [0, 1, 5])
    func everyRowThatIsWrittenWasLoaded(insertions: Int) async throws {
        let orders = Orders(count: 500, insertions: insertions)
        let titles = try await titles(of: orders)
        #expect(titles == (0..<500).map { "Order \($0)" })
    }

    @Test func anExportThatCannotFollowIsBrokenOff() async throws {
        let orders = Orders(count: 500, insertions: .max)
        await #expect(throws: TableViewError.self) { try await titles(of: orders) }
    }

    /// Returns the written titles, without those of rows that were inserted meanwhile.
    private func titles(of orders: Orders) async throws -> [String] {
        let written = Mutex<[UInt8]>([])
        try await TableExport(of: orders.tableView).writeText(.csv) { bytes in written.withLock { $0 += bytes } }
        let lines = String(decoding: written.withLock(\.self), as: UTF8.self).split(separator: "\r\n").dropFirst()
        return lines.map { String($0.split(separator: ",").last ?? "") }.filter { !$0.hasPrefix("New") }
    }

    /// Rows of which only those that were loaded last are in memory.
    private final class Orders: TableViewDataSource {
        private var titles: [String]
        private var loaded: Set<String> = []
        private var insertions: Int
        private(set) lazy var tableView = TableView(dataSource: self)

        init(count: Int, insertions: Int) {
            titles = (0..<count).map { "Order \($0)" }
            self.insertions = insertions
        }

        func columns(in tableView: TableView) -> [TableViewColumn] { [TableViewColumn("title")] }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { titles.count }

        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            titles[indexPath.row]
        }

        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            let title = titles[indexPath.row]
            return TableViewCell(style: .columns, fields: [Field("title", loaded.contains(title) ? title : "Missing")])
        }

        func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
            let wanted = Set(indexPaths.map { titles[$0.row] })
            if wanted.isSubset(of: loaded) { return nil }
            return .awaiting {
                self.loaded = wanted
                guard self.insertions > 0 else { return }
                self.insertions -= 1
                self.titles.insert("New \(self.insertions)", at: 0)
                tableView.insertRows(at: [[0, 0]])
            }
        }
    }
}
