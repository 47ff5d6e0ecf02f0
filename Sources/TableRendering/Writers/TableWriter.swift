public import CascadingTable

/// Writes a table in one representation; told what is there in reading order by the one traversal there is.
///
/// A writer is asked nothing and asks nothing: what it is given is all that any representation shows, so no two can
/// disagree.
public protocol TableWriter {
    mutating func beginTable(_ head: TableHead)
    mutating func beginSection(_ head: SectionHead)
    mutating func row(_ row: TableRow)
    mutating func endSection(_ foot: SectionFoot)
    mutating func endTable()
}

/// What is known of a table before its first section.
public struct TableHead: Sendable {
    public var title: String
    public var columns: [TableViewColumn]
    public var revision: UInt64
    /// The rows of all sections, also of those that are not written.
    public var count: Int
    /// How many rows come before the first that is written.
    public var offset: Int
    /// How many rows are written.
    public var windowCount: Int
}

/// What is known of a section before its first row.
public struct SectionHead: Sendable {
    public var index: Int
    public var identifier: String
    public var header: TableViewHeaderFooterView?
    public var height: Height
    /// Its rows, also those that are not written.
    public var count: Int
}

public struct TableRow: Sendable {
    public var indexPath: IndexPath
    public var identifier: String
    public var height: Height
    public var cell: TableViewCell
    public var isSelectable: Bool
    public var isSelected: Bool
    public var indentationLevel: Int
}

public struct SectionFoot: Sendable {
    public var footer: TableViewHeaderFooterView?
    public var height: Height
}
