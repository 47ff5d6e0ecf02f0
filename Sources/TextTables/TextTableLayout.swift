import CascadingTable
import TableRendering

/// What has to be known of a table before its first line: its columns and how wide they are.
///
/// The columns are those the table names; then, where cells stand outside of them, `title` and `subtitle`; then the
/// fields of such cells by name, in order of first appearance.
public struct TextTableLayout: Sendable {
    /// A column, or one that would be if a cell had it.
    struct Column: Sendable {
        var name: String
        /// The heading, as the style writes it.
        var heading: String
        var alignment: TableViewColumn.Alignment
        /// In display columns, of the widest text as the style writes it.
        var width: Int
        var isUsed: Bool
    }

    private(set) var columns: [Column] = []
    /// The columns that are used.
    var usedColumns: [Column] { columns.filter(\.isUsed) }
    /// Whether a section has a title.
    var hasSectionTitles = false
    /// The width of the widest title.
    var titleWidth = 0

    private var namedCount = 0
    private var places: [String: Int] = [:]

    /// Adds the columns the table names, and the two that cells outside of them have.
    mutating func begin(_ named: [TableViewColumn], _ texts: TextTableTexts) {
        guard columns.isEmpty else { return }
        namedCount = named.count
        for column in named {
            places[column.name] = columns.count
            columns.append(texts.column(column.name, title: column.title, alignment: column.alignment))
        }
        columns.append(texts.column("title", isUsed: false))
        columns.append(texts.column("subtitle", isUsed: false))
    }

    /// Adds the columns that only this cell has so far.
    mutating func add(_ cell: TableViewCell, _ texts: TextTableTexts) {
        var fields = cell.fields[...]
        if standsInColumns(cell) {
            fields = fields.dropFirst(namedCount)
        } else {
            if cell.title != nil { columns[namedCount].isUsed = true }
            if cell.subtitle != nil { columns[namedCount + 1].isUsed = true }
        }
        for field in fields where places[field.name] == nil {
            places[field.name] = columns.count
            columns.append(
                texts.column(field.name, alignment: field.value.isNumber ? .trailing : .leading))
        }
    }

    /// The values of the cell and the places of their columns.
    func values(of cell: TableViewCell) -> [(place: Int, value: FieldValue)] {
        let isInColumns = standsInColumns(cell)
        var values: [(place: Int, value: FieldValue)] = []
        values.reserveCapacity(cell.fields.count + 2)
        if !isInColumns {
            if let title = cell.title { values.append((namedCount, .text(title))) }
            if let subtitle = cell.subtitle { values.append((namedCount + 1, .text(subtitle))) }
        }
        for (index, field) in cell.fields.enumerated() {
            if isInColumns, index < namedCount {
                values.append((index, field.value))
            } else if let place = places[field.name] {
                values.append((place, field.value))
            }
        }
        return values
    }

    mutating func widen(_ place: Int, to width: Int) {
        columns[place].width = max(columns[place].width, width)
    }

    /// Makes room for the titles of sections. A table without a single value has a column of titles.
    mutating func end(_ texts: TextTableTexts) {
        if columns.isEmpty { begin([], texts) }
        if usedColumns.isEmpty { columns[namedCount].isUsed = true }
        guard texts.style.isAligned else { return }
        let rules = TextTableRules(texts.style, columnCount: usedColumns.count)
        for place in columns.indices { widen(place, to: rules.minimumWidth) }
        guard titleWidth > 0, let first = columns.firstIndex(where: \.isUsed),
            let last = columns.lastIndex(where: \.isUsed)
        else { return }
        var width = titleWidth
        if let room = texts.room(columns: usedColumns.count) {
            let emphasis = 2 * texts.style.emphasis.utf8.count
            width = min(width - emphasis, room) + emphasis
        }
        switch rules.titles {
        case .line: break
        case .firstCell: widen(first, to: width)
        case .spanning, .underlined: widen(last, to: columns[last].width + width - rules.innerWidth(of: usedColumns))
        }
    }

    /// Whether the cell's fields stand in the table's columns by their order.
    private func standsInColumns(_ cell: TableViewCell) -> Bool {
        cell.style == .columns && namedCount > 0 && !cell.fields.isEmpty
    }
}
