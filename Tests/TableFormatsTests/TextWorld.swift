import CascadingTable

@testable import TableFormats

/// Functions that create tables and write them as text.
@TableActor
enum TextWorld {
    /// Returns a table with a section for each title and its cells.
    static func table(
        _ sections: [(title: String?, cells: [TableViewCell])], columns: [TableViewColumn] = [], title: String = "T",
        footer: String? = nil
    ) -> TableView {
        let children = sections.map { title, cells in
            let section = CascadingSectionTableDelegate(childDelegates: cells.map(Row.init))
            section.headerTitle = title
            section.footerTitle = footer
            section.columns = columns
            return section
        }
        return TableView(title: title, root: CascadingRootTableDelegate(childDelegates: children))
    }

    static func text(
        _ tableView: TableView, _ style: TextTableStyle,
        _ change: (inout TableFormat.Options) -> Void = { _ in }
    ) throws -> String {
        var configuration = TableFormat.Options()
        change(&configuration)
        let window = tableView.window(size: 1000)
        return String(
            decoding: try tableView.text(of: window, style: style, configuration: configuration), as: UTF8.self)
    }

    /// Returns a table with one cell for each row of values. The columns are `a`, `b` …
    static func table(rows: [[FieldValue]]) -> TableView {
        let names = (0..<(rows.first?.count ?? 0)).map { String(UnicodeScalar(UInt8(97 + $0))) }
        let cells = rows.map { row in
            TableViewCell(style: .columns, fields: zip(names, row).map { Field($0, $1) })
        }
        return table([(nil, cells)], columns: names.map { TableViewColumn($0) })
    }

    /// A row that shows one cell.
    private final class Row: CascadingBareTableDelegate {
        let cell: TableViewCell

        init(_ cell: TableViewCell) {
            self.cell = cell
            super.init()
        }

        override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { cell }
    }
}
