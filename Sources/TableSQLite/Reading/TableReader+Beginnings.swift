import Bytes
import CascadingTable
import TableDatabase

/// Searches for the next row that begins with a text, which a visitor types.
extension TableReader {
    /// The number of rows that are compared before an index is used, so that a near row is found in any spelling.
    private static let nearRows = 2_000
    /// The number of rows up to which all rows are compared.
    private static let maxRowsComparedAll = 1_000_000
    /// The number of rows that are compared in a longer table.
    private static let maxRowsCompared = 100_000

    /// Returns the number of the first row that begins with a text, from a number of rows on.
    ///
    /// - Parameter count: The number of all rows.
    /// - Returns: The number, or the number of compared rows if there are more rows.
    func firstRow(
        beginningWith text: String, in name: String?, from start: Int, of count: Int, in database: Transaction
    ) throws -> (Int?, searched: Int?) {
        guard start < count else { return (nil, nil) }
        let rows = start > count / 2 ? queries.all.reversed : queries.all
        let number = start > count / 2 ? count - start : start - 1
        let after = start > 0 ? try position(ofRow: number, of: rows, in: database) : nil
        let (position, searched) = try position(
            ofRowBeginningWith: text, in: name, after: after, of: count, in: database)
        return (try position.map { try rank(of: $0, atMost: nil, in: database) }, searched)
    }

    /// Returns the position of the first row after another position that begins with a text.
    ///
    /// Case and accents are ignored. Far rows are found with an index, if the column has one, and else by comparing
    /// rows.
    ///
    /// - Parameter name: The name of the column to compare; nil for the key and the first columns.
    /// - Returns: The position, or the number of compared rows if there are more rows.
    private func position(
        ofRowBeginningWith text: String, in name: String?, after position: [SQLValue]?, of count: Int,
        in database: Transaction
    ) throws -> (position: [SQLValue]?, searched: Int?) {
        let columns = columnsToCompare(name)
        let runs = position.map(queries.all.runs) ?? [queries.all]
        let values = columns.map { queries.expression($0) } + (name == nil ? queries.keys.prefix(1) : [])
        let bytes = SQLValue.text(Array(text.utf8))
        func first(among count: Int?) throws -> [SQLValue]? {
            for run in runs {
                let arguments = count.map { [.integer(Int64($0)), bytes] } ?? [bytes]
                var cursor = try cursor(
                    { queries.firstBeginning($0, among: values, isLimited: count != nil) }, run, arguments,
                    in: database)
                if try cursor.next() { return queries.position(in: cursor) }
            }
            return nil
        }
        let index = columns.first.flatMap { table.indexedColumns.contains(table.columnNames[$0]) ? $0 : nil }
        if let index {
            if let near = try first(among: Self.nearRows) { return (near, nil) }
            guard count > Self.nearRows else { return (nil, nil) }
            if let far = try positionByIndex(ofRowBeginningWith: text, in: index, of: runs, in: database) {
                return (far, nil)
            }
        }
        // To sort rows without an index, all are read anyway.
        let comparesAll = count <= Self.maxRowsComparedAll || index == nil && !queries.isInKeyOrder
        let found = try first(among: comparesAll ? nil : Self.maxRowsCompared)
        return (found, found == nil && !comparesAll ? Self.maxRowsCompared : nil)
    }

    /// Returns the column of a name; or else the column of the key, the first column, and the first column of texts.
    private func columnsToCompare(_ name: String?) -> [Int] {
        if let name {
            return table.columns.indices.filter { table.columnNames[$0].isExactly(name) }.prefix(1).map(\.self)
        }
        let key = table.columns.firstIndex { table.primaryKeyNames.first.map($0.name.isExactly) == true }
        let text = table.columns.firstIndex { $0.affinity == .text }
        var columns: [Int] = []
        for column in [key, table.columns.indices.first, text].compactMap(\.self) where !columns.contains(column) {
            columns.append(column)
        }
        return columns
    }

    private func positionByIndex(
        ofRowBeginningWith text: String, in column: Int, of runs: [SQLQuery], in database: Transaction
    ) throws -> [SQLValue]? {
        let name = queries.expression(column)
        // Only the spelling of the range is known to the index, so each row is compared, too.
        var ranges = table.columns[column].ranges(ofTextsBeginningWith: text).map { range in
            SQLCondition(
                sql: "\(name) >= ? AND \(name) < ? AND \(TextMatching.name)('startswith', ?, \(name))",
                arguments: [range.0, range.1, .text(Array(text.utf8))])
        }
        let first = queries.terms.first
        if first?.expression.isExactly(name) == true
            || (table.isRowid(column) && first?.expression == queries.keys.first)
        {
            if first?.isAscending == false { ranges.reverse() }
        } else {
            // The rows of the ranges are mixed, so one statement finds the first of them all.
            ranges = [
                SQLCondition(
                    sql: "(\(ranges.map { "(\($0.sql))" }.joined(separator: " OR ")))",
                    arguments: ranges.flatMap(\.arguments))
            ]
        }
        for run in runs {
            for range in ranges where !range.arguments.isEmpty {
                var part = run
                part.require(range)
                if let found = try self.position(ofRow: 0, of: part, in: database) { return found }
            }
        }
        return nil
    }
}

extension TableDescription {
    /// Returns whether a column is the rowid itself.
    fileprivate func isRowid(_ column: Int) -> Bool {
        if case .rowid = access {
            primaryKey.isEmpty && primaryKeyNames.first.map(columns[column].name.isExactly) == true
        } else {
            false
        }
    }
}

extension RelationColumn {
    /// Returns the ranges of values whose texts begin with a text in its usual spellings, in ascending order.
    fileprivate func ranges(ofTextsBeginningWith text: String) -> [(SQLValue, SQLValue)] {
        var ranges: [(SQLValue, SQLValue)] = []
        let isNumber = text.utf8.count <= 18 && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        if affinity != .text, isNumber, var low = Int64(text), text == "0" || text.utf8.first != 0x30 {
            var length: Int64 = 1
            repeat {
                ranges.append((.integer(low), .integer(low + length)))
                guard low > 0, low <= Int64.max / 20 else { break }
                (low, length) = (low * 10, length * 10)
            } while true
        }
        if affinity == .number, isNumber { return ranges }
        let first = text.prefix(1).uppercased() + text.dropFirst()
        let spellings = Set([text, text.lowercased(), text.uppercased(), first].map { Array($0.utf8) })
        for bytes in spellings.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            ranges.append((.text(bytes), .text(bytes + Array("\u{10FFFF}".utf8))))
        }
        return ranges
    }
}
