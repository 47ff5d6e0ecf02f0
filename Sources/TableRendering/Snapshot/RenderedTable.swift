import Bytes
import CascadingTable

/// Where the table and its rows are in a page that was rendered. Rows that were reloaded are rendered again in their
/// places.
public struct RenderedTable: Sendable {
    /// What it was rendered from. Rows that were rendered again are as before in it.
    public let snapshot: PageSnapshot
    /// The bytes of the page. They are those that are sent, not a copy.
    private var page: [UInt8] = []
    /// Where the table is in the page.
    private var range: Range<Int>
    /// Where what comes before the sections ends, counted from the beginning of the table.
    private var headEnd: Int
    /// The places of the rows of each section, counted from the beginning of the table.
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
        range = 0..<writer.output.count
    }

    /// Says which page the table is in, once that has been written.
    ///
    /// - Parameter start: The number of bytes before the table.
    public mutating func place(in page: [UInt8], at start: Int = 0) {
        self.page = page
        range = start..<start + range.count
    }

    /// Renders the rows of an update in their places.
    ///
    /// - Parameter writer: A writer that has written nothing, which then has written the table.
    mutating func apply<Writer: PatchingTableWriter & ~Copyable>(_ update: PageSnapshot.Update, by writer: inout Writer)
    {
        var edits: [Edit] = []
        writer.beginTable(update.head)
        edits.append(Edit(range: 0..<headEnd, written: 0..<writer.output.count))
        for row in update.rows {
            writer.beginSection(row.snapshot.head)
            let start = writer.output.count
            writer.row(row.snapshot.row(at: 0))
            var place = rows[row.section][row.index]
            // What separates the row from the one before stays.
            if page[range.lowerBound + place.lowerBound] == UInt8(ascii: ",") {
                place = place.lowerBound + 1..<place.upperBound
            }
            edits.append(Edit(range: place, written: start..<writer.output.count))
        }
        let written = writer.output.take()
        writer.prepare(for: snapshot)
        write(edits, from: written, to: &writer.output)
        range = 0..<writer.output.count
        move(by: edits)
    }

    /// A part of the table, and the bytes that replace it.
    private struct Edit {
        var range: Range<Int>
        var written: Range<Int>
    }

    /// Writes the table with parts replaced, which are given in order.
    private func write(_ edits: [Edit], from written: [UInt8], to output: inout ByteWriter) {
        var end = range.lowerBound
        for edit in edits {
            output.raw(page, in: end..<range.lowerBound + edit.range.lowerBound)
            output.raw(written, in: edit.written)
            end = range.lowerBound + edit.range.upperBound
        }
        output.raw(page, in: end..<range.upperBound)
    }

    /// Moves the places of rows by how much the edits that end before them have grown.
    private mutating func move(by edits: [Edit]) {
        var (next, shift) = (0, 0)
        func moved(_ place: Int) -> Int {
            while next < edits.count, edits[next].range.upperBound <= place {
                shift += edits[next].written.count - edits[next].range.count
                next += 1
            }
            return place + shift
        }
        headEnd = moved(headEnd)
        rows = rows.map { section in
            section.map { row in
                let start = moved(row.lowerBound)
                return start..<moved(row.upperBound)
            }
        }
    }

    /// Bytes of memory besides those of the page, about.
    public var cost: Int {
        snapshot.sections.reduce(4096) { $0 + 512 + $1.rows.cost + $1.count * MemoryLayout<Range<Int>>.stride }
    }
}

extension ByteWriter {
    /// Copies a part of bytes that were written before.
    fileprivate mutating func raw(_ written: [UInt8], in range: Range<Int>) {
        written.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}

/// A writer by which rows can be rendered again.
protocol PatchingTableWriter: TableWriter, ~Copyable {
    var output: ByteWriter { get set }

    /// Prepares for the end of a table whose rows are copied.
    mutating func prepare(for snapshot: PageSnapshot)
}

extension JSONTableWriter: PatchingTableWriter {
    mutating func prepare(for snapshot: PageSnapshot) {}

    /// Renders a page, and keeps where its rows are.
    public mutating func render(_ snapshot: PageSnapshot) -> RenderedTable { RenderedTable(snapshot, by: &self) }

    /// Renders the rows of an update.
    public mutating func render(_ update: PageSnapshot.Update, in table: inout RenderedTable) {
        table.apply(update, by: &self)
    }
}

extension HTMLTableWriter: PatchingTableWriter {
    mutating func prepare(for snapshot: PageSnapshot) { note(snapshot) }

    /// Renders a page, and keeps where its rows are.
    public mutating func render(_ snapshot: PageSnapshot) -> RenderedTable { RenderedTable(snapshot, by: &self) }

    /// Renders the rows of an update.
    public mutating func render(_ update: PageSnapshot.Update, in table: inout RenderedTable) {
        table.apply(update, by: &self)
    }
}
