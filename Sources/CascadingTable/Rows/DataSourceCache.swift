import Essentials

/// The answers of the data source and the delegate, cached until the next reload.
///
/// It is an object, so that one property is read or changed without an exclusivity check of the others.
@TableActor
final class DataSourceCache {
    /// The request or action that the answers are valid for, because a delegate read a part of it; nil if they are valid
    /// for all.
    var owner: TableRequestContext?
    var columns: [TableViewColumn]?
    /// The columns of the first cells, for a table without columns.
    var queryColumns: [TableViewColumn]?
    var sectionCount: Int?
    var sectionIndex: [(title: String, section: Int)]?
    /// The preferred row, which may be nil; the outer nil means that the delegate has not been asked.
    var preferredFocusedRow: IndexPath??
    /// How exact the number of all rows is.
    var countAccuracy: RowCountAccuracy?
    /// The row counts by section, up to the last section that was asked for; `unknown` for sections that were skipped.
    private var rowCounts: [Int] = []
    private static let unknown = -1

    func rowCount(ofSection section: Int) -> Int? {
        guard section < rowCounts.count, rowCounts[section] != Self.unknown else { return nil }
        return rowCounts[section]
    }

    func keep(rowCount: Int, ofSection section: Int) {
        while rowCounts.count <= section { rowCounts.append(Self.unknown) }
        rowCounts[section] = rowCount
    }

    /// The row counts of all sections; nil if not all of them were asked for.
    var allRowCounts: [Int]? {
        guard rowCounts.count == sectionCount, !rowCounts.contains(Self.unknown) else { return nil }
        return rowCounts
    }

    func forget() {
        owner = nil
        columns = nil
        queryColumns = nil
        sectionCount = nil
        sectionIndex = nil
        preferredFocusedRow = nil
        countAccuracy = nil
        rowCounts = []
    }
}
