import FoundationEssentials

/// What the data source and the delegate have answered, kept until it is reloaded.
///
/// An object, as is what else is looked at for every question: its parts are read and changed one at a time.
@TableActor
final class DataSourceCache {
    /// What of a request they were made from; where anything was read they hold for that request alone.
    var reads: TableRequest.Reads = []
    var columns: [TableViewColumn]?
    /// The columns that the first cells of a table without columns have.
    var queryColumns: [TableViewColumn]?
    var sectionCount: Int?
    var sectionIndex: [(title: String, section: Int)]?
    /// The row that is named, or that none is; nil while nobody has asked.
    var preferredFocusedRow: IndexPath??
    /// Whether the rows of all sections were counted.
    var countsAllRows: Bool?
    /// By section.
    var layouts: [Int: SectionLayout] = [:]
    /// By section, as far as sections were asked; unknown where one before them was not.
    // Taken out, changed and put back: what is changed in place is looked up among all that is being changed.
    private var rowCounts: [Int] = []
    private static let unknown = -1

    func rowCount(ofSection section: Int) -> Int? {
        guard section < rowCounts.count, rowCounts[section] != Self.unknown else { return nil }
        return rowCounts[section]
    }

    func keep(rowCount: Int, ofSection section: Int) {
        var counts = rowCounts
        rowCounts = []
        while counts.count < section { counts.append(Self.unknown) }
        if counts.count == section { counts.append(rowCount) } else { counts[section] = rowCount }
        rowCounts = counts
    }

    /// The rows of each section; nil where not all of them have been asked for.
    var allRowCounts: [Int]? {
        guard rowCounts.count == sectionCount, !rowCounts.contains(Self.unknown) else { return nil }
        return rowCounts
    }

    /// Keeps what was known of all sections before, once they have been asked again.
    func keep(rowCounts: [Int]) {
        self.rowCounts = rowCounts
        sectionCount = rowCounts.count
    }

    func forget() {
        reads = []
        columns = nil
        queryColumns = nil
        sectionCount = nil
        sectionIndex = nil
        preferredFocusedRow = nil
        countsAllRows = nil
        if !layouts.isEmpty { layouts = [:] }
        rowCounts = []
    }
}
