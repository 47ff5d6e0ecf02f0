public import CascadingTable

/// The one traversal that asks a table for a page and tells a writer.
///
/// ```swift
/// let writing = TableWriting(of: window, in: tableView, reusing: before)
/// writing.write(to: &writer)
/// let written = writing.written(in: page)
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

    /// What was written, for the next page to take rows over; nil where none may be.
    ///
    /// - Parameter bytes: those that the table has become a part of.
    /// - Parameter offset: where it begins in them.
    public func written(in bytes: [UInt8], from offset: Int = 0) -> WrittenRows? {
        // Where the request decided about more than single rows, it may have decided which rows there are.
        guard repeatsRows, let known, tableView.commonReads.isSubset(of: .traits) else { return nil }
        return WrittenRows(
            context: known.context, revision: tableView.revision, sections: sections, page: bytes, offset: offset)
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
        let section = part.section
        let delegate = tableView.delegate
        let rowCount = tableView.numberOfRows(inSection: section)
        let count = part.count ?? rowCount
        var written = WrittenRows.Section(
            part: part, identifier: tableView.identifier(forSection: section), line: page.lines?.sections[section],
            start: writer.count, end: 0)
        let header = tableView.headerView(forSection: section)
        let headerHeight = tableView.height(forHeaderInSection: section)
        let moves = moves(ofSection: section, page)
        if let header { delegate?.tableView(tableView, willDisplayHeaderView: header, forSection: section) }
        writer.beginSection(
            SectionHead(
                index: section, identifier: written.identifier, header: header, height: headerHeight, count: count,
                offset: part.rows.lowerBound, moves: moves, line: written.line))
        writeRows(of: part, count: rowCount, page, into: &written, to: &writer)
        // The footer belongs to the last row, so a page that ends before it does not show it.
        let footer = part.rows.upperBound == count ? tableView.footerView(forSection: section) : nil
        let footerHeight = tableView.height(forFooterInSection: section)
        if let footer { delegate?.tableView(tableView, willDisplayFooterView: footer, forSection: section) }
        writer.endSection(SectionFoot(footer: footer, height: footerHeight))
        if let header { delegate?.tableView(tableView, didEndDisplayingHeaderView: header, forSection: section) }
        if let footer { delegate?.tableView(tableView, didEndDisplayingFooterView: footer, forSection: section) }
        // A header or footer of no height is as high as its content.
        if header != nil || moves != nil, headerHeight != 0 { written.note(headerHeight) }
        if footer != nil, footerHeight != 0 { written.note(footerHeight) }
        written.end = writer.count
        sections.append(written)
    }

    func moves(ofSection section: Int, _ page: Page) -> Moves<Int>? {
        guard page.visitor.isEditing, !page.context.isArranged, tableView.canMoveSection(section) else { return nil }
        return Moves(
            up: section > 0 ? section - 1 : nil, down: section + 1 < tableView.numberOfSections ? section + 1 : nil)
    }

    /// Reports names that several rows of the page have.
    private func checkIdentifiers() {
        var identifiers: Set<String> = []
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
