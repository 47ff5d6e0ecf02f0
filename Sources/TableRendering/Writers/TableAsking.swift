public import CascadingTable

/// The one traversal that asks a table for a page.
///
/// The table is locked while it is asked; what it answered is written when it is free again.
///
/// ```swift
/// var page = TableAsking(of: window, in: tableView, reusing: before, numberingLines: true).ask()
/// page.write(to: &writer)
/// let written = page.written(in: bytes, by: .html(writer))
/// ```
@TableActor
public struct TableAsking {
    public let window: TableWindow
    let tableView: TableView
    let context: WrittenRows.Context
    let visitor: VisitorMarks
    let reuse: RowReuse?
    let source: WrittenRows?
    private let lines: TableLines?

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - source: what was written of that view before, whose rows are taken over where they have not changed.
    ///   - numberingLines: whether it is for a writer that numbers lines.
    public init(
        of window: TableWindow, in tableView: TableView, reusing source: WrittenRows? = nil, numberingLines: Bool
    ) {
        self.window = window
        self.tableView = tableView
        self.source = source
        let visitor = VisitorMarks(of: tableView)
        self.visitor = visitor
        context = WrittenRows.Context(
            columns: tableView.columns, style: tableView.appearance.style,
            language: tableView.language ?? tableView.traits.language, isEditing: visitor.isEditing,
            isArranged: window.arrangement != nil)
        reuse = source.flatMap { [context] in RowReuse(of: $0, for: context, in: tableView) }
        reuse?.source.join()
        let canMove = visitor.isEditing && window.arrangement == nil
        lines =
            numberingLines
            ? TableLines(of: window, in: tableView) { canMove && tableView.canMoveSection($0) } : nil
    }

    /// Asks for parts of a page that was written before.
    init(again written: WrittenRows, for visitor: VisitorMarks, in tableView: TableView) {
        window = TableWindow(sections: [])
        self.tableView = tableView
        self.visitor = visitor
        context = written.context
        (reuse, source, lines) = (nil, nil, nil)
    }

    /// The rows that have to be in memory when the page is asked for: those that are not taken over.
    package func rowsToAsk() -> [SectionRows] {
        var sections: [SectionRows] = []
        sections.reserveCapacity(window.sections.count)
        for (index, part) in window.sections.enumerated() {
            let rows = rowsToAsk(of: part, at: index)
            if !rows.isEmpty { sections.append(SectionRows(section: part.section, rows: rows)) }
        }
        return sections
    }

    private func rowsToAsk(of part: TableWindow.Section, at index: Int) -> [Int] {
        guard let reuse else { return part.rowNumbers }
        let line = lines?.sections[part.section]
        if visitor.arePlain, reuse.section(index, of: part, line: line) != nil { return [] }
        guard let known = reuse.rows(of: part, line: line) else { return part.rowNumbers }
        var rows: [Int] = []
        var place = 0
        while place < part.rows.count {
            if let run = reuse.run(from: place, of: part, in: known, for: visitor) {
                place += run.count
            } else {
                rows.append(part.row(at: place))
                place += 1
            }
        }
        return rows
    }

    /// Asks for each header, cell, height and name once, in reading order.
    ///
    /// Rows that have to be loaded are loaded before (`prefetch(rowsAt:)`).
    public func ask() -> AskedPage {
        var page = AskedPage(
            head: head, context: context, lines: lines,
            source: reuse.map { .init(bytes: $0.source.bytes.joined(), offset: $0.source.offset) })
        page.sections.reserveCapacity(window.sections.count)
        var names: Set<String> = []
        var hasKnownNames = source != nil
        for (index, part) in window.sections.enumerated() {
            let line = lines?.sections[part.section]
            let name: String
            if visitor.arePlain, let reuse, let section = reuse.section(index, of: part, line: line) {
                name = section.identifier
                page.sections.append(.repeated(section))
            } else {
                let section = ask(for: part, line: line, hasKnownNames: &hasKnownNames)
                name = section.head.identifier
                page.sections.append(.asked(section))
            }
            if !names.insert(name).inserted {
                report("Several sections of a page have that of section \(part.section).", at: nil)
            }
        }
        if !hasKnownNames { checkIdentifiers(of: page) }
        // Where the request decided about more than single rows, it may have decided which rows there are.
        page.canBeTakenOver = tableView.commonReads.isSubset(of: .traits)
        return page
    }

