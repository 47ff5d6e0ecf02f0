import Bytes
import CascadingTable

/// A rendered page with the places of its rows, so that reloaded rows can be rendered again in place.
package struct RenderedTable: Sendable {
    /// The snapshot of the page. Rows that were rendered again keep their earlier contents in it.
    package let snapshot: PageSnapshot
    /// The bytes of the page. They share their storage with the response.
    private var page: [UInt8] = []
    /// The range of the table in the page.
    private var range: Range<Int>
    /// The offset of the first section from the beginning of the table.
    private var headEnd: Int
    /// The ranges of the rows of each section, as offsets from the beginning of the table.
    private var rows: [[Range<Int>]]

    /// Renders the table of a shared page.
    ///
    /// - Parameters:
    ///   - snapshot: The contents of the page.
    ///   - writer: A new writer. Afterwards its output is the table.
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

    /// Sets the page that contains the table.
    ///
    /// - Parameters:
    ///   - page: The bytes of the page.
    ///   - start: The number of bytes before the table. Default: 0.
    package mutating func place(in page: [UInt8], at start: Int = 0) {
        self.page = page
        range = start..<start + range.count
    }

    /// Renders the rows of an update in place.
    ///
    /// - Parameters:
    ///   - update: The reloaded rows.
    ///   - writer: A new writer. Afterwards its output is the table.
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
            // The separator before the row stays.
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

    /// A range of the table, and the written bytes that replace it.
    private struct Edit {
        var range: Range<Int>
        var written: Range<Int>
    }

    /// Writes the table with the replaced parts, which are in order.
    private func write(_ edits: [Edit], from written: [UInt8], to output: inout ByteWriter) {
        var end = range.lowerBound
        for edit in edits {
            output.raw(page, in: end..<range.lowerBound + edit.range.lowerBound)
            output.raw(written, in: edit.written)
            end = range.lowerBound + edit.range.upperBound
        }
        output.raw(page, in: end..<range.upperBound)
    }

    /// Moves the ranges of rows by the growth of the edits before them.
    private mutating func move(by edits: [Edit]) {
        var (next, shift) = (0, 0)
        Self.move(&headEnd, by: edits, &next, &shift)
        // Loops, because variables that closures change are checked at each access.
        for section in rows.indices {
            for index in rows[section].indices {
                var (start, end) = (rows[section][index].lowerBound, rows[section][index].upperBound)
                Self.move(&start, by: edits, &next, &shift)
                Self.move(&end, by: edits, &next, &shift)
                rows[section][index] = start..<end
            }
        }
    }

    private static func move(_ place: inout Int, by edits: [Edit], _ next: inout Int, _ shift: inout Int) {
        while next < edits.count, edits[next].range.upperBound <= place {
            shift += edits[next].written.count - edits[next].range.count
            next += 1
        }
        place += shift
    }

    /// An estimate of the memory in bytes besides the page.
    package var cost: Int {
        snapshot.sections.reduce(4096) { $0 + 512 + $1.rows.cost + $1.count * MemoryLayout<Range<Int>>.stride }
    }
}

extension ByteWriter {
    /// Copies a range of bytes.
    fileprivate mutating func raw(_ written: [UInt8], in range: Range<Int>) {
        written.withUnsafeBytes { append(UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
}

/// A writer that can render single rows again.
protocol PatchingTableWriter: TableWriter, ~Copyable {
    var output: ByteWriter { get set }

    /// Prepares the writer for the end of a table whose rows were copied.
    mutating func prepare(for snapshot: PageSnapshot)
}

extension JSONTableWriter: PatchingTableWriter {
    mutating func prepare(for snapshot: PageSnapshot) {}

    /// Renders a page, and returns the places of its rows.
    ///
    /// - Parameter snapshot: The contents of the page.
    package mutating func render(_ snapshot: PageSnapshot) -> RenderedTable { RenderedTable(snapshot, by: &self) }

    /// Renders the rows of an update in place.
    ///
    /// - Parameters:
    ///   - update: The reloaded rows.
    ///   - table: The rendered page.
    package mutating func render(_ update: PageSnapshot.Update, in table: inout RenderedTable) {
        table.apply(update, by: &self)
    }
}

extension HTMLTableWriter: PatchingTableWriter {
    mutating func prepare(for snapshot: PageSnapshot) { note(snapshot) }

    /// Renders a page, and returns the places of its rows.
    ///
    /// - Parameter snapshot: The contents of the page.
    package mutating func render(_ snapshot: PageSnapshot) -> RenderedTable { RenderedTable(snapshot, by: &self) }

    /// Renders the rows of an update in place.
    ///
    /// - Parameters:
    ///   - update: The reloaded rows.
    ///   - table: The rendered page.
    package mutating func render(_ update: PageSnapshot.Update, in table: inout RenderedTable) {
        table.apply(update, by: &self)
    }
}
