import CascadingTable

/// Telling a writer, in reading order.
extension AskedPage {
    public mutating func write(to writer: inout some TableWriter & ~Copyable) { write(page: &writer) }

    // Where the writer is known the traversal is made for it, as it cannot be from another module.

    public mutating func write(to writer: inout HTMLTableWriter) { write(page: &writer) }
    public mutating func write(to writer: inout JSONTableWriter) { write(page: &writer) }
    public mutating func write(to writer: inout NDJSONTableWriter) { write(page: &writer) }

    private mutating func write<Writer: TableWriter & ~Copyable>(page writer: inout Writer) {
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
        self.written = written
    }

    private func repeating(
        _ section: WrittenRows.Section, to writer: inout some TableWriter & ~Copyable
    ) -> WrittenRows.Section {
        var section = section
        let start = writer.count
        source?.withBytes(section.start..<section.end) {
            writer.section(
                repeating: $0, index: section.part.section, identifier: section.identifier, heights: section.heights)
        }
        (section.start, section.end) = (start, writer.count)
        return section
    }

    private func write<Writer: TableWriter & ~Copyable>(
        _ section: Section, to writer: inout Writer
    ) -> WrittenRows.Section {
        var written = WrittenRows.Section(
            part: section.part, start: writer.count, end: 0, edges: .init(section.head, section.foot))
        if Writer.repeatsRows { written.rows.reserveCapacity(section.part.rows.count) }
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
        for index in range {
            let row = rows[index]
            let start = writer.count
            writer.row(row)
            guard Writer.repeatsRows else { continue }
            section.append(
                .init(
                    identifier: row.identifier, height: row.height, start: start - section.start,
                    end: writer.count - section.start, marks: row.marks, isPersonal: row.isPersonal))
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
        }
        source?.withBytes(run.section.start + start..<run.section.start + end) {
            writer.rows(repeating: $0, count: run.rows.count, heights: heights)
        }
    }

    /// What was written, for the next page to take it over; nil where it may not.
    ///
    /// - Parameters:
    ///   - page: what the table has become a part of, and where the revision stands in it.
    ///   - offset: where the table begins in it.
    public func written(
        in page: StampedBytes, from offset: Int = 0, by writer: consuming PageWriter
    ) -> WrittenRows? {
        guard canBeTakenOver else { return nil }
        return WrittenRows(
            context: context, lines: lines, revision: revision, sections: written, page: page, offset: offset,
            writer: writer)
    }
}

extension WrittenRows.Section {
    fileprivate mutating func append(_ row: consuming WrittenRows.Row) {
        if row.height != .automatic, !rowHeights.contains(row.height) { rowHeights.append(row.height) }
        if row.isPersonal || row.marks.rawValue != 0 { isCommon = false }
        rows.append(row)
    }
}
