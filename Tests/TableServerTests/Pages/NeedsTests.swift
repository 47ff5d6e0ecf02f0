import CascadingTable
import FoundationEssentials
import TableServer
import TableTesting
import Testing

/// Tests that an answer which the data source gave while it needed something is not shown, and not given again.
@Suite struct NeedsTests {
    enum Question: String, CaseIterable {
        case sections, rows, cell, batch, columns, header, footer, headerView, identifier, sectionIdentifier, find
        case indexTitles, sectionForTitle, canEdit, canMove, height, everyHeight, headerHeight, indentation, highlight
        case expansion, leading, canFocus, editingStyle, preferredRow
    }

    /// A table that must load something before it can answer one question. It then answers "loaded".
    private final class Library: TableViewDataSource, TableViewDelegate {
        let question: Question
        private(set) var loads = 0

        nonisolated init(_ question: Question) { self.question = question }

        /// Returns whether the answer is known. Otherwise it is loaded.
        private func knows(_ question: Question, _ tableView: TableView) -> Bool {
            guard question == self.question, loads == 0 else { return true }
            tableView.needs(.awaiting { self.loads += 1 })
            return false
        }

        func numberOfSections(in tableView: TableView) -> Int { knows(.sections, tableView) ? 1 : 0 }
        func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
            knows(.rows, tableView) ? 2 : 0
        }
        func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
            TableViewCell(
                style: .columns, fields: [Field("book", .text(knows(.cell, tableView) ? "loaded" : "waiting"))])
        }
        func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
            guard question == .batch else { return nil }
            let text = knows(.batch, tableView) ? "loaded" : "waiting"
            var batch = RowBatch(fieldNames: ["book"])
            for row in rows {
                batch.beginRow(identifier: "r\(row)")
                batch.append(.text(text))
            }
            return batch
        }
        func columns(in tableView: TableView) -> [TableViewColumn] {
            knows(.columns, tableView) ? [TableViewColumn("book")] : []
        }
        func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
            knows(.header, tableView) ? "header loaded" : "header waiting"
        }
        func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
            knows(.footer, tableView) ? "footer loaded" : "footer waiting"
        }
        func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
            knows(.identifier, tableView) ? "r\(indexPath.row)" : "waiting\(indexPath.row)"
        }
        func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
            knows(.sectionIdentifier, tableView) ? "s" : "waiting"
        }
        func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
            knows(.find, tableView) && identifier == "r1" ? [0, 1] : nil
        }
        func sectionIndexTitles(for tableView: TableView) -> [String]? {
            knows(.indexTitles, tableView) ? ["L"] : nil
        }
        func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
            knows(.sectionForTitle, tableView) ? 0 : 7
        }
        func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
            knows(.canEdit, tableView)
        }
        func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
            knows(.canMove, tableView)
        }
        func tableView(
            _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
        ) {}
        func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
        func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
            knows(.height, tableView) ? 77 : 11
        }
        func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
            question == .everyHeight ? knows(.everyHeight, tableView) ? 77 : 11 : nil
        }
        func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
            knows(.headerHeight, tableView) ? 55 : 11
        }
        func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView? {
            guard question == .headerView else { return nil }
            return TableViewHeaderFooterView(title: knows(.headerView, tableView) ? "header loaded" : "header waiting")
        }
        func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
            knows(.indentation, tableView) ? 3 : 0
        }
        func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
            knows(.highlight, tableView)
        }
        func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool {
            knows(.canFocus, tableView)
        }
        func tableView(
            _ tableView: TableView, editingStyleForRowAt indexPath: IndexPath
        ) -> TableViewCell.EditingStyle { knows(.editingStyle, tableView) ? .delete : .none }
        func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? {
            knows(.preferredRow, tableView) ? [0, 1] : nil
        }
    }

    @TableActor private static func table(_ library: Library) -> TableView {
        let tableView = TableView(title: "Library", dataSource: library, delegate: library)
        tableView.queryOptions = .all
        return tableView
    }

    private static let targets = [
        "/", "/table.json", "/table.csv", "/table.txt", "/table.md", "/table.ndjson", "/?_edit=1", "/sections/0",
        "/rows/0/1.json", "/?_row=r1", "/find?id=r1", "/values/0/0/book", "/?book__contains=load&_sort=book",
        "/table.csv?_size=1", "/table.txt?_style=tsv",
    ]

    /// The first response to a client is the one that a table gives which knows everything.
    @Test(arguments: Question.allCases, targets)
    func theFirstResponseIsTheRightOne(question: Question, target: String) async throws {
        func response(_ library: Library) async throws -> String {
            var configuration = TableServer.Configuration()
            configuration.maxPageSize = 1
            configuration.pageSize = 1
            var server = TableServer(configuration: configuration)
            server.mount("/", await Self.table(library))
            var text = ""
            try await server.test(.inProcess) { client in
                let answer = try await client.get(target)
                // Tags and nonces differ.
                text = "\(answer.status) \(answer.text)".replacing(/[0-9a-z]{9,}/, with: "…")
            }
            return text
        }
        let library = Library(question)
        let first = try await response(library)
        let expected = try await response(library)
        #expect(first == expected)
    }
}
