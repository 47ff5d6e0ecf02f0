import CascadingTable

/// Telling a writer, in reading order.
extension AskedPage {
    /// - Returns: where it was written, for ``written(_:in:from:by:)``; nothing of a writer that does not repeat rows.
    @discardableResult
    public func write(to writer: inout some TableWriter & ~Copyable) -> WrittenSections { write(page: &writer) }

    // Where the writer is known the traversal is made for it, as it cannot be from another module.

    @discardableResult
    public func write(to writer: inout HTMLTableWriter) -> WrittenSections { write(page: &writer) }
    @discardableResult
    public func write(to writer: inout JSONTableWriter) -> WrittenSections { write(page: &writer) }
    @discardableResult
    public func write(to writer: inout NDJSONTableWriter) -> WrittenSections { write(page: &writer) }

    private func write<Writer: TableWriter & ~Copyable>(page writer: inout Writer) -> WrittenSections {
        var written: [WrittenRows.Section] = []
        if Writer.repeatsRows { written.reserveCapacity(sections.count) }
        writer.beginTable(head)
        for part in sections {
            let section =
                switch part {
                case .repeated(let section): repeating(section, to: &writer)
                case .asked(let section): write(section, to: &writer)
                }
            if Writer.repeatsRows { written.append(section) }
        }
        writer.endTable()
        return WrittenSections(written)
    }

    private func repeating(
        _ section: WrittenRows.Section, to writer: inout some TableWriter & ~Copyable
    ) -> WrittenRows.Section {
        var section = section
        let start = writer.count
        source?.withBytes(section.start..<section.end) {
            writer.section(
                repeating: $0, index: section.outline.part.section, identifier: section.outline.identifier,
                heights: section.heights)
        }
        (section.start, section.end) = (start, writer.count)
        return section
    }

    private func write<Writer: TableWriter & ~Copyable>(
        _ section: Section, to writer: inout Writer
    ) -> WrittenRows.Section {
        var written = WrittenRows.Section(
            outline: section.runs.isEmpty ? section.outline : section.outline.withoutNames, start: writer.count, end: 0)
        if Writer.repeatsRows { written.rows.reserveCapacity(section.outline.part.rows.count) }
        writer.beginSection(section.head)
        var next = 0
        for run in section.runs {
            write(section.rows, next..<run.place, into: &written, to: &writer)
            next = run.place
            repeating(run, into: &written, to: &writer)
        }
        write(section.rows, next..<section.rows.count, into: &written, to: &writer)
        writer.endSection(section.foot)
        written.end = writer.count
        return written
    }

    private func write<Writer: TableWriter & ~Copyable>(
        _ rows: AskedRows, _ range: Range<Int>, into section: inout WrittenRows.Section, to writer: inout Writer
    ) {
        guard let first = range.first else { return }
        // One row that goes on, for each is counted as a part of them.
        var row = rows[first]
        for index in range {
            if index != first { row.advance() }
            let start = writer.count
            writer.row(row)
            guard Writer.repeatsRows else { continue }
            section.append(
                .init(
                    height: row.height, start: start - section.start, end: writer.count - section.start,
                    marks: row.marks, isPersonal: row.isPersonal))
            if section.outline.names !== rows.names { section.outline.names.append(row.identifier) }
        }
    }

    private func repeating(
        _ run: Run, into section: inout WrittenRows.Section, to writer: inout some TableWriter & ~Copyable
    ) {
        let rows = run.section.rows
        let (start, end) = (rows[run.rows.lowerBound].start, rows[run.rows.upperBound - 1].end)
        let shift = writer.count - section.start - start
        var heights: [Height] = []
        for place in run.rows {
            var row = rows[place]
            row.start += shift
            row.end += shift
            if row.height != .automatic, !heights.contains(row.height) { heights.append(row.height) }
            section.append(row)
            section.outline.names.append(run.section.outline.names[place])
        }
        source?.withBytes(run.section.start + start..<run.section.start + end) {
            writer.rows(repeating: $0, count: run.rows.count, heights: heights)
        }
    }

    /// What was written, for the next page to take it over; nil where it may not.
    ///
    /// - Parameters:
    ///   - sections: where its sections were written.
    ///   - bytes: what the table has become a part of.
    ///   - stamps: where the number of the revision stands in it, in order.
    ///   - offset: where the table begins in it.
    ///   - format: what it is written in.
    public func written(
        _ sections: consuming WrittenSections, in bytes: [UInt8], stamps: [Range<Int>],
        from offset: Int = 0, as format: PageFormat
    ) -> WrittenRows? {
        guard canBeTakenOver else { return nil }
        return WrittenRows(
            context: context, head: head, lines: lines, sections: sections.sections, bytes: bytes,
            stamps: stamps, offset: offset, format: format)
    }
}

/// Where the sections of a page were written.
public struct WrittenSections: Sendable {
    let sections: [WrittenRows.Section]

    init(_ sections: [WrittenRows.Section]) { self.sections = sections }

    /// Those of a page that is still to be written.
    public init() { sections = [] }
}

extension SectionOutline {
    /// For rows of which some stand as they were written.
    fileprivate var withoutNames: SectionOutline {
        SectionOutline(part: part, head: head, foot: foot, names: RowNames(capacity: part.rows.count))
    }
}

extension WrittenRows.Section {
    fileprivate mutating func append(_ row: consuming WrittenRows.Row) {
        if row.height != .automatic, !rowHeights.contains(row.height) { rowHeights.append(row.height) }
        if row.isPersonal || row.marks.rawValue != 0 { isCommon = false }
        rows.append(row)
    }
}
