public import CascadingTable

/// The one traversal that asks a table for a page and tells a writer.
///
/// ```swift
/// let writing = TableWriting(of: window, in: tableView, reusing: before)
/// writing.write(to: &writer)
/// let written = writing.written(in: page, by: .json(writer))
/// ```
@TableActor
public struct TableWriting {
    public let window: TableWindow
    let tableView: TableView
    let source: WrittenRows?
    /// What is known of the page before it is written, asked for when that is needed.
    private var known: Page?
    private var sections: [WrittenRows.Section] = []
    /// Whether every row has the name that the source has at its place, where they were looked at.
    var hasKnownNames: Bool
    private var repeatsRows = false

    /// Begins a page.
    ///
    /// - Parameter source: what was written of that view before, whose rows are taken over where they have not changed.
    public init(of window: TableWindow, in tableView: TableView, reusing source: WrittenRows? = nil) {
        self.window = window
        self.tableView = tableView
        self.source = source
        hasKnownNames = source != nil
    }

    /// The rows that have to be in memory when the page is written: those that are not taken over.
    ///
    /// - Parameter numberingLines: whether the writer numbers lines.
    public mutating func rowsToAsk(numberingLines: Bool) -> [IndexPath] {
        guard source != nil else { return window.indexPaths }
        let page = page(numberingLines: numberingLines)
        guard let reuse = page.reuse else { return window.indexPaths }
        var rows: [IndexPath] = []
        for (index, part) in window.sections.enumerated() {
            let line = page.lines?.sections[part.section]
            if page.visitor.arePlain, reuse.section(index, of: part, line: line) != nil { continue }
            let known = reuse.rows(of: part, line: line)
            var place = 0
            while place < part.rows.count {
                if let known, let run = reuse.run(from: place, of: part, in: known, for: page.visitor) {
                    place += run.count
                } else {
                    rows.append(IndexPath(row: part.row(at: place), section: part.section))
                    place += 1
                }
            }
        }
        return rows
    }

    /// One object, which costs nothing to hand about.
    @TableActor
    final class Page {
        let context: WrittenRows.Context
        let visitor: VisitorMarks
        let reuse: RowReuse?
        let lines: TableLines?

        /// The page as it was known when its rows were written.
        init(of written: WrittenRows, for visitor: VisitorMarks) {
            self.visitor = visitor
            context = written.context
            reuse = nil
            lines = nil
        }

        init(_ window: TableWindow, _ tableView: TableView, _ source: WrittenRows?, numberingLines: Bool) {
            visitor = VisitorMarks(of: tableView)
            context = .init(
                columns: tableView.columns, style: tableView.appearance.style,
                language: tableView.language ?? tableView.traits.language, isEditing: visitor.isEditing,
                isArranged: window.arrangement != nil)
            reuse = source.flatMap { [context] in RowReuse(of: $0, for: context, in: tableView) }
            let canMove = visitor.isEditing && window.arrangement == nil
            lines =
                numberingLines
                ? TableLines(of: window, in: tableView) { canMove && tableView.canMoveSection($0) } : nil
        }
    }

    private mutating func page(numberingLines: Bool) -> Page {
        if let known { return known }
        let page = Page(window, tableView, source, numberingLines: numberingLines)
        known = page
        return page
    }

    /// Asks for each header, cell, height and name once, in reading order, and writes them.
    ///
    /// Rows that have to be loaded are loaded before (`prefetch(rowsAt:)`).
    public mutating func write(to writer: inout some TableWriter & ~Copyable) { write(page: &writer) }

    private mutating func write<Writer: TableWriter & ~Copyable>(page writer: inout Writer) {
        repeatsRows = Writer.repeatsRows
        sections.reserveCapacity(window.sections.count)
        let page = page(numberingLines: Writer.numbersLines)
        writer.beginTable(head(page))
        var names: Set<String> = []
        for (index, part) in window.sections.enumerated() {
            if page.visitor.arePlain, let reuse = page.reuse,
                let section = reuse.section(index, of: part, line: page.lines?.sections[part.section])
            {
                takeOver(section, from: reuse.source, to: &writer)
            } else {
                write(part, page, to: &writer)
            }
            if !names.insert(sections[index].identifier).inserted {
                report("Several sections of a page have that of section \(part.section).", at: nil)
            }
        }
        writer.endTable()
        if !hasKnownNames { checkIdentifiers() }
    }

    // Where the writer is known the traversal is made for it, as it cannot be from another module.

    public mutating func write(to writer: inout HTMLTableWriter) { write(page: &writer) }
    public mutating func write(to writer: inout JSONTableWriter) { write(page: &writer) }
    public mutating func write(to writer: inout NDJSONTableWriter) { write(page: &writer) }

    /// What was written, for the next page to take it over; nil where it may not.
    ///
    /// - Parameters:
    ///   - page: what the table has become a part of, and where the revision stands in it.
    ///   - offset: where the table begins in it.
    public func written(
        in page: StampedBytes, from offset: Int = 0, by writer: consuming PageWriter
    ) -> WrittenRows? {
        // Where the request decided about more than single rows, it may have decided which rows there are.
        guard repeatsRows, let known, tableView.commonReads.isSubset(of: .traits) else { return nil }
        return WrittenRows(
            context: known.context, lines: known.lines, revision: tableView.revision, sections: sections, page: page,
            offset: offset,
            writer: writer)
    }