    private var head: TableHead {
        let total = tableView.numberOfRows
        var windowCount = 0
        for part in window.sections { windowCount += part.rows.count }
        return TableHead(
            title: tableView.title, columns: context.columns, revision: tableView.revision,
            count: window.arrangement?.count ?? total, query: window.arrangement?.query,
            total: total, queryOptions: tableView.queryOptions,
            queryColumns: tableView.queryColumns, offset: window.offset,
            windowCount: windowCount, lineCount: lines?.count,
            appearance: tableView.appearance, isEditing: visitor.isEditing,
            sectionIndex: tableView.sectionIndex.filter { entry in
                window.arrangement.map { $0.section(entry.section) != nil } ?? true
            }, canRefresh: tableView.refreshHandler != nil, language: context.language,
            multipleSelection: tableView.allowsMultipleSelection
                ? .init(limit: tableView.selectionLimit, count: tableView.numberOfSelectedRows) : nil)
    }

    private func ask(for part: TableWindow.Section, line: Int?, hasKnownNames: inout Bool) -> AskedPage.Section {
        let rowCount = tableView.numberOfRows(inSection: part.section)
        let head = head(
            of: part, identifier: tableView.identifier(forSection: part.section), count: part.count ?? rowCount,
            line: line)
        var section = AskedPage.Section(part: part, head: head, rows: AskedRows(capacity: part.rows.count))
        askForRows(of: part, count: rowCount, into: &section, hasKnownNames: &hasKnownNames)
        section.foot = foot(below: head, of: part)
        return section
    }

    /// Asks for what stands above a section.
    func head(of part: TableWindow.Section, identifier: String, count: Int, line: Int?) -> SectionHead {
        let header = tableView.headerView(forSection: part.section)
        let head = SectionHead(
            index: part.section, identifier: identifier, header: header,
            height: tableView.height(forHeaderInSection: part.section), count: count, offset: part.rows.lowerBound,
            moves: moves(ofSection: part.section), line: line)
        if let header {
            tableView.delegate?.tableView(tableView, willDisplayHeaderView: header, forSection: part.section)
        }
        return head
    }

    /// Asks for what stands below a section.
    func foot(below head: SectionHead, of part: TableWindow.Section) -> SectionFoot {
        let (index, delegate) = (head.index, tableView.delegate)
        // The footer belongs to the last row, so a page that ends before it does not show it.
        let footer = part.rows.upperBound == head.count ? tableView.footerView(forSection: index) : nil
        let foot = SectionFoot(footer: footer, height: tableView.height(forFooterInSection: index))
        if let footer { delegate?.tableView(tableView, willDisplayFooterView: footer, forSection: index) }
        if let header = head.header {
            delegate?.tableView(tableView, didEndDisplayingHeaderView: header, forSection: index)
        }
        if let footer { delegate?.tableView(tableView, didEndDisplayingFooterView: footer, forSection: index) }
        return foot
    }

    private func moves(ofSection section: Int) -> Moves<Int>? {
        guard visitor.isEditing, !context.isArranged, tableView.canMoveSection(section) else { return nil }
        return Moves(
            up: section > 0 ? section - 1 : nil, down: section + 1 < tableView.numberOfSections ? section + 1 : nil)
    }

    /// Reports names that several rows of the page have.
    private func checkIdentifiers(of page: AskedPage) {
        var identifiers: Set<String> = []
        for section in page.sections {
            section.forEachName { name, indexPath in
                if !identifiers.insert(name).inserted {
                    report("Several rows of a page have the identifier \(name).", at: indexPath)
                }
            }
        }
    }

    private func report(_ message: String, at indexPath: IndexPath?) {
        tableView.anomalies.report(Anomaly(.duplicateIdentifier, message, indexPath: indexPath))
    }
}
