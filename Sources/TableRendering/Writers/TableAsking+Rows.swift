import CascadingTable

/// Rows, each taken over or asked for.
extension TableAsking {
    /// - Parameter hasKnownNames: whether every row so far has the name that the source has at its place.
    /// - Returns: the rows that are taken over.
    func askForRows(
        of part: TableWindow.Section, line: Int?, _ questions: SectionQuestions, answers: KnownAnswers?,
        into rows: AskedRows, hasKnownNames: inout Bool
    ) -> [AskedPage.Run] {
        let count = tableView.numberOfRows(inSection: part.section)
        let height = questions.heightForEveryRow
        let known = reuse?.rows(of: part, line: line)
        let before = source?.section(of: part)?.outline.names
        var runs: [AskedPage.Run] = []
        var place = 0
        tableView.beginRows()
        while place < part.rows.count {
            if let known, let reuse, let run = reuse.run(from: place, of: part, in: known, for: visitor) {
                runs.append(.init(place: rows.count, section: known.section, rows: run))
                place += run.count
                continue
            }
            let row = part.row(at: place)
            if row < count {
                if let answers, let known = answers.answers(ofRow: row) {
                    take(known.answers, named: known.name, of: questions, into: rows)
                } else {
                    ask(questions.row(row), of: .init(section: part.section, row: row), height: height, into: rows)
                }
                if hasKnownNames, let before {
                    hasKnownNames = place < before.count && before[place] == rows.names[rows.count - 1]
                } else {
                    hasKnownNames = false
                }
            }
            place += 1
        }
        tableView.endRows()
        return runs
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
    private func take(
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
        let canMove = isEnabled && !context.isArranged && questions.isMovable
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