    private func head(_ page: Page) -> TableHead {
        let total = tableView.numberOfRows
        var windowCount = 0
        for part in window.sections { windowCount += part.rows.count }
        return TableHead(
            title: tableView.title, columns: page.context.columns, revision: tableView.revision,
            count: window.arrangement?.count ?? total, query: window.arrangement?.query,
            total: total, queryOptions: tableView.queryOptions,
            queryColumns: tableView.queryColumns, offset: window.offset,
            windowCount: windowCount, lineCount: page.lines?.count,
            appearance: tableView.appearance, isEditing: page.visitor.isEditing,
            sectionIndex: tableView.sectionIndex.filter { entry in
                window.arrangement.map { $0.section(entry.section) != nil } ?? true
            }, canRefresh: tableView.refreshHandler != nil, language: page.context.language,
            multipleSelection: tableView.allowsMultipleSelection
                ? .init(limit: tableView.selectionLimit, count: tableView.numberOfSelectedRows) : nil)
    }

    private mutating func takeOver(
        _ section: WrittenRows.Section, from source: WrittenRows, to writer: inout some TableWriter & ~Copyable
    ) {
        var section = section
        let start = writer.count
        source.withBytes(section.start..<section.end) {
            writer.section(
                repeating: $0, index: section.part.section, identifier: section.identifier, heights: section.heights)
        }
        (section.start, section.end) = (start, writer.count)
        sections.append(section)
    }

    private mutating func write(
        _ part: TableWindow.Section, _ page: Page, to writer: inout some TableWriter & ~Copyable
    ) {
        let rowCount = tableView.numberOfRows(inSection: part.section)
        var written = WrittenRows.Section(
            part: part, identifier: tableView.identifier(forSection: part.section),
            line: page.lines?.sections[part.section], start: writer.count, end: 0)
        let head = begin(written, count: part.count ?? rowCount, page, to: &writer)
        writeRows(of: part, count: rowCount, page, into: &written, to: &writer)
        let foot = end(head, part, to: &writer)
        written.headerHeight = head.writtenHeight
        written.footerHeight = foot.writtenHeight
        written.end = writer.count
        sections.append(written)
    }

    /// Asks for what stands above a section, and writes it.
    func begin(
        _ section: WrittenRows.Section, count: Int, _ page: Page, to writer: inout some TableWriter & ~Copyable
    ) -> SectionHead {
        let index = section.part.section
        let header = tableView.headerView(forSection: index)
        let head = SectionHead(
            index: index, identifier: section.identifier, header: header,
            height: tableView.height(forHeaderInSection: index), count: count, offset: section.part.rows.lowerBound,
            moves: moves(ofSection: index, page), line: section.line)
        if let header { tableView.delegate?.tableView(tableView, willDisplayHeaderView: header, forSection: index) }
        writer.beginSection(head)
        return head
    }

    /// Asks for what stands below a section, and writes it.
    func end(
        _ head: SectionHead, _ part: TableWindow.Section, to writer: inout some TableWriter & ~Copyable
    ) -> SectionFoot {
        let (index, delegate) = (head.index, tableView.delegate)
        // The footer belongs to the last row, so a page that ends before it does not show it.
        let footer = part.rows.upperBound == head.count ? tableView.footerView(forSection: index) : nil
        let foot = SectionFoot(footer: footer, height: tableView.height(forFooterInSection: index))
        if let footer { delegate?.tableView(tableView, willDisplayFooterView: footer, forSection: index) }
        writer.endSection(foot)
        if let header = head.header {
            delegate?.tableView(tableView, didEndDisplayingHeaderView: header, forSection: index)
        }
        if let footer { delegate?.tableView(tableView, didEndDisplayingFooterView: footer, forSection: index) }
        return foot
    }

    func moves(ofSection section: Int, _ page: Page) -> Moves<Int>? {
        guard page.visitor.isEditing, !page.context.isArranged, tableView.canMoveSection(section) else { return nil }
        return Moves(
            up: section > 0 ? section - 1 : nil, down: section + 1 < tableView.numberOfSections ? section + 1 : nil)
    }

    /// Reports names that several rows of the page have.
    private func checkIdentifiers() {
        var identifiers: Set<String> = []
        identifiers.reserveCapacity(sections.reduce(0) { $0 + $1.rows.count })
        for section in sections {
            for (row, indexPath) in zip(section.rows, section.part.indexPaths)
            where !identifiers.insert(row.identifier).inserted {
                report("Several rows of a page have the identifier \(row.identifier).", at: indexPath)
            }
        }
    }

    private func report(_ message: String, at indexPath: IndexPath?) {
        tableView.anomalies.report(Anomaly(.duplicateIdentifier, message, indexPath: indexPath))
    }
}
