import CascadingTable
import FoundationEssentials

/// A row as it is shown on a page.
struct ShownRow: Hashable {
    var indexPath: IndexPath
    var identifier: String
    var cell: TableViewCell

    var values: [FieldValue] { cell.fields.map(\.value) }

    /// The text of the column `columns` in the list of tables.
    var summary: String {
        if case .text(let text)? = value("columns") { text } else { "" }
    }

    func value(_ name: String) -> FieldValue? {
        cell.fields.first { $0.name == name }?.value
    }
}

extension TableView {
    var headerTitles: [String?] {
        (0..<numberOfSections).map { headerView(forSection: $0)?.title }
    }

    /// Loads and returns the rows of a window, like a server.
    func rows(in window: TableWindow) async throws -> [ShownRow] {
        try await prefetch(rowsAt: window.indexPaths)?()
        return window.indexPaths.compactMap { indexPath in
            cellForRow(at: indexPath).map {
                ShownRow(indexPath: indexPath, identifier: identifier(forRowAt: indexPath), cell: $0)
            }
        }
    }

    /// Returns all rows, window by window.
    func allRows(size: () -> Int = { 100 }) async throws -> [ShownRow] {
        var rows: [ShownRow] = []
        var start: IndexPath?
        repeat {
            let window = try await loading { [start, size = size()] in $0.window(from: start, size: size) }
            rows += try await self.rows(in: window)
            start = window.next
        } while start != nil
        return rows
    }

    /// Selects a row and returns the address that the visitor is sent to.
    func addressAfterSelecting(rowAt indexPath: IndexPath) async throws -> String? {
        try await performing(TableRequest(session: TableSession())) { try await gestures.touchRow(at: indexPath) }
            .location
    }

    /// Returns the loaded table that answers a query.
    func answer(to query: TableQuery) async throws -> TableView {
        try await loading { try $0.table(answering: query) }
    }

    /// Returns the rows that match a query, in order, window by window.
    func rows(matching query: TableQuery, size: Int = 100) async throws -> [ShownRow] {
        if query.isEmpty { return try await allRows { size } }
        return try await answer(to: query).allRows { size }
    }
}
