import FoundationEssentials

/// What the data source and the delegate have answered, kept until it is reloaded.
struct Answers {
    /// What of a request they were made from; where anything was read they hold for that request alone.
    var reads: TableRequest.Reads = []
    var sectionCount: Int?
    var sectionIndex: [(title: String, section: Int)]?
    /// The row that is named, or that none is; nil while nobody has asked.
    var preferredFocusedRow: IndexPath??
    /// By section.
    var layouts: [Int: SectionLayout] = [:]
    /// By section, as far as sections were asked; less than 0 where one before them was not.
    private var rowCounts: [Int] = []

    func rowCount(ofSection section: Int) -> Int? {
        guard section < rowCounts.count, rowCounts[section] >= 0 else { return nil }
        return rowCounts[section]
    }

    mutating func keep(rowCount: Int, ofSection section: Int) {
        while rowCounts.count <= section { rowCounts.append(-1) }
        rowCounts[section] = rowCount
    }

    /// The rows of each section; nil where not all of them have been asked for.
    var allRowCounts: [Int]? {
        guard rowCounts.count == sectionCount, !rowCounts.contains(where: { $0 < 0 }) else { return nil }
        return rowCounts
    }

    mutating func forget() {
        reads = []
        sectionCount = nil
        sectionIndex = nil
        preferredFocusedRow = nil
        if !layouts.isEmpty { layouts = [:] }
        rowCounts.removeAll(keepingCapacity: true)
    }
}
