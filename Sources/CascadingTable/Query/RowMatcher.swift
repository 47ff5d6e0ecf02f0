import Bytes

/// A query, prepared for comparison with many cells.
struct RowMatcher {
    private let columns: [TableViewColumn]
    private let sort: [(column: Int, isAscending: Bool)]
    /// The tests of filters in lists of alternatives.
    private let conditions: [[(column: Int, test: FilterTest)]]
    /// The filters that the order of the rows decides.
    private let ranks: [(column: Int, filter: TableQuery.Filter)]
    /// The spellings of each word of the search.
    private let words: [[[UInt32]]]
    /// The filters that no number can match, and whether their columns have had numbers and other values.
    private var doubtful: [(column: Int, filter: TableQuery.Filter, hasNumbers: Bool, hasOthers: Bool)] = []
    private var folder = TextNormalizer()

    /// Creates a matcher.
    ///
    /// - Parameter columns: The columns of the table, which must include those that the query names.
    init(_ query: TableQuery, columns: [TableViewColumn]) {
        self.columns = columns
        func index(_ name: String) -> Int? { columns.firstIndex { $0.name.isExactly(name) } }
        sort = query.sort.compactMap { key in index(key.column).map { ($0, key.isAscending) } }
        var folder = TextNormalizer()
        let tests = query.filters.filter { !$0.ranksRows }.compactMap { filter in
            index(filter.column).map { (filter: filter, written: ($0, FilterTest(filter, &folder))) }
        }
        conditions = TableQuery.conditions(tests)
        ranks = query.filters.filter(\.ranksRows).compactMap { filter in index(filter.column).map { ($0, filter) } }
        doubtful = query.filters.filter(\.excludesNumbers).compactMap { filter in
            index(filter.column).map { ($0, filter, false, false) }
        }
        words = query.words.map { TableQuery.spellings(of: $0).map { folder.fold($0) } }
        self.folder = folder
    }

    /// Throws an error if a filter could match no row, because it compares a column of numbers with a text.
    func checkValues() throws(TableViewError) {
        for (_, filter, hasNumbers, hasOthers) in doubtful where hasNumbers && !hasOthers { throw filter.needsNumber }
    }

    mutating func matches(_ cell: TableViewCell) -> Bool {
        for index in doubtful.indices {
            switch value(of: cell, in: doubtful[index].column) {
            case .integer, .decimal, .number, .progress: doubtful[index].hasNumbers = true
            case .null: break
            default: doubtful[index].hasOthers = true
            }
        }
        for condition in conditions {
            guard condition.contains(where: { $1.matches(value(of: cell, in: $0), &folder) }) else { return false }
        }
        for word in words where !word.contains(where: { cell.has($0, &folder) }) { return false }
        return true
    }

    /// Returns the values that decide among which rows the one of a cell is counted.
    func rankedValues(of cell: TableViewCell) -> [FieldValue] {
        ranks.map { value(of: cell, in: $0.column) }
    }

    /// Returns those of sorted rows that come first among the rows with the same value, or none of these.
    func ranked<Row>(_ rows: [Row], by values: (Row) -> [FieldValue]) -> [Row] {
        ranks.indices.reduce(rows) { rows, place in
            var counts: [FieldValue: Int] = [:]
            let (filter, limit) = (ranks[place].filter, ranks[place].filter.rankLimit ?? 0)
            return rows.filter { row in
                counts[values(row)[place], default: 0] += 1
                return (counts[values(row)[place], default: 0] <= limit) != filter.operator.isNegated
            }
        }
    }

    /// Returns the values that the row of a cell is sorted by.
    func keys(of cell: TableViewCell) -> [SortValue] {
        sort.map { SortValue(value(of: cell, in: $0.column)) }
    }

    /// Returns whether a row comes before another, by their keys; nil if they are equal.
    func precedes(_ keys: [SortValue], _ others: [SortValue]) -> Bool? {
        for (place, key) in sort.enumerated() {
            let order = keys[place].compare(others[place])
            if order != 0 { return key.isAscending ? order < 0 : order > 0 }
        }
        return nil
    }

    private func value(of cell: TableViewCell, in column: Int) -> FieldValue {
        cell.value(inColumn: columns[column].name, at: column)
    }
}

extension TableViewCell {
    /// Returns the value of the field with the column's name, or else of the field at the column's position.
    func value(inColumn name: String, at column: Int) -> FieldValue {
        if fields.indices.contains(column), fields[column].name.isExactly(name) { return fields[column].value }
        if let field = fields.first(where: { $0.name.isExactly(name) }) { return field.value }
        if style == .columns { return fields.indices.contains(column) ? fields[column].value : .null }
        switch name {
        case "title": return title.map(FieldValue.text) ?? .null
        case "subtitle": return subtitle.map(FieldValue.text) ?? .null
        default: return .null
        }
    }

    /// Returns whether a word occurs in a text that the cell shows.
    fileprivate func has(_ word: [UInt32], _ folder: inout TextNormalizer) -> Bool {
        for field in fields {
            // A link with a title is searched by its title only.
            var value = field.value
            if case .url(_, let title?) = value { value = .text(title) }
            if value.hasText(&folder, { $0.contains(run: word) }) { return true }
        }
        guard style != .columns || fields.isEmpty else { return false }
        for text in [title, subtitle].compactMap(\.self) where folder.fold(text).contains(run: word) { return true }
        return false
    }
}
