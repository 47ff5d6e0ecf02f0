import CascadingTable
import TableRendering

/// Writes all rows of a table, of which one window at a time is in memory.
struct TableExport {
    let tableView: TableView
    /// Rows of a window.
    let size: Int
    let output: any ExportOutput

    /// Writes the table as JSON.
    @TableActor
    func writeJSON() async throws {
        try await write(JSONTableWriter(links: PageLinks(base: "")))
    }

    /// Writes the table as text.
    ///
    /// Aligned styles read all rows twice, first to know how wide the columns are; so do tables that do not name their
    /// columns, to know which there are.
    @TableActor
    func writeText(_ style: TextTableStyle, _ configuration: TextTableWriter.Configuration) async throws {
        var measure = TextTableMeasure(style: style, configuration: configuration)
        if style.isAligned || tableView.columns.isEmpty {
            try await forEachWindow { tableView.write($0, to: &measure) }
        } else {
            let sections = (0..<tableView.numberOfSections).map { TableWindow.Section(section: $0, rows: 0..<0) }
            tableView.write(TableWindow(sections: sections), to: &measure)
        }
        try await write(
            TextTableWriter(style: style, layout: measure.makeLayout(), configuration: configuration))
    }

    @TableActor
    private func write(_ writer: some StreamedTableWriter) async throws {
        var writer = JoinedTableWriter(writer)
        try await forEachWindow { window in
            tableView.write(window, to: &writer)
            try output.write(writer.base.takeOutput())
        }
        writer.finish()
        try output.write(writer.base.takeOutput())
    }

    /// Calls the body with each window once its rows are loaded.
    @TableActor
    private func forEachWindow(_ body: (TableWindow) throws -> Void) async throws {
        var start: IndexPath?
        repeat {
            try Task.checkCancellation()
            let window = tableView.window(from: start, size: size)
            try await tableView.prefetch(rowsAt: window.indexPaths)?()
            try body(window)
            start = window.next
        } while start != nil
    }
}
