import Bytes

/// The reasons why a database took long to read the rows of a page.
package struct QueryAdvice: Sendable, Hashable {
    /// The steps of the database, in its own words.
    package var plan: [String]
    /// The statement that makes an index with which the rows are found sooner; nil if no index is known to help.
    package var index: String?

    package init(plan: [String], index: String?) { (self.plan, self.index) = (plan, index) }

    /// The time from which a page tells why it was slow.
    package static let slowTime = Duration.milliseconds(500)
}

extension TableQuery {
    /// The columns of an index that finds the rows of the query in its order; empty if no index is known to help.
    ///
    /// First come the columns that have one value in all rows, and then those of the order, or one with a range of values.
    package var indexColumns: [SortKey] {
        var columns: [SortKey] = []
        func append(_ keys: [SortKey]) {
            for key in keys where !columns.contains(where: { $0.column.isExactly(key.column) }) { columns.append(key) }
        }
        let filters = conditions.filter { $0.count == 1 }.joined().filter { !$0.operator.isNegated }
        let tests: [Operator.Test] = [.equals(isList: false), .isNull, .isEmpty]
        append(filters.filter { tests.contains($0.operator.test) }.map { SortKey($0.column) })
        let isSearch = !words.isEmpty
        if sort.isEmpty, !isSearch {
            let range = filters.first { $0.operator.need == "many" && $0.operator.takesValue }
            if let range { append([SortKey(range.column)]) }
        } else if !isSearch {
            append(sort)
        }
        return columns
    }
}
