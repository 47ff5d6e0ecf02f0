import Bytes
import CascadingTable
import TableRendering

/// The columns of a text table and their widths, as ``TextTableMeasure`` finds them.
///
/// The columns are, in this order:
///
/// - the columns of the table,
/// - `title` and `subtitle`, if cells without columns have them,
/// - the fields of such cells by name, in the order in which they occur.
package struct TextTableLayout: Sendable {
    /// A column, which is used only if a cell has a value for it.
    struct Column: Sendable {
        var name: String
        /// The heading, escaped for the style.
        var heading: String
        var alignment: TableViewColumn.Alignment
        /// The width of the widest escaped text, in terminal columns.
        var width: Int
        var isUsed: Bool
    }

    private(set) var columns: [Column] = []
    /// The columns with values.
    var usedColumns: [Column] { columns.filter(\.isUsed) }
    /// A Boolean value that indicates whether a section has a title.
    var hasSectionTitles = false
    /// The width of the widest title, in terminal columns.
    var titleWidth = 0

    private var namedCount = 0
    private var places: [ExactString: Int] = [:]

    /// Adds the columns of the table, and the two columns of other cells.
    mutating func begin(_ named: [TableViewColumn], _ texts: TextTableTexts) {
        guard columns.isEmpty else { return }
        namedCount = named.count
        for column in named {
            places[ExactString(column.name)] = columns.count
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
        for field in fields where places[ExactString(field.name)] == nil {
            places[ExactString(field.name)] = columns.count
            columns.append(
                texts.column(field.name, alignment: field.value.isNumber ? .trailing : .leading))
        }
    }

    /// Returns the values of a cell, each with the index of its column.
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
            } else if let place = places[ExactString(field.name)] {
                values.append((place, field.value))
            }
        }
        return values
    }

    mutating func widen(_ place: Int, to width: Int) {
        columns[place].width = max(columns[place].width, width)
    }

    /// Widens columns for the titles of sections. A table without any values gets the column `title`.
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
        case .line, .command: break
        case .firstCell: widen(first, to: width)
        case .spanning, .underlined: widen(last, to: columns[last].width + width - rules.innerWidth(of: usedColumns))
        }
    }

    /// Returns whether the fields of a cell belong to the columns of the table, by their order.
    private func standsInColumns(_ cell: TableViewCell) -> Bool {
        cell.style == .columns && namedCount > 0 && !cell.fields.isEmpty
    }
}
