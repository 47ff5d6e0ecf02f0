import CascadingTable

/// Asks for parts of a page: what stands above and below a section, and single rows.
@TableActor
struct PartAsking {
    let tableView: TableView
    let visitor: VisitorMarks
    /// Whether rows are in another order than their own.
    let isArranged: Bool

    /// Asks for what stands above a section.
    ///
    /// - Parameter before: what stood above the same rows of it, which is returned where nothing is another.
    func head(
        of part: TableWindow.Section, identifier: String, count: Int, line: Int?, _ questions: SectionQuestions,
        after before: SectionHead? = nil
    ) -> SectionHead {
        let header = questions.headerView
        let height = questions.headerHeight
        let moves = moves(ofSection: part.section)
        if let header { questions.willDisplayHeader(header) }
        if let before, before.has(header, height: height, count: count, moves: moves) { return before }
        return SectionHead(
            index: part.section, identifier: identifier, header: header, height: height, count: count,
            offset: part.rows.lowerBound, moves: moves, line: line)
    }

    /// Asks for what stands below a section.
    ///
    /// - Parameter before: what stood there, which is returned where nothing is another.
    func foot(
        below head: SectionHead, of part: TableWindow.Section, _ questions: SectionQuestions,
        after before: SectionFoot? = nil
    ) -> SectionFoot {
        // The footer belongs to the last row, so a page that ends before it does not show it.
        let footer = part.rows.upperBound == head.count ? questions.footerView : nil
        let height = questions.footerHeight
        let foot =
            if let before, before.has(footer, height: height) { before } else {
                SectionFoot(footer: footer, height: height)
            }
        if let footer { questions.willDisplayFooter(footer) }
        if let header = head.header { questions.didEndDisplayingHeader(header) }
        if let footer { questions.didEndDisplayingFooter(footer) }
        return foot
    }

    private func moves(ofSection section: Int) -> Moves<Int>? {
        guard visitor.isEditing, !isArranged, tableView.canMoveSection(section) else { return nil }
        return Moves(
            up: section > 0 ? section - 1 : nil, down: section + 1 < tableView.numberOfSections ? section + 1 : nil)
    }

    /// Asks for a row, between ``TableView/beginRows()`` and ``TableView/endRows()``.
    ///
    /// - Parameter height: that of every row of its section, where they have one.
    func ask(
        _ questions: RowQuestions, of place: TableRow.Place, height: Height?, into rows: AskedRows
    ) {
        let cell = questions.cell
        let identifier = questions.identifier
        let height = height ?? questions.height
        let marks = visitor.marks(ofRow: identifier, section: place.section, row: place.row)
        questions.willDisplay(cell)
        let isEnabled = cell.isEnabled
        let isSelectable = isEnabled && questions.isHighlightable
        let isFocusable = isEnabled && questions.isFocusable
        let indentationLevel = questions.indentationLevel
        let tools = tools(questions, place, isEnabled: isEnabled)
        questions.didEndDisplaying(cell)
        rows.append(
            TableRow.Answers(
                place: place, height: height, cell: cell, isSelectable: isSelectable, isFocusable: isFocusable,
                indentationLevel: indentationLevel, marks: marks, audience: questions.takeAudience(), tools: tools),
            named: identifier)
    }

    /// Takes what a row answered before, as it is shown to this visitor.
    func take(
        _ known: TableRow.Answers, named name: String, of section: SectionQuestions, into rows: AskedRows
    ) {
        var answers = known
        let place = known.place
        defer { rows.append(answers, named: name) }
        answers.marks = visitor.marks(ofRow: name, section: place.section, row: place.row)
        guard visitor.isEditing else { return }
        let questions = section.row(place.row)
        let editing = editing(questions, place, isEnabled: known.cell.isEnabled)
        let audience = questions.takeAudience()
        if case .everybody = audience {} else { answers.audience = audience }
        answers.tools = TableRow.Tools(
            actions: known.tools?.actions ?? .init(), menuActions: known.tools?.menuActions ?? [],
            expansion: known.tools?.expansion, editing: editing,
            hasPrimaryAction: known.tools?.hasPrimaryAction == true, hasFields: known.tools?.hasFields == true)
    }

    /// Asks for what a row is shown with beside its cell; one that is disabled for what edits it alone.
    private func tools(_ questions: RowQuestions, _ place: TableRow.Place, isEnabled: Bool) -> TableRow.Tools? {
        guard isEnabled else {
            guard visitor.isEditing else { return nil }
            return .init(
                actions: .init(), menuActions: [], expansion: nil, editing: editing(questions, place, isEnabled: false),
                hasPrimaryAction: false, hasFields: false)
        }
        let actions = questions.actions
        let menuActions = questions.menuActions
        let expansion = questions.expansion
        let editing = visitor.isEditing ? editing(questions, place, isEnabled: true) : nil
        let hasPrimaryAction = questions.hasPrimaryAction
        let hasFields = !questions.fields.isEmpty
        let isAny =
            hasPrimaryAction || hasFields || expansion != nil || editing != nil || !menuActions.isEmpty
            || actions?.isEmpty == false
        guard isAny else { return nil }
        return .init(
            actions: actions ?? .init(), menuActions: menuActions, expansion: expansion, editing: editing,
            hasPrimaryAction: hasPrimaryAction, hasFields: hasFields)
    }

    private func editing(
        _ questions: RowQuestions, _ place: TableRow.Place, isEnabled: Bool
    ) -> TableRow.Editing {
        let style = isEnabled ? questions.editingStyle : .none
        // Where rows are in another order than their own there is nowhere to move them.
        let canMove = isEnabled && !isArranged && questions.isMovable
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
}
