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
    private let tableView: TableView
    private let source: WrittenRows?
    /// What is known of the page before it is written, asked for when that is needed.
    private var known: Page?
    private var sections: [WrittenRows.Section] = []
    private var rows: [WrittenRows.Row] = []
    /// Whether every row has the name that the source has at its place, where they were looked at.
    private var hasKnownNames: Bool
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
        for part in window.sections {
            let known = reuse.rows(of: part, line: page.lines?.sections[part.section])
            var place = 0
            while place < part.rows.count {
                if let known, let run = run(from: place, of: part, known, reuse, page.visitor) {
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
    private final class Page {
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
        var count = 0
        for part in window.sections { count += part.rows.count }
        rows.reserveCapacity(count)
        let page = page(numberingLines: Writer.numbersLines)
        writer.beginTable(head(page))
        var names: Set<String> = []
        for part in window.sections {
            let name = tableView.identifier(forSection: part.section)
            if !names.insert(name).inserted {
                report("Several sections of a page have that of section \(part.section).", at: nil)
            }
            write(part, identifier: name, page, to: &writer)
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
            context: known.context, revision: tableView.revision, sections: sections, rows: rows, page: bytes,
            offset: offset)
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

    private mutating func write(
        _ part: TableWindow.Section, identifier: String, _ page: Page, to writer: inout some TableWriter & ~Copyable
    ) {
        let section = part.section
        let delegate = tableView.delegate
        let rowCount = tableView.numberOfRows(inSection: section)
        let count = part.count ?? rowCount
        let line = page.lines?.sections[section]
        let header = tableView.headerView(forSection: section)
        if let header { delegate?.tableView(tableView, willDisplayHeaderView: header, forSection: section) }
        writer.beginSection(
            SectionHead(
                index: section, identifier: identifier, header: header,
                height: tableView.height(forHeaderInSection: section), count: count, offset: part.rows.lowerBound,
                moves: moves(ofSection: section, page), line: line))
        writeRows(of: part, count: rowCount, line: line, page, to: &writer)
        // The footer belongs to the last row, so a page that ends before it does not show it.
        let footer = part.rows.upperBound == count ? tableView.footerView(forSection: section) : nil
        if let footer { delegate?.tableView(tableView, willDisplayFooterView: footer, forSection: section) }
        writer.endSection(SectionFoot(footer: footer, height: tableView.height(forFooterInSection: section)))
        if let header { delegate?.tableView(tableView, didEndDisplayingHeaderView: header, forSection: section) }
        if let footer { delegate?.tableView(tableView, didEndDisplayingFooterView: footer, forSection: section) }
    }

    private mutating func writeRows(
        of part: TableWindow.Section, count: Int, line: Int?, _ page: Page,
        to writer: inout some TableWriter & ~Copyable
    ) {
        let start = rows.count
        let rowHeight = tableView.heightForEveryRow(inSection: part.section)
        let reuse = page.reuse
        let known = reuse?.rows(of: part, line: line)
        let before = source?.section(of: part)?.rows ?? 0..<0
        var place = 0
        tableView.beginRows()
        while place < part.rows.count {
            if let known, let reuse, let run = run(from: place, of: part, known, reuse, page.visitor) {
                takeOver(run, from: reuse.source, to: &writer)
                place += run.count
                continue
            }
            let row = part.row(at: place)
            if row < count {
                write(
                    .init(section: part.section, row: row), height: rowHeight,
                    before: place < before.count ? before.lowerBound + place : nil, page, to: &writer)
            }
            place += 1
        }
        tableView.endRows()
        sections.append(.init(part: part, line: line, rows: start..<rows.count))
    }

    /// The rows from that place of a part on that stand as they were written, where they are in the source; nil for none.
    private func run(
        from first: Int, of part: TableWindow.Section, _ known: RowReuse.Rows, _ reuse: RowReuse,
        _ visitor: VisitorMarks
    ) -> Range<Int>? {
        guard let start = reuse.place(first, in: known) else { return nil }
        var end = start
        var place = first
        while place < part.rows.count, let next = reuse.place(place, in: known) {
            let row = part.row(at: place)
            guard reuse.holds(next, ofRow: row, in: known),
                visitor.shows(reuse.source.rows[next], section: part.section, row: row)
            else { break }
            place += 1
            end = next + 1
        }
        return end > start ? start..<end : nil
    }

    private mutating func takeOver(
        _ run: Range<Int>, from source: WrittenRows, to writer: inout some TableWriter & ~Copyable
    ) {
        let shift = writer.count - source.rows[run.lowerBound].start
        var heights: [Height] = []
        for place in run {
            var row = source.rows[place]
            row.start += shift
            row.end += shift
            if row.height != .automatic, !heights.contains(row.height) { heights.append(row.height) }
            rows.append(row)
        }
        source.withBytes(of: run) { writer.rows(repeating: $0, count: run.count, heights: heights) }
    }

    /// - Parameter before: the place in the source of the row that was there before.
    private mutating func write(
        _ place: TableRow.Place, height: Height?, before: Int?, _ page: Page,
        to writer: inout some TableWriter & ~Copyable
    ) {
        let start = writer.count
        let questions = tableView.questions(forRowAt: IndexPath(row: place.row, section: place.section))
        guard let cell = questions.cell else { return }
        let identifier = questions.identifier
        let height = height ?? questions.height
        let marks = page.visitor.marks(ofRow: identifier, section: place.section, row: place.row)
        questions.willDisplay(cell)
        writer.row(answers(questions, place, page, identifier: identifier, height: height, cell: cell, marks: marks))
        questions.didEndDisplaying(cell)
        if hasKnownNames { hasKnownNames = before.map { source?.rows[$0].identifier == identifier } ?? false }
        rows.append(
            .init(
                identifier: identifier, height: height, start: start, end: writer.count, marks: marks,
                isPersonal: !tableView.takeRowReads().isSubset(of: .traits)))
    }

    private func answers(
        _ questions: RowQuestions, _ place: TableRow.Place, _ page: Page, identifier: String, height: Height,
        cell: TableViewCell, marks: RowMarks
    ) -> TableRow {
        let isEnabled = cell.isEnabled
        return TableRow(
            place: place, identifier: identifier, height: height, cell: cell,
            isSelectable: isEnabled && questions.isHighlightable, isSelected: marks.contains(.selected),
            isFocusable: isEnabled && questions.isFocusable,
            isPreferredForFocus: isEnabled && marks.contains(.preferredForFocus),
            indentationLevel: questions.indentationLevel,
            actions: isEnabled ? questions.actions : TableView.RowActions(),
            menuActions: isEnabled ? questions.menuActions : [],
            expansion: isEnabled ? questions.expansion : nil, isExpanded: marks.contains(.expanded),
            editing: page.visitor.isEditing ? editing(questions, place, page, isEnabled: isEnabled) : nil,
            hasPrimaryAction: isEnabled && questions.hasPrimaryAction,
            hasFields: isEnabled && !questions.fields.isEmpty)
    }

    private func editing(
        _ questions: RowQuestions, _ place: TableRow.Place, _ page: Page, isEnabled: Bool
    ) -> TableRow.Editing {
        let style = isEnabled ? questions.editingStyle : .none
        // Where rows are in another order than their own there is nowhere to move them.
        let canMove = isEnabled && !page.context.isArranged && questions.isMovable
        return TableRow.Editing(
            style: style, deleteTitle: style == .delete ? questions.deleteTitle : nil,
            shouldIndent: questions.shouldIndentWhileEditing, moves: canMove ? moves(of: place) : nil
        )
    }

    /// One step up or down, out of the section where the row is its first or last.
    private func moves(of place: TableRow.Place) -> Moves<TableRow.Place> {
        let (section, row) = (place.section, place.row)
        var moves = Moves<TableRow.Place>()
        if row > 0 {
            moves.up = .init(section: section, row: row - 1)
        } else if section > 0 {
            moves.up = .init(section: section - 1, row: tableView.numberOfRows(inSection: section - 1))
        }
        if row + 1 < tableView.numberOfRows(inSection: section) {
            moves.down = .init(section: section, row: row + 1)
        } else if section + 1 < tableView.numberOfSections {
            moves.down = .init(section: section + 1, row: 0)
        }
        return moves
    }

    private func moves(ofSection section: Int, _ page: Page) -> Moves<Int>? {
        guard page.visitor.isEditing, !page.context.isArranged, tableView.canMoveSection(section) else { return nil }
        return Moves(
            up: section > 0 ? section - 1 : nil, down: section + 1 < tableView.numberOfSections ? section + 1 : nil)
    }

    /// Reports names that several rows of the page have.
    private func checkIdentifiers() {
        var identifiers: Set<String> = []
        identifiers.reserveCapacity(rows.count)
        for section in sections {
            for (row, indexPath) in zip(rows[section.rows], section.part.indexPaths)
            where !identifiers.insert(row.identifier).inserted {
                report("Several rows of a page have the identifier \(row.identifier).", at: indexPath)
            }
        }
    }

    private func report(_ message: String, at indexPath: IndexPath?) {
        tableView.anomalies.report(Anomaly(.duplicateIdentifier, message, indexPath: indexPath))
    }
}

extension VisitorMarks {
    /// Whether a row that was written before has the marks that it has for this visitor.
    fileprivate func shows(_ row: WrittenRows.Row, section: Int, row number: Int) -> Bool {
        arePlain ? row.marks.isEmpty : marks(ofRow: row.identifier, section: section, row: number) == row.marks
    }
}
