import CascadingTable

/// A table as it was rendered for a page, and the place of each row in it. Rows that were reloaded are rendered again in
/// their places.
public struct RenderedTable: Sendable {
    /// The table, without the page around it.
    public private(set) var bytes: [UInt8]
    /// What it was rendered from. Rows that were rendered again are as before in it.
    public let snapshot: PageSnapshot
    /// Where what comes before the sections ends.
    private var headEnd: Int
    /// The places of the rows of each section.
    private var rows: [[Range<Int>]]

    /// Renders the table of a page that is everybody's.
    ///
    /// - Parameter writer: A writer that has written nothing, which then has written the table.
    init<Writer: PatchingTableWriter & ~Copyable>(_ snapshot: PageSnapshot, by writer: inout Writer) {
        self.snapshot = snapshot
        writer.beginTable(snapshot.head)
        headEnd = writer.output.count
        rows = []
        rows.reserveCapacity(snapshot.sections.count)
        for section in snapshot.sections {
            writer.beginSection(section.head)
            var places: [Range<Int>] = []
            places.reserveCapacity(section.count)
            for index in 0..<section.count {
                let start = writer.output.count
                writer.row(section.row(at: index))
                places.append(start..<writer.output.count)
            }
            rows.append(places)
            writer.endSection(section.foot)
        }
        writer.endTable()
        bytes = writer.output.bytes
    }

    /// Renders the rows of an update in their places.
    ///
    /// - Parameter writer: A writer that has written nothing, which then has written the table.
    mutating func apply<Writer: PatchingTableWriter & ~Copyable>(_ update: PageSnapshot.Update, by writer: inout Writer)
    {
        var edits: [(range: Range<Int>, written: Range<Int>)] = []
        writer.beginTable(update.head)
        edits.append((0..<headEnd, 0..<writer.output.count))
        for row in update.rows {
            writer.beginSection(row.snapshot.head)
            let start = writer.output.count
            writer.row(row.snapshot.row(at: 0))
            var place = rows[row.section][row.index]
            // What separates the row from the one before stays.
            if bytes[place.lowerBound] == UInt8(ascii: ",") { place = place.lowerBound + 1..<place.upperBound }
            edits.append((place, start..<writer.output.count))
        }
        replace(edits, from: writer.output.bytes)
        writer.replaceOutput(by: bytes, of: snapshot)
    }

    /// Replaces parts, given in order, and moves the places of rows with them.
    private mutating func replace(_ edits: [(range: Range<Int>, written: Range<Int>)], from written: [UInt8]) {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + written.count)
        var end = 0
        for edit in edits {
            result += bytes[end..<edit.range.lowerBound]
            result += written[edit.written]
            end = edit.range.upperBound
        }
        result += bytes[end...]
        bytes = result
        // A place moves by how much the edits that end before it have grown.
        var (next, shift) = (0, 0)
        func moved(_ place: Int) -> Int {
            while next < edits.count, edits[next].range.upperBound <= place {
                shift += edits[next].written.count - edits[next].range.count
                next += 1
            }
            return place + shift
        }
        headEnd = moved(headEnd)
        for section in rows.indices {
            for index in rows[section].indices {
                let row = rows[section][index]
                let start = moved(row.lowerBound)
                rows[section][index] = start..<moved(row.upperBound)
            }
        }
    }

    /// Bytes of memory, about.
    public var cost: Int {
        bytes.count
            + snapshot.sections.reduce(4096) { $0 + 512 + $1.rows.cost + $1.count * MemoryLayout<Range<Int>>.stride }
    }
}

/// A writer by which rows can be rendered again.
protocol PatchingTableWriter: TableWriter, ~Copyable {
    var output: ByteWriter { get set }

    /// Takes the table as it is in place of what was written.
    mutating func replaceOutput(by table: [UInt8], of snapshot: PageSnapshot)
}

extension JSONTableWriter: PatchingTableWriter {
    mutating func replaceOutput(by table: [UInt8], of snapshot: PageSnapshot) {
        output.removeAll()
        output.raw(table)
    }

    /// Renders a page, and keeps where its rows are.
    public mutating func render(_ snapshot: PageSnapshot) -> RenderedTable { RenderedTable(snapshot, by: &self) }

    /// Renders the rows of an update.
    public mutating func render(_ update: PageSnapshot.Update, in table: inout RenderedTable) {
        table.apply(update, by: &self)
    }
}

extension HTMLTableWriter: PatchingTableWriter {
    mutating func replaceOutput(by table: [UInt8], of snapshot: PageSnapshot) {
        output.removeAll()
        output.raw(table)
        note(snapshot)
    }

    /// Renders a page, and keeps where its rows are.
    public mutating func render(_ snapshot: PageSnapshot) -> RenderedTable { RenderedTable(snapshot, by: &self) }

    /// Renders the rows of an update.
    public mutating func render(_ update: PageSnapshot.Update, in table: inout RenderedTable) {
        table.apply(update, by: &self)
    }
}
