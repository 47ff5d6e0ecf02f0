public import CascadingTable

/// The one traversal that asks a table for a page.
///
/// The table is locked while it is asked; what it answered is written when it is free again.
///
/// ```swift
/// let page = TableAsking(of: window, in: tableView, reusing: before, numberingLines: true).ask()
/// let sections = page.write(to: &writer)
/// let written = page.written(sections, in: bytes, stamps: writer.stamps, as: .json(links))
/// ```
@TableActor
public struct TableAsking {
    public let window: TableWindow
    let context: WrittenRows.Context
    let parts: PartAsking
    let reuse: RowReuse?
    let source: WrittenRows?
    private let answered: AnsweredRows?
    /// The page, where all of it is known.
    private let known: [AskedPage.Part]?
    /// What is known of each part of the window otherwise.
    private let answers: [KnownAnswers?]
    private let lines: TableLines?

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - source: what was written of that view before, whose rows are taken over where they have not changed.
    ///   - answered: what rows of the table answered before, which is written again where it still holds.
    ///   - numberingLines: whether it is for a writer that numbers lines.
    public init(
        of window: TableWindow, in tableView: TableView, reusing source: WrittenRows? = nil,
        answered: AnsweredRows? = nil, numberingLines: Bool
    ) {
        self.window = window
        self.source = source
        let visitor = VisitorMarks(of: tableView)
        parts = PartAsking(tableView: tableView, visitor: visitor, isArranged: window.arrangement != nil)
        context = WrittenRows.Context(
            columns: tableView.columns, style: tableView.appearance.style,
            language: tableView.language ?? tableView.traits.language, isEditing: visitor.isEditing,
            isArranged: window.arrangement != nil)
        // A closure would be checked for the actor it is called on.
        if let source { reuse = RowReuse(of: source, for: context, in: tableView) } else { reuse = nil }
        reuse?.source.join()
        self.answered = answered
        let canMove = visitor.isEditing && window.arrangement == nil
        lines =
            numberingLines
            ? TableLines(of: window, in: tableView) { canMove && tableView.canMoveSection($0) } : nil
        known =
            reuse == nil && visitor.arePlain && !visitor.isEditing
            ? answered?.parts(of: window, lines: lines, in: tableView) : nil
        answers = known == nil ? answered?.known(of: window, in: tableView) ?? [] : []
    }

    var tableView: TableView { parts.tableView }

    var visitor: VisitorMarks { parts.visitor }

    /// The rows that have to be in memory when the page is asked for: those that are neither taken over nor known.
    package func rowsToAsk() -> [SectionRows] {
        guard known == nil else { return [] }
        var sections: [SectionRows] = []
        sections.reserveCapacity(window.sections.count)
        for (index, part) in window.sections.enumerated() {
            let rows = rowsToAsk(of: part, at: index)
            if !rows.isEmpty { sections.append(SectionRows(section: part.section, rows: rows)) }
        }
        return sections
    }

    private func rowsToAsk(of part: TableWindow.Section, at index: Int) -> [Int] {
        let answers = knownAnswers(at: index)
        guard reuse != nil || answers != nil else { return part.rowNumbers }
        let line = lines?.sections[part.section]
        if visitor.arePlain {
            if reuse?.section(index, of: part, line: line) != nil { return [] }
            if !visitor.isEditing, answers?.section(of: part) != nil { return [] }
        }
        let written = reuse?.rows(of: part, line: line)
        guard written != nil || answers != nil else { return part.rowNumbers }
        var rows: [Int] = []
        var place = 0
        while place < part.rows.count {
            if let written, let run = reuse?.run(from: place, of: part, in: written, for: visitor) {
                place += run.count
                continue
            }
            let row = part.row(at: place)
            // What editing does to a row is asked for each page.
            if visitor.isEditing || answers?.has(row) != true { rows.append(row) }
            place += 1
        }
        return rows
    }

    private func knownAnswers(at index: Int) -> KnownAnswers? {
        index < answers.count ? answers[index] : nil
    }

