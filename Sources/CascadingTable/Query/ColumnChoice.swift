package import Bytes

/// The columns that a visitor has chosen, in their order.
package struct ColumnChoice: Sendable, Hashable {
    /// The names of the columns to show; empty for all columns of the table.
    package var shown: [ExactString] = []
    /// The names of the columns to leave out.
    package var hidden: [ExactString] = []

    package init() {}

    /// Adds a column to those that are shown, or to those that are left out.
    package mutating func add(_ name: String, isShown: Bool) {
        if isShown { shown.append(ExactString(name)) } else { hidden.append(ExactString(name)) }
    }

    /// Returns the chosen columns of a table.
    ///
    /// - Throws: ``TableViewError`` with `noSuchColumn`, or with `notQueryable` if no column is left.
    package func columns(of all: [TableViewColumn]) throws(TableViewError) -> [TableViewColumn] {
        guard self != ColumnChoice() else { return all }
        for name in shown + hidden where !all.contains(where: { $0.name.isExactly(name.wrappedValue) }) {
            throw TableViewError(.noSuchColumn, .unknownColumn(name.wrappedValue, among: all.map(\.name)))
        }
        var columns: [TableViewColumn] = shown.isEmpty ? all : []
        for name in shown where !columns.contains(where: { $0.name.isExactly(name.wrappedValue) }) {
            columns += all.filter { $0.name.isExactly(name.wrappedValue) }
        }
        columns.removeAll { hidden.contains(ExactString($0.name)) }
        guard !columns.isEmpty else {
            throw TableViewError(.notQueryable, "No column is left. Name fewer columns with _nocol.")
        }
        return columns
    }
}

extension TableView {
    /// The columns that the request shows, in its order. Queries can also name the other columns.
    package var shownColumns: [TableViewColumn] { (try? context.request.columns.columns(of: columns)) ?? columns }

    /// Checks whether the table has the columns that the request shows, or can have them.
    ///
    /// - Throws: ``TableViewError`` with `noSuchColumn` or `notQueryable`.
    package func checkShownColumns() throws(TableViewError) {
        let choice = context.request.columns
        let names = (choice.shown + choice.hidden).map(\.wrappedValue).filter { name in
            queryOptions.contains(.relatedColumns) && TableQuery.canBeRelated(name)
                && !columns.contains { $0.name.isExactly(name) }
        }
        _ = try choice.columns(of: columns + names.map { TableViewColumn($0) })
    }
}