    /// Asks for each header, cell, height and name once, in reading order.
    ///
    /// Rows that have to be loaded are loaded before (`prefetch(rowsAt:)`).
    public func ask() -> AskedPage { page(head, known ?? sections()) }

    private func page(_ head: TableHead, _ sections: [AskedPage.Part]) -> AskedPage {
        AskedPage(
            head: head, context: context, language: tableView.pageLanguage, lines: lines,
            source: reuse.map { .init(bytes: $0.source.bytes.joined(), offset: $0.source.offset) }, answered: answered,
            repeatsAnswers: known != nil, sections: sections,
            // Where the request decided about more than single rows, it may have decided which rows there are.
            canBeTakenOver: tableView.commonReads.isSubset(of: .traits))
    }

    private func sections() -> [AskedPage.Part] {
        var sections: [AskedPage.Part] = []
        sections.reserveCapacity(window.sections.count)
        // Names that stood on one page together differ, as was looked at for that one.
        var (hasKnownNames, hasAnsweredNames) = (source != nil, true)
        for (index, part) in window.sections.enumerated() {
            let line = lines?.sections[part.section]
            if visitor.arePlain, let reuse, let section = reuse.section(index, of: part, line: line) {
                sections.append(.repeated(section))
                hasAnsweredNames = false
                continue
            }
            let answers = knownAnswers(at: index)
            if visitor.arePlain, !visitor.isEditing, let section = answers?.section(of: part) {
                sections.append(
                    .asked(holds(section, line: line) ? section : ask(for: part, rows: section.rows, line: line)))
                hasKnownNames = false
            } else {
                sections.append(
                    .asked(ask(for: part, line: line, answers: answers, hasKnownNames: &hasKnownNames)))
                hasAnsweredNames = false
            }
        }
        if !hasAnsweredNames {
            checkSectionIdentifiers(of: sections)
            if !hasKnownNames { checkIdentifiers(of: sections) }
        }
        return sections
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

    /// Whether what was asked above and below rows is to be written again.
    private func holds(_ section: AskedPage.Section, line: Int?) -> Bool {
        section.outline.line == line && (section.language == nil || section.language == tableView.pageLanguage)
    }

    /// Asks for a part of the page whose rows are to be written as they were asked for before.
    private func ask(for part: TableWindow.Section, rows: AskedRows, line: Int?) -> AskedPage.Section {
        let questions = tableView.questions(inSection: part.section)
        let head = head(of: part, line: line, questions)
        return AskedPage.Section(
            part: part, head: head, foot: parts.foot(below: head, of: part, questions), rows: rows,
            language: languageRead)
    }

    /// The language of the page, where something that is not a row's own may have been made of it.
    private var languageRead: String? { tableView.commonReads == [] ? nil : tableView.pageLanguage }

    private func ask(
        for part: TableWindow.Section, line: Int?, answers: KnownAnswers?, hasKnownNames: inout Bool
    ) -> AskedPage.Section {
        let questions = tableView.questions(inSection: part.section)
        let head = head(of: part, line: line, questions)
        let rows = AskedRows(capacity: part.rows.count)
        let runs = askForRows(
            of: part, line: line, questions, answers: answers, into: rows, hasKnownNames: &hasKnownNames)
        return AskedPage.Section(
            part: part, head: head, foot: parts.foot(below: head, of: part, questions), rows: rows, runs: runs,
            language: languageRead)
    }

    private func head(of part: TableWindow.Section, line: Int?, _ questions: SectionQuestions) -> SectionHead {
        parts.head(
            of: part, identifier: questions.identifier,
            count: part.count ?? tableView.numberOfRows(inSection: part.section), line: line, questions)
    }

    /// Reports names that several sections of the page have.
    private func checkSectionIdentifiers(of sections: [AskedPage.Part]) {
        var identifiers = Set<String>(minimumCapacity: sections.count)
        for section in sections where !identifiers.insert(section.identifier).inserted {
            report("Several sections of a page have that of section \(section.index).", at: nil)
        }
    }

    /// Reports names that several rows of the page have.
    private func checkIdentifiers(of sections: [AskedPage.Part]) {
        var identifiers: Set<String> = []
        for section in sections {
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
